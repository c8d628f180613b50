/**
 * Finds optional arguments that help to identify the changed record, such as `environmentId` in
 * `serviceInstanceUpdate(serviceId: String!, environmentId: String, input)`. Without it, the server could change another record of the same
 * service.
 */
import { recordLookup } from '../../collections/records';
import { CLIENT_MARK } from '../../forms/formModel';
import type { ArgumentPath } from '../../model/argumentPath';
import { type ArgumentModel, fieldsOf, isComposite, isList, isRequiredArgument, typeOf } from '../../model/schemaModel';
import { type ArgumentFields, type ChangeReader, plainName } from './changeReader';
import { PLAIN_KEYS, relatedColumn } from './keyColumn';
import { KEYS_INSIDE, type KeyTarget, keyLeaf } from './keyTargets';

const KEY_LIKE = /^(.+?)_?(id|path|slug|key|code)$/i;

/** The optional arguments beside required keys that can be set from the record, and the names of those that cannot. */
export function narrowingKeys(
  reader: ChangeReader,
  fields: ArgumentFields,
  prefix: ArgumentPath,
  place: { readonly keys: readonly KeyTarget[]; readonly changesAt: ArgumentPath | null; readonly taken: readonly string[] },
): { readonly keys: readonly KeyTarget[]; readonly unfilled: readonly string[] } {
  const keys: KeyTarget[] = [];
  const unfilled: string[] = [];
  if (!isOpenKey(fields, prefix, place.keys)) return { keys, unfilled };
  const lookup = recordLookup(reader.model, reader.typeName);
  const composite = lookup?.keys ?? [];
  const parts = new Set(composite.length > 1 ? composite.map(key => key.column) : []);
  const named = new Set(place.keys.map(key => key.target.at(-1)));
  const isNatural = !place.keys.some(({ column }) => reader.names.has(plainName(column ?? '').replace(/(uu)?id$/, '')));
  // If the new values are top-level arguments too, only arguments for a part of the record's composite key count as keys.
  const isAmongChanges = place.changesAt?.length === prefix.length;
  // Without a query field for the key, other records can have it, too.
  const isRepeated = lookup === null && place.keys.every(({ column }) => KEYS_INSIDE.test(plainName(column ?? '')));
  for (const argument of fields.values()) {
    if (named.has(argument.name)) continue;
    const column = relatedColumn(reader, argument.name);
    if (isRequiredArgument(argument)) {
      // `upsertProperty(kind: Kind!, key: String!, value)`: a member and a network can have the same key.
      const type = typeOf(reader.model, argument.type);
      if (isRepeated && column === null && (type?.kind === 'enum' || type?.name === 'ID'))
        unfilled.push([...prefix, argument.name].join('.'));
      continue;
    }
    const tellsApart = isNatural && isOfDeletion(reader, argument, column !== null);
    if (!tellsApart && !KEY_LIKE.test(argument.name)) continue;
    const isValue = isAmongChanges ? column === null || !parts.has(column) : place.taken.includes(argument.name);
    if (!tellsApart && isValue) continue;
    const leaf = keyLeaf(reader.model, argument);
    const path = [...prefix, argument.name];
    if (column !== null && leaf !== null && !leaf.asList) keys.push({ column, target: path, ...leaf });
    else if (tellsApart || column !== null || holdsParent(reader, argument.name)) unfilled.push(path.join('.'));
  }
  return { keys, unfilled };
}

/**
 * True for an id, or an enum field of the record, that deletions take too: with `setValue(key!, value, scope)` and `deleteValue(key!,
 * scope)`, the scope is not a value to set, but distinguishes values with the same key.
 */
function isOfDeletion({ model, verb, narrows }: ChangeReader, argument: ArgumentModel, isField: boolean): boolean {
  if (verb !== 'delete' && !narrows.has(plainName(argument.name))) return false;
  const type = typeOf(model, argument.type);
  return !CLIENT_MARK.test(argument.name) && (type?.name === 'ID' || (type?.kind === 'enum' && isField));
}

/** True if all keys are required and none identifies a record alone. Optional keys are alternatives, of which one is enough. */
function isOpenKey(fields: ArgumentFields, prefix: ArgumentPath, keys: readonly KeyTarget[]): boolean {
  return (
    keys.length > 0 &&
    keys.every(({ column, target, asList }) => {
      const argument = fields.get(target.at(-1) ?? '');
      const isHere = argument !== undefined && target.length === prefix.length + 1;
      return isHere && isRequiredArgument(argument) && !asList && column !== null && !PLAIN_KEYS.test(plainName(column));
    })
  );
}

/** True if the record has the object that the argument names, but not its key: `environment {name}` for `environmentId`. */
function holdsParent({ model, typeName }: ChangeReader, name: string): boolean {
  const holder = plainName(KEY_LIKE.exec(name)?.[1] ?? '');
  return [...fieldsOf(model.types.get(typeName)).values()].some(
    field => plainName(field.name) === holder && !isList(field.type) && isComposite(typeOf(model, field.type)),
  );
}
