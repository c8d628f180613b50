/** The lanes of a board: the values of an enum in the order of the schema, or yes and no, and one for rows without a value. */
import { type Column, cellValue } from '../../../schema/collections/columns';
import type { Row } from '../../../schema/documents/documents';
import { enumWords, type SchemaModel, typeOf } from '../../../schema/model/schemaModel';

/** A lane and the places of its rows. */
export interface Lane {
  /** null: no value. */
  readonly value: string | boolean | null;
  /** null: the words for no value, for yes or for no. */
  readonly label: string | null;
  readonly rows: readonly number[];
}

/** Of an enum with more values those without rows have no lane. */
const MOST_LANES = 40;

/**
 * The lanes of a page.
 * @param staged the value a row is to get, where that was changed and not sent yet
 */
export function boardLanes(
  model: SchemaModel,
  column: Column,
  rows: readonly Row[],
  staged: (row: Row) => { readonly value: unknown } | undefined,
): Lane[] {
  const type = typeOf(model, column.typeRef);
  const values: Array<string | boolean | null> = type?.kind === 'enum' ? type.values.map(entry => entry.name) : [true, false];
  const places = new Map<unknown, number[]>(values.map(value => [value, []]));
  const canBeNone = column.typeRef.kind !== 'nonNull';
  for (const [at, row] of rows.entries()) {
    const edit = staged(row);
    const value = (edit ? edit.value : cellValue(row, column)) ?? null;
    // A value that the schema does not know yet has a lane of its own.
    const known = places.get(value);
    if (known) known.push(at);
    else places.set(value, [at]);
  }
  if (canBeNone && !places.has(null)) places.set(null, []);
  return [...places]
    .filter(([, at]) => places.size <= MOST_LANES || at.length > 0)
    .map(([value, at]) => ({
      value: typeof value === 'boolean' || value === null ? value : String(value),
      label: typeof value === 'boolean' || value === null ? null : enumWords(model, column.typeRef).enumLabel(String(value)),
      rows: at,
    }))
    .sort((a, b) => Number(a.value === null) - Number(b.value === null));
}
