/** The content of a record: its actions, fields and lists. Used in the drawer beside a table and on the record's own page. */

import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { FailureState } from '../../../parts/FailureState';
import { failureProps } from '../../../parts/failureProps';
import { StillWaiting } from '../../../parts/StillWaiting';
import { homeCollection } from '../../../schema/collections/homeCollection';
import { layoutColumns, recordLayout } from '../../../schema/collections/recordLayout';
import { formatRecordRef, type RecordRef } from '../../../schema/collections/records';
import type { Row } from '../../../schema/documents/documents';
import { type SchemaModel, typeLabel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { EmptyState } from '../../../ui/frame/EmptyState';
import { SkeletonLines } from '../../../ui/frame/Skeleton';
import { useIsHydrated } from '../../../ui/useIsHydrated';
import { useReadable } from '../../../ui/useReadable';
import { areErrorsShown } from '../areErrorsShown';
import { editorDraft } from '../change/editor/editorDraft';
import { isEditable, RecordTools } from '../change/RecordTools';
import { RecordEditor } from '../change/recordParts';
import type { NestedRef } from '../dataAddress';
import { useMinorUnits } from '../edit/fields/minorAmounts';
import { useSentResults } from '../edit/sending/sentResults';
import type { RowHead } from '../edit/sending/stagedRow';
import { tableEdits } from '../edit/sending/tableEdits';
import { errorsOf } from '../fieldErrors';
import { NestedLists } from '../table/NestedLists';
import { RecordActions } from './RecordActions';
import { RecordFields } from './RecordFields';
import { rowTitle } from './rowTitle';
import type { RecordState } from './useRecord';
import type { RecordLinks } from './useRecordLinks';
import { valueError } from './valueError';

/** Props of `RecordBody`. */
export interface RecordBodyProps {
  session: Session;
  model: SchemaModel;
  /** Reference for requesting the record's lists; null: they cannot be requested. */
  within: RecordRef | null;
  record: Pick<RecordState, 'row' | 'isMissing' | 'isLoading' | 'typeName' | 'failure' | 'wireHref' | 'refresh' | 'stop'> &
    Partial<Pick<RecordState, 'fieldErrors'>>;
  links: RecordLinks;
  nested: readonly NestedRef[] | null;
  /** Heading level inside the record: one below the record's own heading. */
  level: 2 | 3;
  /** Lists that are expanded when the URL does not say which. */
  first: readonly NestedRef[];
  onNested: (nested: readonly NestedRef[]) => void;
  /** The record was changed. The change itself re-executes the queries on the screen. */
  onSaved?: () => void;
  /** The record was deleted; omitted: records cannot be deleted here. */
  onDeleted?: () => void;
  /** A record was created: a copy of this one, or an item of one of its lists. */
  onCreated?: (ref: RecordRef | null) => void;
}

/** Renders the content. */
export function RecordBody({
  session,
  model,
  within,
  record,
  links,
  nested,
  level,
  first,
  onNested,
  onSaved = () => {},
  onDeleted = () => {},
  onCreated = () => {},
}: RecordBodyProps): ReactNode {
  const { row: read, typeName, failure } = record;
  const collection = homeCollection(model, typeName)?.id ?? typeName;
  const id = within === null ? '' : `${typeName}:${formatRecordRef(model, within)}`;
  const present = useSentResults(model, useReadable(tableEdits(session, collection).sentResults), read, () => id);
  const row = read === null ? null : (present([read])[0] ?? null);
  useMinorUnits(session, model, typeName);
  const [editing, setEditing] = useState<string | null>(null);
  const layout = recordLayout(model, typeName);
  const errors = errorsOf(failure);
  const asked = layoutColumns(layout);
  const failing = asked.filter(column => valueError(errors, row, column));
  const isInFields = areErrorsShown(errors, error =>
    failing.filter(column => valueError([error], row, column)).map(column => column.id),
  );
  const failed = failure ? (
    <FailureState
      {...failureProps(session, failure, record)}
      {...(row !== null && isInFields
        ? { inline: 'brief', fields: failing.map(({ label }) => label) }
        : { inline: row !== null })}
    />
  ) : null;
  if (row === null && failed) return failed;
  if (record.isMissing) return <MissingRecord model={model} typeName={typeName} within={within} />;
  const head: RowHead | null =
    row === null || within === null
      ? null
      : { id, typeName, keys: Object.entries(within.keys), title: rowTitle(model, typeName, row) ?? id };
  return (
    <>
      {failed}
      <StillWaiting clock={session.clock} isWaiting={record.isLoading} onStop={record.stop} />
      <RecordFacts
        session={session}
        model={model}
        record={record}
        head={head}
        row={row}
        collection={collection}
        fields={
          <RecordFields
            model={model}
            typeName={typeName}
            layout={layout}
            row={row}
            links={links}
            level={level}
            errors={errors}
            {...(record.fieldErrors ? { fieldErrors: record.fieldErrors } : {})}
          />
        }
        editing={editing}
        onEditing={setEditing}
        onSaved={onSaved}
        onDeleted={onDeleted}
        onCreated={onCreated}
      />
      {row && within && layout.lists.length > 0 ? (
        <div className="record-lists">
          <NestedLists
            session={session}
            model={model}
            layout={layout}
            within={within}
            row={row}
            links={links}
            nested={nested}
            level={level}
            first={first}
            errors={errors}
            fieldErrors={record.fieldErrors}
            onChange={onNested}
            onCreated={onCreated}
          />
        </div>
      ) : null}
    </>
  );
}

/** The actions of a record and its fields, or the form in their place while the record is being edited. */
function RecordFacts({
  session,
  model,
  record,
  head,
  row,
  collection,
  fields,
  editing,
  onEditing,
  onSaved,
  onDeleted,
  onCreated,
}: Pick<RecordBodyProps, 'session' | 'model' | 'record'> &
  Required<Pick<RecordBodyProps, 'onSaved' | 'onDeleted' | 'onCreated'>> & {
    /** Identifies the record for changes; null: it cannot be changed. */
    head: RowHead | null;
    row: Row | null;
    collection: string;
    /** The fields while the record is not being edited. */
    fields: ReactNode;
    /** The id of the record whose form is open; '' after the form was closed; null: it opens automatically if it has a draft. */
    editing: string | null;
    onEditing: (id: string) => void;
  }): ReactNode {
  const isHydrated = useIsHydrated();
  const facts = useRef<HTMLDivElement>(null);
  const { typeName } = record;
  const isEditing =
    isHydrated && head !== null && isEditable(model, typeName) && (editing ?? hasDraft(session, head)) === head.id;
  // The focused part of the form has been removed with it.
  useEffect(() => {
    if (editing === '' && document.activeElement === document.body)
      facts.current?.querySelector<HTMLElement>('.record-actions button')?.focus();
  }, [editing]);
  return (
    <div ref={facts} className="record-facts">
      {row && !isEditing ? (
        <RecordActions
          session={session}
          model={model}
          typeName={typeName}
          row={row}
          tools={
            head !== null ? (
              <RecordTools
                key={head.id}
                session={session}
                model={model}
                record={head}
                row={row}
                collection={collection}
                onEdit={() => onEditing(head.id)}
                onDeleted={onDeleted}
                onCreated={onCreated}
              />
            ) : null
          }
        />
      ) : null}
      {isEditing && head !== null ? (
        <Suspense fallback={<SkeletonLines lines={6} />}>
          <RecordEditor
            key={head.id}
            session={session}
            model={model}
            record={head}
            collection={collection}
            takesFocus={editing === head.id}
            onClose={saved => {
              onEditing('');
              if (saved) onSaved();
            }}
          />
        </Suspense>
      ) : (
        fields
      )}
    </div>
  );
}

/** The message that the record does not exist. */
function MissingRecord({
  model,
  typeName,
  within,
}: {
  model: SchemaModel;
  typeName: string;
  within: RecordRef | null;
}): ReactNode {
  const text = useText();
  const type = typeLabel(model, typeName);
  // A single record (`me`) has no key by which it was looked up.
  const isKeyed = within !== null && Object.keys(within.keys).length > 0;
  const title = isKeyed ? text('data.recordNotFound', { type }) : text('data.noRows', { collection: type });
  return <EmptyState icon="search" title={title} help={text('data.recordNotFoundHelp')} />;
}

/** The record's id if its form has an unsaved draft. */
function hasDraft(session: Session, { id }: RowHead): string | null {
  return session.drafts.read(editorDraft(id)) === null ? null : id;
}
