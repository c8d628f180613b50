/**
 * Finds the arguments for the key of a record that has no plain id: a natural key such as `code` or `slug`, or a composite key. The action
 * must be proven to change the record (actionTarget.ts).
 */
import { fieldAt } from '../collections/displayField';
import { recordLookup, rowKeys } from '../collections/records';
import type { ArgumentPath } from '../model/argumentPath';
import { nameKey, singular } from '../model/readableName';
import { type ArgumentModel, fieldsOf, isRequiredArgument, namedType, type SchemaModel } from '../model/schemaModel';
import type { Action } from './actions';
import { changesOf, updateBy } from './changes';
import { inputTypeOf, plainName } from './keys/changeReader';
import { PLAIN_KEYS } from './keys/keyColumn';
import { type KeyTarget, keyLeaf, NATURAL_KEYS } from './keys/keyTargets';
import { lowerWords } from './names/nameWords';
import { isMembershipName, isOwn } from './names/subjects';

/** An argument and the field of the record whose value it takes. */
export interface KeyPart {
  readonly target: ArgumentPath;
  readonly key: string;
  /** True if the argument takes a list; the key is then sent in a list with one item. */
  readonly asList: boolean;
}

/** Names of natural keys that are as often the value that an action changes: `renameTag(name)`. */
const OFTEN_VALUES = /^(name|label|title|text|value|status|username|login|email|number|token|url|domain)$/;

/** The arguments that take the whole key of a record of the type; [] if there are none, or not all. */
export function naturalTarget(model: SchemaModel, action: Action, typeName: string): readonly KeyPart[] {
  if (action.verb === 'create' || isMembershipName(action.path) || isOwn(action.path)) return [];
  const change = action.verb === 'delete' ? changesOf(model, typeName).delete : updateBy(model, action);
  if (change?.action.id === action.id && change.sure === 'certain' && change.family !== 'filter' && isNatural(change.keys))
    return partsOf(change.keys);
  const key = onlyNaturalKey(model, typeName);
  return key === null || isChanged(action, key) ? [] : placesOf(model, action, typeName, key).slice(0, 1);
}

/**
 * The argument that refers to a record by type and natural key: `attachDocument(patientMrn)`. Null if there is none, or for a type with a
 * plain id.
 * @param isReturned the action returns the record: then the key alone is enough (`moveToWard(mrn)`), unless its name is a common one
 */
export function naturalReference(model: SchemaModel, action: Action, typeName: string, isReturned: boolean): KeyPart | null {
  const key = soleLookupKey(model, typeName);
  if (key === null || key.includes('.')) return null;
  const name = plainName(key);
  const [place] = placesOf(model, action, typeName, key, `${nameKey(typeName)}${name}`);
  if (place !== undefined) return place;
  return isReturned && !NATURAL_KEYS.test(name) ? (placesOf(model, action, typeName, key)[0] ?? null) : null;
}

/** True if no part of the key is a plain id, whose argument recordActions.ts finds. */
const isNatural = (keys: readonly KeyTarget[]): boolean =>
  keys.every(({ column }) => column !== null && (column.includes('.') || !PLAIN_KEYS.test(plainName(column))));

function partsOf(keys: readonly KeyTarget[]): readonly KeyPart[] {
  const parts = keys.flatMap(({ column, target, asList }) => (column === null ? [] : [{ target, key: column, asList }]));
  return parts.length === keys.length ? parts : [];
}

/** The key by which a record is loaded, unless its name is that of a value. */
function onlyNaturalKey(model: SchemaModel, typeName: string): string | null {
  const key = soleLookupKey(model, typeName);
  return OFTEN_VALUES.test(plainName(key ?? '')) ? null : key;
}

/** The key by which a record is loaded, if the type has no plain id beside it; null if there are several. */
function soleLookupKey(model: SchemaModel, typeName: string): string | null {
  const [key, ...others] = recordLookup(model, typeName)?.keys ?? [];
  if (key === undefined || others.length > 0) return null;
  const hasId = [...fieldsOf(model.types.get(typeName)).keys(), ...rowKeys(model, typeName)].some(field =>
    PLAIN_KEYS.test(plainName(field)),
  );
  return hasId ? null : key.column;
}

/** True if the action's name says that it changes the key: `setShopSlug(slug)`. */
const isChanged = (action: Action, key: string): boolean =>
  action.verb !== 'delete' && lowerWords(action.path.at(-1) ?? '').includes(plainName(key));

/** The required arguments with the name of the key, or another name, also inside one input object. */
function placesOf(
  model: SchemaModel,
  action: Action,
  typeName: string,
  key: string,
  wanted = plainName(key),
): readonly KeyPart[] {
  const type = fieldAt(model, typeName, key)?.type;
  const placeOf = (argument: ArgumentModel, above: ArgumentPath): readonly KeyPart[] => {
    const leaf = isRequiredArgument(argument) ? keyLeaf(model, argument) : null;
    if (leaf === null || type === undefined || namedType(leaf.type) !== namedType(type)) return [];
    const name = plainName(argument.name);
    const isKey = (leaf.asList ? singular(name) : name) === wanted;
    return isKey ? [{ target: [...above, argument.name], key, asList: leaf.asList }] : [];
  };
  const args = [...action.field.args.values()];
  const outside = args.flatMap(argument => placeOf(argument, []));
  if (outside.length > 0) return outside;
  return args.flatMap(argument => {
    const input = isRequiredArgument(argument) ? inputTypeOf(model, argument) : null;
    return input === null ? [] : [...input.inputFields.values()].flatMap(inner => placeOf(inner, [argument.name]));
  });
}
