/** A button that opens the form of a new record. If no creation mutation is certain, `otherwise` is rendered. */
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import type { RecordRef } from '../../../schema/collections/records';
import type { Drafts } from '../../../schema/forms/formValues';
import { type SchemaModel, typeLabel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { Button, IconButton } from '../../../ui/inputs/Button';
import { draftsOf, linkField } from './editableFields';
import { RecordCreator } from './recordParts';
import { creationOf } from './rows/rowActions';
import { useRefused } from './useRefused';

/** Props of `AddRecord`. */
export interface AddRecordProps {
  session: Session;
  model: SchemaModel;
  typeName: string;
  /** The collection whose change log records the creation. */
  collection: string;
  /** The record that the new one belongs to: its key is filled in if exactly one field of the form can hold it. */
  within?: RecordRef;
  /** Shows only a plus icon. Default false. */
  compact?: boolean;
  /** Rendered instead if no creation is certain. */
  otherwise?: ReactNode;
  onCreated: (ref: RecordRef | null) => void;
}

/** Renders the button. */
export function AddRecord({
  session,
  model,
  typeName,
  collection,
  within,
  compact = false,
  otherwise,
  onCreated,
}: AddRecordProps): ReactNode {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const refused = useRefused(session, model);
  const change = creationOf(model, typeName);
  const initial = useMemo((): Drafts | null => {
    const field = change === null || within === undefined ? null : linkField(model, change, within.typeName);
    const keys = Object.values(within?.keys ?? {});
    return field === null || keys.length !== 1 ? null : draftsOf([field], Object.fromEntries([[field.name, keys[0]]]));
  }, [model, change, within]);
  // Inside a record, only records that can belong to it are offered.
  if (change === null || (within !== undefined && initial === null)) return otherwise ?? null;
  const reason = refused.get(change.action.id);
  const offer = reason === undefined ? {} : { disabled: true, title: text('data.offerRefused', { reason }) };
  const label = text('data.addRecord', { type: typeLabel(model, typeName) });
  return (
    <>
      {compact ? (
        <IconButton icon="plus" label={label} {...offer} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      ) : (
        <Button icon="plus" {...offer} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {label}
        </Button>
      )}
      <Suspense fallback={null}>
        {isOpen ? (
          <RecordCreator
            session={session}
            model={model}
            change={change}
            collection={collection}
            initial={initial}
            onClose={() => setOpen(false)}
            onCreated={ref => {
              setOpen(false);
              onCreated(ref);
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}
