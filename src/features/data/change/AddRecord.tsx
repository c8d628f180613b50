/** A button that opens the form of a new record; the link to its action where the creation is not certain. */
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import type { RecordRef } from '../../../schema/collections/records';
import type { Drafts } from '../../../schema/forms/formValues';
import { type SchemaModel, typeLabel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { Button, IconButton } from '../../../ui/inputs/Button';
import { useReadable } from '../../../ui/text/useReadable';
import { draftsOf, linkField } from './editableFields';
import { RecordCreator } from './recordParts';
import { refusedOffers } from './refusedOffers';
import { creationOf } from './rowActions';

/** Props of `AddRecord`. */
export interface AddRecordProps {
  session: Session;
  model: SchemaModel;
  typeName: string;
  /** Whose list of changes it is written to. */
  collection: string;
  /** The record it is to belong to: its key is filled in where the form has one certain place for it. */
  within?: RecordRef;
  /** A plus alone. Default false. */
  compact?: boolean;
  /** What stands in its place when nothing is certain. */
  otherwise?: ReactNode;
  onCreated: (ref: RecordRef | null) => void;
}

/** The button. */
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
  const refused = useReadable(refusedOffers(session));
  const change = creationOf(model, typeName);
  const initial = useMemo((): Drafts | null => {
    const field = change === null || within === undefined ? null : linkField(model, change, within.typeName);
    const keys = Object.values(within?.keys ?? {});
    return field === null || keys.length !== 1 ? null : draftsOf([field], Object.fromEntries([[field.name, keys[0]]]));
  }, [model, change, within]);
  // Inside a record only what can belong to it.
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
