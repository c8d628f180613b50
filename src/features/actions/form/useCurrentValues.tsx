/**
 * The current values of the record that a form changes. They are shown in the inputs; fields that differ are marked, and only those are
 * sent. Fields of the form are matched to fields of the record by name: `eta` to `eta`, `berthId` to `berth`.
 */
import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { draftAt, isDraftGroup, withDraftAt } from '../../../parts/form/formDraft';
import { fieldAtPath } from '../../../parts/form/mergeDrafts';
import { useRested } from '../../../parts/form/useRested';
import { usePrepared } from '../../../parts/usePrepared';
import { type Column, cellValue, columnAt, relatedValue } from '../../../schema/collections/columns/columns';
import { fieldAt, valuesType } from '../../../schema/collections/displayField';
import { isPartial } from '../../../schema/collections/isPartial';
import { recordLookup, recordRef } from '../../../schema/collections/records';
import { recordDocument } from '../../../schema/documents/recordDocument';
import type { FormField } from '../../../schema/forms/formModel';
import { type Draft, type Drafts, type FieldPath, fromVariables } from '../../../schema/forms/formValues';
import { enumWords, isComposite, isList, type SchemaModel, typeOf } from '../../../schema/model/schemaModel';
import type { Action } from '../../../schema/mutations/actions';
import { updateBy } from '../../../schema/mutations/changes';
import { lowerWords } from '../../../schema/mutations/names/nameWords';
import { actionsFor } from '../../../schema/mutations/recordActions';
import { wholeUpdateBy } from '../../../schema/mutations/wholeUpdates';
import { normalAddress } from '../../../session/connections/connections';
import type { Session } from '../../../session/connections/session';
import type { Failure } from '../../../transport/observe/failure';
import { isSecretName } from '../../../transport/secrets/isSecretName';
import { Button } from '../../../ui/inputs/Button';
import { Value } from '../../../ui/table/Value';

/** Fields nested deeper than this are not matched. */
const DEPTH = 4;
/** More fields are not matched: recursive input types can have any number. */
const MOST_FIELDS = 2000;

/** The fields of a form that are filled in with the values of a record. */
export interface CurrentPlaces {
  /** The record's columns by the path of the matching field. */
  readonly columns: ReadonlyMap<string, Column>;
  /**
   * Paths of fields that take a whole object: one within the record, such as `fee {amount currency}`, or all values of the record, if the
   * update can replace it.
   */
  readonly objects: ReadonlySet<string>;
  /** Paths of fields that replace a list of the record whose items are not filled in, because only a part of them is known. */
  readonly partLists: readonly string[];
  /** The record; null if the action changes none. */
  readonly target: RecordTarget | null;
}

/** Returns the places of an action's form. */
export function useCurrentPlaces(model: SchemaModel, action: Action): CurrentPlaces {
  return useMemo(() => {
    const target = recordTarget(model, action);
    return target === null ? NOWHERE : { ...presentPlaces(model, target, action), target };
  }, [model, action]);
}

/** The current values and the state of their request. */
export interface CurrentValues extends Pick<CurrentPlaces, 'columns' | 'objects' | 'target'> {
  /** The values as drafts, in the shape of the form; {} until they are loaded. */
  readonly base: Drafts;
  /** The values as the server sent them, in the shape of the form; {} until they are loaded. */
  readonly values: object;
  readonly row: unknown;
  /**
   * True while the values are unknown, if the update can replace the whole record or a filled-in list: values that are not filled in may be
   * cleared.
   */
  readonly mayErase: boolean;
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
   * A list is 'locked' while the record is loading: an item added before would be sent without the current ones.
   */
  readonly standing: (path: FieldPath) => 'locked' | 'hidden' | null;
}

/** Loads the record whose key is in the drafts. */
export function useCurrentValues(
  session: Session,
  model: SchemaModel,
  action: Action,
  { columns, objects, partLists, target }: CurrentPlaces,
  drafts: Drafts,
  isPrefilled: boolean,
): CurrentValues {
  const keys = target === null ? '' : JSON.stringify(target.keys.map(key => [key.column, draftAt(drafts, key.path)]));
  // Not every typed letter is a key.
  const isTyping = useRested(keys) !== keys;
  const prepared = useMemo(() => {
    if (target === null || columns.size === 0 || isTyping || session.isServer) return null;
    const values = JSON.parse(keys) as [string, unknown][];
    if (values.some(([, value]) => typeof value !== 'string' || value.trim() === '')) return null;
    const ref = {
      typeName: target.typeName,
      keys: Object.fromEntries(values.map(([name, value]) => [name, String(value).trim()])),
    };
    return recordDocument(model, ref, [...new Set(columns.values())]);
  }, [session, model, target, keys, columns, isTyping]);
  const { value, isOld, isLoading, failure, refresh, stop } = usePrepared<unknown>(prepared, { screen: 'actions' });
  // The values of another record must never be sent.
  const row = isOld ? null : value;
  const { base, values } = useMemo(() => baseOf(model, action.form, columns, row), [model, action, columns, row]);
  const isKnown = row !== null;
  // The record is requested again after other changes too; the list that the user is editing must not be disabled then.
  const settled = useRef('');
  if (!isTyping && !isLoading && (isKnown || failure !== null)) settled.current = keys;
  const isFirstLoad = isTyping || (isLoading && settled.current !== keys);
  const standing = useCallback(
    (path: FieldPath): 'locked' | 'hidden' | null => {
      const item = path.findIndex(part => typeof part === 'number');
      const name = path.slice(0, item === -1 ? path.length : item).join('.');
      if (isFirstLoad && columns.get(name)?.kind === 'list') return 'locked';
      if (target === null || !isKnown) return null;
      if (target.keys.some(key => key.path.join('.') === name)) return isPrefilled ? 'locked' : null;
      return target.twins.has(name) ? 'hidden' : null;
    },
    [target, isKnown, isPrefilled, isFirstLoad, columns],
  );
  const isListUnread = (isKnown && failure === null ? [] : listPaths(columns)).some(
    path => draftAt(drafts, path) !== undefined && draftAt(base, path) === undefined,
  );
  const isPartReplaced = partLists.some(name => draftAt(drafts, name.split('.')) !== undefined);
  const mayErase = isListUnread || isPartReplaced || (!isKnown && wholeUpdateBy(model, action) !== null);
  return { base, values, columns, objects, target, row, mayErase, standing, isLoading, failure, refresh, stop };
}

/** Returns a function that renders the note below a changed field: the current value, with a button to reset to it. */
export function useChangeMarks(
  session: Session,
  model: SchemaModel,
  { base, columns, row }: CurrentValues,
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

/** Removes the lists that were made from the items of a record, if the change at a path selects another record. */
export function withoutListsOf(
  { base, columns }: CurrentValues,
  target: CurrentPlaces['target'],
  drafts: Drafts,
  changed: FieldPath,
): Drafts {
  const isKey = target?.keys.some(key => key.path.join('.') === changed.join('.')) === true;
  const lists = isKey ? listPaths(columns).filter(path => draftAt(base, path) !== undefined) : [];
  return lists.reduce<Drafts>((rest, path) => withDraftAt(rest, path, undefined) as Drafts, drafts);
}

/** Paths of the fields that take the items of a list of the record. */
const listPaths = (columns: CurrentPlaces['columns']): FieldPath[] =>
  [...columns].flatMap(([name, { kind }]) => (kind === 'list' ? [name.split('.')] : []));

/**
 * Returns the unchanged values to send with the changes: those of required fields, because the input must include them, all values of a
 * changed object (`objects`), because the server may replace the whole object, and the record's version, with which the server notices that
 * somebody else has changed the record meanwhile.
 */
export function unchangedValues(
  fields: readonly FormField[],
  { base, objects, target }: Pick<CurrentValues, 'base' | 'objects' | 'target'>,
  drafts: Drafts,
  above: readonly string[] = [],
): Drafts {
  const entries: [string, Draft][] = [];
  const version = target?.version?.path.join('.') ?? '';
  const isWhole = objects.has(above.join('.'));
  for (const field of fields) {
    const value = Object.hasOwn(base, field.name) ? base[field.name] : undefined;
    const draft = Object.hasOwn(drafts, field.name) ? drafts[field.name] : undefined;
    const path = [...above, field.name];
    const name = path.join('.');
    const isNeeded = field.required || isWhole || version === name || version.startsWith(`${name}.`);
    if (field.control.kind === 'group') {
      // Only where the record has a value: an input type can require itself.
      if (!isDraftGroup(value) || (!isNeeded && draft === undefined)) continue;
      const present = { base: value, objects, target };
      const inner = unchangedValues(field.control.fields, present, isDraftGroup(draft) ? draft : {}, path);
      if (Object.keys(inner).length > 0) entries.push([field.name, inner]);
    } else if (isNeeded && value !== undefined) entries.push([field.name, value]);
  }
  return Object.fromEntries(entries);
}

const NOWHERE: CurrentPlaces = { columns: new Map(), objects: new Set(), partLists: [], target: null };

/** The record that an action changes: where its keys are in the form. */
interface RecordTarget {
  readonly typeName: string;
  readonly keys: ReadonlyArray<{ column: string; path: readonly string[] }>;
  /** The path of the object with the changes; null if unknown. */
  readonly changesAt: readonly string[] | null;
  /** Paths of fields inside the changes that repeat a key. */
  readonly twins: ReadonlySet<string>;
  /** The field for the record's version; null if there is none. */
  readonly version: { readonly column: string; readonly path: readonly string[] } | null;
}

function recordTarget(model: SchemaModel, action: Action): RecordTarget | null {
  const change = updateBy(model, action);
  const subject = change === null ? ownKey(model, action) : { typeName: change.typeName, keys: keysOf(change.keys) };
  if (subject === null || subject.keys === null) return null;
  const { typeName, keys } = subject;
  const wanted = recordLookup(model, typeName)?.keys ?? [];
  if (wanted.length === 0 || !wanted.every(key => keys.some(entry => entry.column === key.column))) return null;
  const at = change?.changesAt ?? [];
  const places = new Set(keys.map(key => key.path.join('.')));
  const twins = keys.map(key => [...at, key.column].join('.')).filter(name => !places.has(name));
  const version = change?.version ? { column: change.version.column, path: change.version.target } : null;
  return { typeName, keys, changesAt: change === null ? null : at, twins: new Set(change === null ? [] : twins), version };
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
  if (own === undefined) return null;
  return { typeName: action.about, keys: [own, ...own.others].map(({ key, target }) => ({ column: key, path: target })) };
}

/** Finds the record's columns that match fields of the form, and the objects within the record that contain some of them. */
function presentPlaces(model: SchemaModel, target: RecordTarget, action: Action): Omit<CurrentPlaces, 'target'> {
  const { typeName } = target;
  const columns = new Map<string, Column>();
  const partLists: string[] = [];
  const whole = wholeUpdateBy(model, action)?.changesAt ?? null;
  const objects = new Set(whole === null ? [] : [whole.join('.')]);
  const isUpdate = target.changesAt !== null && action.verb === 'update';
  const keepsItems = isUpdate && !lowerWords(action.path.at(-1) ?? '').some(word => PART_OF_LIST.test(word));
  const bases = valuesType(model, typeName) === null ? [[]] : [[], ['attributes']];
  let left = MOST_FIELDS;
  const find = (fields: readonly FormField[], above: readonly string[], within: readonly string[]): void => {
    for (const field of fields) {
      if (--left < 0) return;
      const path = [...above, field.name];
      const name = path.join('.');
      if (field.control.kind === 'group') {
        const inner = path.length < DEPTH ? placeOf(model, target, path, within, bases) : null;
        if (inner !== null) find(field.control.fields, path, inner);
      } else if (isValue(field.control) || hasItems(field)) {
        const ways = [field.name, field.name.replace(/_?id$/i, ''), field.name.replace(/_?ids$/i, 's')].map(last => [
          ...within,
          last,
        ]);
        const column = bases
          .flatMap(base => ways.map(way => columnAt(model, typeName, [...base, ...way])))
          .find(found => found !== null);
        // The record's own key is not a value to change.
        const isKey = target.keys.some(key => key.path.join('.') === name) || target.twins.has(name);
        if (column === undefined || (column.kind === 'list') !== hasItems(field) || isKey) continue;
        const isPart = column.relation !== null || isPartial(model, fieldAt(model, typeName, column.path.join('.')));
        if (hasItems(field) && isPart && keepsItems) partLists.push(name);
        if (hasItems(field) && (column.relation !== null || !keepsItems)) continue;
        // Required values are sent back with the changes, so they must be complete.
        if (column.relation === null && isPart) continue;
        if (action.verb !== 'update' && isAboutAction(action, field.name)) continue;
        if (within.length > 0 && (isSecretName(field.name) || !isOwnOrKey(model, column, field.name))) continue;
        columns.set(name, column);
        if (within.length > 0 && column.relation === null) objects.add(above.join('.'));
      }
    }
  };
  find(action.form, [], []);
  const { version } = target;
  const column = version === null ? null : columnAt(model, typeName, [version.column]);
  if (version !== null && column !== null) columns.set(version.path.join('.'), column);
  return { columns, objects, partLists };
}

/** Words of actions that take only some items of a list: those to add or to remove. */
const PART_OF_LIST = /^(add|append|attach|assign|insert|push|extend|remove|delete|detach|unassign|pull|exclude|include|toggle)/;

const isValue = ({ kind }: FormField['control']): boolean => kind === 'scalar' || kind === 'enum';

/** True for a list of values. An update replaces the whole list, so without the current items they would be lost. */
const hasItems = ({ control }: FormField): boolean => control.kind === 'list' && isValue(control.item.control);

/** True for a reason or note about the action itself: `reason` of `cancelVisit`, but not of `setVisitReason`. */
function isAboutAction(action: Action, name: string): boolean {
  const word = lowerWords(name).at(-1) ?? '';
  return (
    /^(reason|note|comment|message|remark|justification|explanation)s?$/.test(word) &&
    !lowerWords(action.path.at(-1) ?? '').includes(word)
  );
}

/** False for a value of a related record that is not its key: the value of a relation's column is the key (`baseOf`). */
const isOwnOrKey = (model: SchemaModel, { relation }: Column, name: string): boolean =>
  relation === null || recordLookup(model, relation.typeName)?.keys[0]?.column === name;

/** Path of the record's object that contains the values of a group of fields; [] for the record itself, null if unknown. */
function placeOf(
  model: SchemaModel,
  { typeName, changesAt }: RecordTarget,
  path: readonly string[],
  within: readonly string[],
  bases: readonly (readonly string[])[],
): readonly string[] | null {
  if (changesAt !== null && path.length <= changesAt.length && path.every((name, at) => name === changesAt[at])) return [];
  const way = [...within, ...path.slice(-1)];
  const isObject = bases.some(base => {
    const field = fieldAt(model, typeName, [...base, ...way].join('.'));
    return field !== undefined && !isList(field.type) && isComposite(typeOf(model, field.type));
  });
  if (isObject) return way;
  return changesAt === null && within.length === 0 ? [] : null;
}

/** Returns the record's values at the paths of the form's fields, as drafts and as the server sent them. */
function baseOf(
  model: SchemaModel,
  fields: readonly FormField[],
  columns: ReadonlyMap<string, Column>,
  row: unknown,
): Pick<CurrentValues, 'base' | 'values'> {
  let base: Draft = {};
  let values: Draft = {};
  for (const [name, column] of row === null ? [] : columns) {
    const path = name.split('.');
    const field = fieldAtPath(fields, path);
    const value = column.relation === null ? cellValue(row, column) : keyOf(model, row, column);
    if (field === undefined || value === undefined || value === null) continue;
    const draft = draftOf(field, value);
    if (draft === undefined) continue;
    base = withDraftAt(base, path, draft);
    values = withDraftAt(values, path, value as Draft);
  }
  return { base: base as Drafts, values: values as Drafts };
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
