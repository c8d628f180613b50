/**
 * The lanes of a board: the values of an enum in schema order, true and false, or the records that a relation can refer to; and one lane
 * for rows without a value.
 */
import { valueAsText } from '../../../../lib/text/valueAsText';
import { type Column, cellValue } from '../../../../schema/collections/columns/columns';
import type { Row } from '../../../../schema/documents/documents';
import { enumWords, type SchemaModel, typeOf } from '../../../../schema/model/schemaModel';
import { currentValue } from '../../edit/fields/editableField';

/** Identifies a lane: the value, or, for a relation, the key of its record as an update takes it; null: no value. */
export type LaneValue = string | number | boolean | null;

/** A lane and the indexes of its rows. */
export interface Lane {
  readonly value: LaneValue;
  /** null: use the message for "no value", "yes" or "no". */
  readonly label: string | null;
  readonly rows: readonly number[];
}

/** A record that a relation can refer to. */
export interface LaneRecord {
  readonly key: string | number;
  readonly label: string;
}

/** If a column has more values than this, only values with rows have a lane. */
const MOST_LANES = 40;

/**
 * The lanes of a page.
 * @param staged the edited value of a row that is not sent yet
 * @param records for a relation: all records it can refer to; null: only those of the rows are known
 * @param isNullable for a relation: whether it can be removed
 */
export function boardLanes(
  model: SchemaModel,
  column: Column,
  rows: readonly Row[],
  staged: (row: Row) => { readonly value: unknown } | undefined,
  records: readonly LaneRecord[] | null = null,
  isNullable = false,
): Lane[] {
  const isRelation = column.relation !== null;
  const type = typeOf(model, column.typeRef);
  const values: LaneValue[] = isRelation
    ? (records ?? []).map(({ key }) => key)
    : type?.kind === 'enum'
      ? type.values.map(entry => entry.name)
      : [true, false];
  const labels = new Map<LaneValue, string>((records ?? []).map(({ key, label }) => [key, label]));
  const places = new Map<LaneValue, number[]>(values.map(value => [value, []]));
  const canBeNone = isRelation ? isNullable : column.typeRef.kind !== 'nonNull';
  for (const [at, row] of rows.entries()) {
    const present = laneOf(isRelation ? currentValue(model, { column }, row) : cellValue(row, column));
    // Use the name that the rows give for the record.
    if (isRelation && present !== null && !labels.has(present))
      labels.set(present, valueAsText(cellValue(row, column) ?? present));
    if (isRelation && !places.has(present)) places.set(present, []);
    const edit = staged(row);
    const value = edit ? laneOf(edit.value) : present;
    // A value that the schema does not list has its own lane.
    const existing = places.get(value);
    if (existing) existing.push(at);
    else places.set(value, [at]);
  }
  if (canBeNone && !places.has(null)) places.set(null, []);
  const wordsOf = (value: string | number): string =>
    isRelation ? String(value) : enumWords(model, column.typeRef).enumLabel(String(value));
  return [...places]
    .filter(([, at]) => places.size <= MOST_LANES || at.length > 0)
    .map(([value, at]) => ({
      value,
      label: typeof value === 'boolean' || value === null ? null : (labels.get(value) ?? wordsOf(value)),
      rows: at,
    }))
    .sort((a, b) => Number(a.value === null) - Number(b.value === null));
}

function laneOf(value: unknown): LaneValue {
  if (value === null || value === undefined) return null;
  return typeof value === 'boolean' || typeof value === 'number' ? value : valueAsText(value);
}
