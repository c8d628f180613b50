/** The arguments beside the key and the changed fields: the version to compare, the cap on the number of rows, and what stays unknown. */
import type { ArgumentPath } from '../model/argumentPath';
import { scalarInfo } from '../model/scalars';
import { type ArgumentModel, fieldsOf, mustBeGiven, type SchemaModel, typeOf } from '../model/schemaModel';
import { type ArgumentFields, type ChangeReader, inputTypeOf, plainName } from './changeReader';
import { equality } from './whereKeys';

/** What `outerArguments` finds. */
export interface OuterArguments {
  /** The record's field whose value the server compares, and the argument that takes it. */
  readonly version: { readonly column: string; readonly target: ArgumentPath } | null;
  /** The most rows that may be changed. */
  readonly cap: ArgumentPath | null;
  /** Required arguments that nothing is known for. */
  readonly unfilled: readonly string[];
}

const VERSION =
  /^(_version|version|lock_?version|revision|rev|_rev|etag|e_?tag|expected_?version|expected_?revision|if_?match|row_?version|record_?version)$/i;
const UPDATED_AT =
  /^(expected_?|if_?unmodified_?since|last_?seen_?|previous_?)?(updated_?at|modified_?at|last_?modified|if_?unmodified_?since)$/i;
const CAP = /^(at_?most|limit|max|max_?count|max_?rows|first|take)$/i;

/** Version, cap and unfilled arguments of a level, those at the given names left out. */
export function outerArguments(
  reader: ChangeReader,
  fields: ArgumentFields,
  prefix: ArgumentPath,
  taken: readonly string[],
): OuterArguments {
  const { model, typeName } = reader;
  const own = fieldsOf(model.types.get(typeName));
  let version: OuterArguments['version'] = null;
  let cap: ArgumentPath | null = null;
  const unfilled: string[] = [];
  for (const argument of fields.values()) {
    const path = [...prefix, argument.name];
    const column = versionColumn(own, argument.name);
    if (column !== null && inputTypeOf(model, argument) === null) version ??= { column, target: path };
    else if (CAP.test(argument.name) && isNumber(model, argument)) cap ??= path;
    else if (/^condition$/i.test(argument.name)) version ??= conditionVersion(reader, argument, path);
    else if (mustBeGiven(argument) && !taken.includes(argument.name)) unfilled.push(path.join('.'));
  }
  return { version, cap, unfilled };
}

/** The record's field that a version argument compares; null for another argument. */
function versionColumn(own: ReadonlyMap<string, unknown>, name: string): string | null {
  if (!VERSION.test(name) && !UPDATED_AT.test(name)) return null;
  // A bare `updatedAt` is a value to be set, not a condition.
  if (/^(updated_?at|modified_?at|last_?modified)$/i.test(name)) return null;
  const bare = plainName(name).replace(/^(expected|lastseen|previous|ifunmodifiedsince)/, '');
  const found =
    [...own.keys()].find(field => plainName(field) === plainName(name)) ??
    [...own.keys()].find(field => plainName(field) === bare && bare !== '');
  if (found !== undefined) return found;
  return /^if/i.test(name) ? ([...own.keys()].find(field => /^(etag|_?version|updated_?at)$/i.test(field)) ?? null) : null;
}

/** The version inside a `condition`: an equality of the record's version. */
function conditionVersion(reader: ChangeReader, argument: ArgumentModel, path: ArgumentPath): OuterArguments['version'] {
  const type = inputTypeOf(reader.model, argument);
  if (type === null) return null;
  const own = fieldsOf(reader.model.types.get(reader.typeName));
  for (const field of type.inputFields.values()) {
    if ((!VERSION.test(field.name) && !/^(updated|modified)_?at$/i.test(field.name)) || !own.has(field.name)) continue;
    const inner = equality(reader.model, field, [...path, field.name]);
    if (inner !== null && !inner.asList) return { column: field.name, target: inner.target };
  }
  return null;
}

/** True for what can be set: not the bookkeeping of the request, not a version. */
export function isChangeable({ model, typeName }: ChangeReader, field: ArgumentModel): boolean {
  if (/^client_?mutation_?id$/i.test(field.name) || CAP.test(field.name)) return false;
  return versionColumn(fieldsOf(model.types.get(typeName)), field.name) === null;
}

function isNumber(model: SchemaModel, argument: ArgumentModel): boolean {
  const type = typeOf(model, argument.type);
  return type?.kind === 'scalar' && scalarInfo(type).kind === 'int';
}
