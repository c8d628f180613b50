/** Finds the arguments beside the key and the changed fields: a version, a limit on the number of rows, and unknown required arguments. */

import { CLIENT_MARK } from '../../forms/formModel';
import type { ArgumentPath } from '../../model/argumentPath';
import { scalarInfo } from '../../model/scalars';
import { type ArgumentModel, fieldsOf, isRequiredArgument, type SchemaModel, typeOf } from '../../model/schemaModel';
import { type ArgumentFields, type ChangeReader, inputTypeOf, plainName } from './changeReader';
import { equality } from './whereKeys';

/** The result of `outerArguments`. */
export interface OuterArguments {
  /** The record's version field, and the argument that takes it so that the server can detect conflicting changes. */
  readonly version: { readonly column: string; readonly target: ArgumentPath; readonly isRequired: boolean } | null;
  /** The argument that limits the number of changed rows. */
  readonly cap: ArgumentPath | null;
  /** Required arguments for which no value is known. */
  readonly unfilled: readonly string[];
}

const VERSION =
  /^(_version|version|lock_?version|revision|rev|_rev|etag|e_?tag|expected_?version|expected_?revision|if_?match|row_?version|record_?version)$/i;
const UPDATED_AT =
  /^(expected_?|if_?unmodified_?since|last_?seen_?|previous_?)?(updated_?at|modified_?at|last_?modified|if_?unmodified_?since)$/i;
const CAP = /^(at_?most|limit|max|max_?count|max_?rows|first|take)$/i;

/** Version, cap and unfilled arguments of a level. Required arguments whose names are in `taken` do not count as unfilled. */
export function outerArguments(
  reader: ChangeReader,
  fields: ArgumentFields,
  prefix: ArgumentPath,
  taken: readonly string[],
): OuterArguments {
  const { model } = reader;
  let version: OuterArguments['version'] = null;
  let cap: ArgumentPath | null = null;
  const unfilled: string[] = [];
  for (const argument of fields.values()) {
    const path = [...prefix, argument.name];
    const column = versionColumn(reader, argument);
    if (column !== null) version ??= { column, target: path, isRequired: isRequiredArgument(argument) };
    else if (CAP.test(argument.name) && isNumber(model, argument)) cap ??= path;
    else if (/^condition$/i.test(argument.name)) version ??= conditionVersion(reader, argument, path);
    else if (isRequiredArgument(argument) && !taken.includes(argument.name) && !CLIENT_MARK.test(argument.name))
      unfilled.push(path.join('.'));
  }
  return { version, cap, unfilled };
}

/**
 * The record's field for a version argument; null for any other argument. A new record has no version to compare, and among the changed
 * fields a text such as `version` is a value, as that of a product.
 */
function versionColumn(
  { model, typeName, verb }: ChangeReader,
  { name, type }: ArgumentModel,
  isAmongChanges = false,
): string | null {
  if ((!VERSION.test(name) && !UPDATED_AT.test(name)) || verb === 'create') return null;
  const scalar = typeOf(model, type);
  if (scalar?.kind !== 'scalar' || (isAmongChanges && scalar.name === 'String' && /^(version|revision)$/i.test(name)))
    return null;
  const own = fieldsOf(model.types.get(typeName));
  // A plain `updatedAt` is a value to set, not a condition.
  if (/^(updated_?at|modified_?at|last_?modified)$/i.test(name)) return null;
  const bare = plainName(name).replace(/^(expected|lastseen|previous|ifunmodifiedsince)/, '');
  const found =
    [...own.keys()].find(field => plainName(field) === plainName(name)) ??
    [...own.keys()].find(field => plainName(field) === bare && bare !== '');
  if (found !== undefined) return found;
  return /^if/i.test(name) ? ([...own.keys()].find(field => /^(etag|_?version|updated_?at)$/i.test(field)) ?? null) : null;
}

/** The version in an object with the changed fields; null if there is none. */
export function innerVersion(reader: ChangeReader, fields: ArgumentFields, prefix: ArgumentPath): OuterArguments['version'] {
  for (const field of fields.values()) {
    const column = versionColumn(reader, field, true);
    if (column !== null) return { column, target: [...prefix, field.name], isRequired: isRequiredArgument(field) };
  }
  return null;
}

/** The version inside a `condition` argument: an equality test on the record's version field. */
function conditionVersion(reader: ChangeReader, argument: ArgumentModel, path: ArgumentPath): OuterArguments['version'] {
  const type = inputTypeOf(reader.model, argument);
  if (type === null) return null;
  const own = fieldsOf(reader.model.types.get(reader.typeName));
  for (const field of type.inputFields.values()) {
    if ((!VERSION.test(field.name) && !/^(updated|modified)_?at$/i.test(field.name)) || !own.has(field.name)) continue;
    const inner = equality(reader.model, field, [...path, field.name]);
    if (inner !== null && !inner.asList) return { column: field.name, target: inner.target, isRequired: false };
  }
  return null;
}

/** True for a field that the user can change: not `clientMutationId`, a limit or a version. @param isInside it is in an object for changes */
export function isChangeable(reader: ChangeReader, field: ArgumentModel, isInside = false): boolean {
  if (CLIENT_MARK.test(field.name) || CAP.test(field.name)) return false;
  return versionColumn(reader, field, isInside) === null;
}

function isNumber(model: SchemaModel, argument: ArgumentModel): boolean {
  const type = typeOf(model, argument.type);
  return type?.kind === 'scalar' && scalarInfo(type).kind === 'int';
}
