/**
 * What is there now, beneath the fields of an action that changes a record: whoever changes something wants to see what it is. Told by names:
 * the form's `eta` speaks of the record's `eta`, its `berthId` of the record's `berth`.
 */
import { type ReactNode, useCallback, useMemo } from 'react';
import { useQuery } from 'urql';
import { useText } from '../../i18n/LanguageProvider';
import { draftAt } from '../../parts/form/formDraft';
import { type Column, cellValue, columnAt, relatedValue } from '../../schema/collections/columns';
import { valuesType } from '../../schema/collections/displayField';
import { recordLookup, recordRef } from '../../schema/collections/records';
import { recordDocument } from '../../schema/documents/recordDocument';
import type { FormField } from '../../schema/forms/formModel';
import { type Draft, type Drafts, type FieldPath, fromVariables } from '../../schema/forms/formValues';
import { readableName } from '../../schema/model/readableName';
import type { SchemaModel } from '../../schema/model/schemaModel';
import { type Action, actionsFor } from '../../schema/mutations/actions';
import { normalAddress } from '../../session/connections/connections';
import type { Session } from '../../session/connections/session';
import { Button } from '../../ui/inputs/Button';
import { Value } from '../../ui/table/Value';

/** Fields deeper than this are not looked at. */
const DEPTH = 3;
const NOTHING = { query: '{ __typename }', variables: {} };

/** Makes what stands beneath a field; null for one of which nothing is known. `takeOver` puts a present value into the form. */
export function usePresentValues(
  session: Session,
  model: SchemaModel,
  action: Action,
  drafts: Drafts,
  takeOver: (path: FieldPath, draft: Draft) => void,
): (field: FormField, path: FieldPath) => ReactNode {
  const text = useText();
  const target = useMemo(() => recordTarget(model, action), [model, action]);
  const columns = useMemo(
    () => (target === null ? NONE : presentColumns(model, target.typeName, action.form, [])),
    [model, target, action],
  );
  const key = target === null ? undefined : draftAt(drafts, target.path);
  const prepared = useMemo(() => {
    if (target === null || typeof key !== 'string' || key.trim() === '' || columns.size === 0) return null;
    const ref = { typeName: target.typeName, keys: Object.fromEntries([[target.key, key.trim()]]) };
    return recordDocument(model, ref, [...new Set(columns.values())]);
  }, [model, target, key, columns]);
  const [result] = useQuery<unknown>({
    query: prepared?.query ?? NOTHING.query,
    variables: prepared?.variables ?? NOTHING.variables,
    pause: prepared === null || session.isServer,
    requestPolicy: 'cache-and-network',
    context: useMemo(() => ({ screen: 'actions' }), []),
  });
  const row = prepared !== null && result.data != null ? prepared.read(result.data) : null;
  const base = normalAddress(session.connection.httpEndpoint, session.pageUrl);
  return useCallback(
    (field: FormField, path: FieldPath): ReactNode => {
      const column = row === null ? undefined : columns.get(path.join('.'));
      if (column === undefined || !isLeaf(field)) return null;
      const value = cellValue(row, column);
      if (value === undefined) return null;
      const known = column.relation === null ? value : keyOf(model, row, column);
      const taken = known === null || known === undefined ? undefined : draftOf(field, known);
      return (
        <div className="field-present">
          <span>{text('form.presentValue', { value: '' })}</span>
          <Value value={value} kind={column.kind} enumLabel={readableName} base={base} />
          {taken === undefined || draftAt(drafts, path) !== undefined ? null : (
            <Button kind="quiet" onClick={() => takeOver(path, taken)}>
              {text('form.takeOver')}
            </Button>
          )}
        </div>
      );
    },
    [model, row, columns, text, base, drafts, takeOver],
  );
}

const NONE: ReadonlyMap<string, Column> = new Map();

/** The record an action changes: its type, where in the form its key stands, and which key it is. Null for an action that changes none. */
function recordTarget(model: SchemaModel, action: Action): { typeName: string; path: readonly string[]; key: string } | null {
  if (action.about === null || action.verb === 'create' || action.verb === 'delete') return null;
  const own = actionsFor(model, action.about).find(entry => entry.action.id === action.id && entry.isOwn && !entry.asList);
  const keys = recordLookup(model, action.about)?.keys ?? [];
  if (own === undefined || keys.length !== 1 || keys[0]?.column !== own.key) return null;
  return { typeName: action.about, path: own.target, key: own.key };
}

/** The record's columns that fields of the form speak of, by the fields' paths. */
function presentColumns(
  model: SchemaModel,
  typeName: string,
  fields: readonly FormField[],
  above: readonly string[],
): ReadonlyMap<string, Column> {
  const found = new Map<string, Column>();
  for (const field of fields) {
    const path = [...above, field.name];
    if (field.control.kind === 'group') {
      if (path.length < DEPTH)
        for (const [inner, column] of presentColumns(model, typeName, field.control.fields, path)) found.set(inner, column);
    } else if (field.control.kind === 'scalar' || field.control.kind === 'enum') {
      const bare = field.name.replace(/_?id$/i, '');
      const isSplit = valuesType(model, typeName) !== null;
      const column =
        columnAt(model, typeName, [field.name]) ??
        columnAt(model, typeName, [bare]) ??
        (isSplit
          ? (columnAt(model, typeName, ['attributes', field.name]) ?? columnAt(model, typeName, ['attributes', bare]))
          : null);
      // The key of the record itself is no news.
      if (column !== null && column.kind !== 'list' && !/^_?(node)?id$/i.test(field.name)) found.set(path.join('.'), column);
    }
  }
  return found;
}

const isLeaf = ({ control }: FormField): boolean => control.kind === 'scalar' || control.kind === 'enum';

/** The key of the other record that a field names; undefined when the answer does not hold it. */
function keyOf(model: SchemaModel, row: unknown, column: Column): unknown {
  const related = relatedValue(row, column);
  if (column.relation === null || related === null || Array.isArray(related)) return undefined;
  const keys = Object.values(recordRef(model, column.relation.typeName, related)?.keys ?? {});
  return keys.length === 1 ? keys[0] : undefined;
}

/** The draft of a present value, as if a person had typed it. */
function draftOf(field: FormField, value: unknown): Draft {
  return fromVariables([field as FormField], Object.fromEntries([[field.name, value]]))[field.name];
}
