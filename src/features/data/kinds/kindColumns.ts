/** The ways to show rows of a type besides a table, and the columns that each of them can use. */
import { type Column, columnAt } from '../../../schema/collections/columns/columns';
import { fieldsOf, type SchemaModel } from '../../../schema/model/schemaModel';
import { type ValueKind, valueKind } from '../../../schema/model/valueKind';
import type { RowsKind } from '../dataAddress';
import { latitudesOf } from './placeOf';

/** The kinds besides the table, in the order of the menu. */
export const OTHER_KINDS = ['board', 'calendar', 'gallery', 'map'] as const satisfies readonly RowsKind[];

/** The columns for each kind; a kind without columns is not offered. */
export type KindColumns = Readonly<Record<(typeof OTHER_KINDS)[number], readonly Column[]>>;

/** Maximum number of relations offered for a board. */
const MOST_RELATIONS = 12;

const AN_ADDRESS = 'https://example.com/1';

const BY: Readonly<Record<'board' | 'calendar', ReadonlySet<ValueKind>>> = {
  board: new Set<ValueKind>(['enum', 'boolean']),
  calendar: new Set<ValueKind>(['date', 'dateTime', 'localDateTime']),
};

/** Finds the columns. */
export function kindColumns(model: SchemaModel, rowType: string): KindColumns {
  return model.remember(`kind columns ${rowType}`, () => {
    const ownColumns = [...fieldsOf(model.types.get(rowType)).keys()].flatMap(name => columnAt(model, rowType, [name]) ?? []);
    const own = ownColumns.filter(column => column.relation === null && column.deprecationReason === null);
    // To-one relations, shown by the name of the record.
    const relations = ownColumns.filter(
      ({ relation, kind, deprecationReason }) =>
        relation !== null && relation.path.length === 1 && !relation.many && kind !== 'count' && deprecationReason === null,
    );
    const of = (kind: keyof typeof BY): readonly Column[] => own.filter(column => BY[kind].has(column.kind));
    // The first column is the default: enums come before booleans, and booleans before relations.
    const board = [
      ...[...of('board')].sort((a, b) => Number(a.kind === 'boolean') - Number(b.kind === 'boolean')),
      ...relations.slice(0, MOST_RELATIONS),
    ];
    // The schema does not declare image URLs. A sample URL tests whether the name of the column, such as `photo`, makes it an image.
    const gallery = own.filter(
      column =>
        /^(text|url|imageUrl)$/.test(column.kind) && valueKind(model, column.typeRef, column.id, AN_ADDRESS) === 'imageUrl',
    );
    // Values that may be points: see `isPlaced`.
    const points = own.filter(column => /^(json|unknown)$/.test(column.kind));
    return { board, calendar: of('calendar'), gallery, map: [...latitudesOf(model, rowType), ...points] };
  });
}
