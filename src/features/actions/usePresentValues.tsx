/**
 * The current values of the record that a form changes. They are shown in the inputs; fields that differ are marked, and only those are
 * sent. Fields of the form are matched to fields of the record by name: `eta` to `eta`, `berthId` to `berth`.
 */
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useQuery } from 'urql';
import { useText } from '../../i18n/LanguageProvider';
import { draftAt, isDraftGroup, withDraftAt } from '../../parts/form/formDraft';
import { fieldAtPath } from '../../parts/form/presentDrafts';
import { type Column, cellValue, columnAt, relatedValue } from '../../schema/collections/columns/columns';
import { valuesType } from '../../schema/collections/displayField';
import { recordLookup, recordRef } from '../../schema/collections/records';
import { recordDocument } from '../../schema/documents/recordDocument';
import type { FormField } from '../../schema/forms/formModel';
import { type Draft, type Drafts, type FieldPath, fromVariables } from '../../schema/forms/formValues';
import { enumWords, type SchemaModel } from '../../schema/model/schemaModel';
import { type Action, actionsFor } from '../../schema/mutations/actions';
import { updateBy } from '../../schema/mutations/changes';
import { normalAddress } from '../../session/connections/connections';
import type { Session } from '../../session/connections/session';
import { CancelledError, type Failure, failureOf } from '../../transport/observe/failure';
import { Button } from '../../ui/inputs/Button';
import { Value } from '../../ui/table/Value';

/** Fields nested deeper than this are not matched. */
const DEPTH = 3;
const NOTHING = { query: '{ __typename }', variables: {} };

/** The current values and the state of their request. */
export interface PresentValues {
  /** The values as drafts, in the shape of the form; {} until they are loaded. */
  readonly base: Drafts;
  /** The record's columns by the path of the matching field. */
  readonly columns: ReadonlyMap<string, Column>;
  readonly row: unknown;
  /** True while the values are being loaded. */
  readonly isLoading: boolean;
  /** Why the values could not be loaded. */
  readonly failure: Failure | null;
  /** Loads the values again. */
  refresh(): void;
  /** Stops waiting for the values. */
  stop(): void;
  /**
   * State of a key field: 'locked' once the record is loaded (if the address set the key); 'hidden' for the same key inside the changes.
   */
  readonly standing: (path: FieldPath) => 'locked' | 'hidden' | null;
}

/** Loads the record whose key is in the drafts. */
export function usePresentValues(
  session: Session,
  model: SchemaModel,
  action: Action,
  drafts: Drafts,
  isPrefilled: boolean,
): PresentValues {
  const target = useMemo(() => recordTarget(model, action), [model, action]);
  const columns = useMemo(
    () => (target === null ? NONE : presentColumns(model, target, action.form, [])),
    [model, target, action],
  );
  const keys = target === null ? '' : JSON.stringify(target.keys.map(key => [key.column, draftAt(drafts, key.path)]));
  const prepared = useMemo(() => {
    if (target === null || columns.size === 0) return null;
    const values = JSON.parse(keys) as [string, unknown][];
    if (values.some(([, value]) => typeof value !== 'string' || value.trim() === '')) return null;
    const ref = {
      typeName: target.typeName,
      keys: Object.fromEntries(values.map(([name, value]) => [name, String(value).trim()])),
    };
    return recordDocument(model, ref, [...new Set(columns.values())]);
  }, [model, target, keys, columns]);
  const [stopped, setStopped] = useState<unknown>(null);
  const isStopped = prepared !== null && stopped === prepared;
  const [result, execute] = useQuery<unknown>({
    query: prepared?.query ?? NOTHING.query,
    variables: prepared?.variables ?? NOTHING.variables,
    pause: prepared === null || isStopped || session.isServer,
    requestPolicy: 'cache-and-network',
    context: useMemo(() => ({ screen: 'actions' }), []),
  });
  const row = useMemo(
    () => (prepared !== null && result.data != null ? prepared.read(result.data) : null),
    [prepared, result.data],
  );
  const base = useMemo(() => baseOf(model, action.form, columns, row), [model, action, columns, row]);
  const isKnown = row !== null;
  const standing = useCallback(
    (path: FieldPath): 'locked' | 'hidden' | null => {
      if (target === null || !isKnown) return null;
      const name = path.join('.');
      if (target.keys.some(key => key.path.join('.') === name)) return isPrefilled ? 'locked' : null;
      return target.twins.has(name) ? 'hidden' : null;
    },
    [target, isKnown, isPrefilled],
  );
  const failure = useMemo(() => {
    if (isStopped) return failureOf(new CancelledError('The wait for the present values was stopped'));
    return prepared !== null && result.error ? failureOf(result.error) : null;
  }, [prepared, isStopped, result.error]);
  const refresh = useCallback(() => {
    setStopped(null);
    if (!isStopped) execute({ requestPolicy: 'network-only' });
  }, [execute, isStopped]);
  const stop = useCallback(() => setStopped(prepared), [prepared]);
  const isLoading = prepared !== null && !isStopped && (result.fetching || result.stale);
  return { base, columns, row, standing, isLoading, failure, refresh, stop };
}

/** Returns a function that renders the note below a changed field: the current value, with a button to reset to it. */
export function useChangeMarks(
  session: Session,
  model: SchemaModel,
  { base, columns, row }: PresentValues,
  drafts: Drafts,
  discard: (path: FieldPath) => void,
): (field: FormField, path: FieldPath) => ReactNode {
  const text = useText();
  const address = normalAddress(session.connection.httpEndpoint, session.pageUrl);
  return useCallback(
    (_: FormField, path: FieldPath): ReactNode => {
      const column = row === null ? undefined : columns.get(path.join('.'));
      if (column === undefined || draftAt(drafts, path) === undefined) return null;
      const value = cellValue(row, column);
      if (value === undefined) return null;
      return (
        <div className="field-present">
          <span>{text('form.presentValue', { value: '' })}</span>
          <Value value={value} kind={column.kind} {...enumWords(model, column.typeRef)} base={address} />
          {draftAt(base, path) === undefined && value !== null ? null : (
            <Button kind="quiet" onClick={() => discard(path)}>
              {text('form.discard')}
            </Button>
          )}
        </div>
      );
    },
    [model, row, columns, base, drafts, text, address, discard],
  );
}

/** Returns the current values of required fields only: an update input with required fields has to include them. */
export function requiredOf(fields: readonly FormField[], base: Drafts, drafts: Drafts): Drafts {
  const entries: [string, Draft][] = [];
  for (const field of fields) {
    const value = Object.hasOwn(base, field.name) ? base[field.name] : undefined;
    const draft = Object.hasOwn(drafts, field.name) ? drafts[field.name] : undefined;
    if (field.control.kind === 'group') {
      // Only where the record has a value: an input type can require itself.
      if (!isDraftGroup(value) || (!field.required && draft === undefined)) continue;
      const inner = requiredOf(field.control.fields, value, isDraftGroup(draft) ? draft : {});
      if (Object.keys(inner).length > 0) entries.push([field.name, inner]);
    } else if (field.required && value !== undefined) entries.push([field.name, value]);
  }
  return Object.fromEntries(entries);
}

const NONE: ReadonlyMap<string, Column> = new Map();

/** The record that an action changes: where its keys are in the form. */
interface RecordTarget {
  readonly typeName: string;
  readonly keys: ReadonlyArray<{ column: string; path: readonly string[] }>;
  /** Paths of fields inside the changes that repeat a key. */
  readonly twins: ReadonlySet<string>;
}

function recordTarget(model: SchemaModel, action: Action): RecordTarget | null {
  const change = updateBy(model, action);
  const known = change === null ? ownKey(model, action) : { typeName: change.typeName, keys: keysOf(change.keys) };
  if (known === null || known.keys === null) return null;
  const { typeName, keys } = known;
  const wanted = recordLookup(model, typeName)?.keys ?? [];
  if (wanted.length === 0 || !wanted.every(key => keys.some(entry => entry.column === key.column))) return null;
  const at = change?.changesAt ?? [];
  const places = new Set(keys.map(key => key.path.join('.')));
  const twins = keys.map(key => [...at, key.column].join('.')).filter(name => !places.has(name));
  return { typeName, keys, twins: new Set(change === null ? [] : twins) };
}

function keysOf(
  keys: readonly { column: string | null; target: readonly string[]; asList: boolean }[],
): RecordTarget['keys'] | null {
  const found = keys.map(({ column, target, asList }) => (column === null || asList ? null : { column, path: target }));
  return found.every(entry => entry !== null) ? (found as RecordTarget['keys']) : null;
}

/** Returns the key of an action that changes a record without setting its fields (`renameShip(shipId, name)`). */
function ownKey(model: SchemaModel, action: Action): { typeName: string; keys: RecordTarget['keys'] } | null {
  if (action.about === null || action.verb === 'create' || action.verb === 'delete') return null;
  const own = actionsFor(model, action.about).find(entry => entry.action.id === action.id && entry.isOwn && !entry.asList);
  return own === undefined ? null : { typeName: action.about, keys: [{ column: own.key, path: own.target }] };
}

/** Returns the record's columns that match fields of the form, by the paths of the fields. */
function presentColumns(
  model: SchemaModel,
  target: RecordTarget,
  fields: readonly FormField[],
  above: readonly string[],
): ReadonlyMap<string, Column> {
  const { typeName } = target;
  const found = new Map<string, Column>();
  for (const field of fields) {
    const path = [...above, field.name];
    const name = path.join('.');
    if (field.control.kind === 'group') {
      if (path.length < DEPTH)
        for (const [inner, column] of presentColumns(model, target, field.control.fields, path)) found.set(inner, column);
    } else if (field.control.kind === 'scalar' || field.control.kind === 'enum') {
      const bare = field.name.replace(/_?id$/i, '');
      const isSplit = valuesType(model, typeName) !== null;
      const column =
        columnAt(model, typeName, [field.name]) ??
        columnAt(model, typeName, [bare]) ??
        (isSplit
          ? (columnAt(model, typeName, ['attributes', field.name]) ?? columnAt(model, typeName, ['attributes', bare]))
          : null);
      // The record's own key is not a value to change.
      const isKey = target.keys.some(key => key.path.join('.') === name) || target.twins.has(name);
      if (column !== null && column.kind !== 'list' && !isKey) found.set(name, column);
    }
  }
  return found;
}

/** Returns the record's values as drafts at the paths of the form's fields. */
function baseOf(model: SchemaModel, fields: readonly FormField[], columns: ReadonlyMap<string, Column>, row: unknown): Drafts {
  let base: Draft = {};
  if (row === null) return {};
  for (const [name, column] of columns) {
    const path = name.split('.');
    const field = fieldAtPath(fields, path);
    const value = column.relation === null ? cellValue(row, column) : keyOf(model, row, column);
    if (field === undefined || value === undefined || value === null) continue;
    const draft = draftOf(field, value);
    if (draft !== undefined) base = withDraftAt(base, path, draft);
  }
  return base as Drafts;
}

/** Returns the key of a related record; undefined if the response does not contain it. */
function keyOf(model: SchemaModel, row: unknown, column: Column): unknown {
  const related = relatedValue(row, column);
  if (column.relation === null || related === null || Array.isArray(related)) return undefined;
  const keys = Object.values(recordRef(model, column.relation.typeName, related)?.keys ?? {});
  return keys.length === 1 ? keys[0] : undefined;
}

/** Returns the draft of a current value, as if a user had typed it. */
function draftOf(field: FormField, value: unknown): Draft {
  return fromVariables([field], Object.fromEntries([[field.name, value]]))[field.name];
}
