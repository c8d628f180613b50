/** Finds the column with the end of a period from the one with its start: `endsAt` for `startsAt`, `validUntil` for `validFrom`. */
import { type Column, columnAt } from '../../../../schema/collections/columns/columns';
import { nameKey } from '../../../../schema/model/readableName';
import { fieldsOf, type SchemaModel } from '../../../../schema/model/schemaModel';

const ENDS = [
  ['start', 'end'],
  ['begin', 'end'],
  ['from', 'to'],
  ['from', 'until'],
  ['from', 'till'],
  ['checkin', 'checkout'],
] as const;

/** The column; null if the type has none of the same kind. */
export function endColumn(model: SchemaModel, rowType: string, { path, kind }: Column): Column | null {
  const [name = '', ...inside] = path;
  const wanted = new Set(ENDS.flatMap(([from, to]) => (nameKey(name).includes(from) ? [nameKey(name).replace(from, to)] : [])));
  if (inside.length > 0) return null;
  for (const other of fieldsOf(model.types.get(rowType)).keys()) {
    const column = wanted.has(nameKey(other)) ? columnAt(model, rowType, [other]) : null;
    if (column?.kind === kind) return column;
  }
  return null;
}
