/** In which ways the rows of a type can be shown besides a table, and by which of their own columns. */
import { type Column, columnAt } from '../../../schema/collections/columns/columns';
import { fieldsOf, type SchemaModel } from '../../../schema/model/schemaModel';
import { type ValueKind, valueKind } from '../../../schema/model/valueKind';
import type { RowsKind } from '../dataAddress';
import { latitudesOf } from './placeOf';

/** The kinds besides the table, in the order in which they are offered. */
export const OTHER_KINDS = ['board', 'calendar', 'gallery', 'map'] as const satisfies readonly RowsKind[];

/** The columns for each kind; a kind without any is not offered. */
export type KindColumns = Readonly<Record<(typeof OTHER_KINDS)[number], readonly Column[]>>;

/** Relations that a board can go by, at most. */
const MOST_RELATIONS = 12;

const AN_ADDRESS = 'https://example.com/1';

const BY: Readonly<Record<'board' | 'calendar', ReadonlySet<ValueKind>>> = {
  board: new Set<ValueKind>(['enum', 'boolean']),
  calendar: new Set<ValueKind>(['date', 'dateTime', 'localDateTime']),
};

/** Finds them. */
export function kindColumns(model: SchemaModel, rowType: string): KindColumns {
  return model.remember(`kind columns ${rowType}`, () => {
    const ownColumns = [...fieldsOf(model.types.get(rowType)).keys()].flatMap(name => columnAt(model, rowType, [name]) ?? []);
    const own = ownColumns.filter(column => column.relation === null && column.deprecationReason === null);
    // To one other record, by what names it.
    const relations = ownColumns.filter(
      ({ relation, kind, deprecationReason }) =>
        relation !== null && relation.path.length === 1 && !relation.many && kind !== 'count' && deprecationReason === null,
    );
    const of = (kind: keyof typeof BY): readonly Column[] => own.filter(column => BY[kind].has(column.kind));
    // What a board goes by first is rather an enum than a tick, and a tick rather than another record.
    const board = [
      ...[...of('board')].sort((a, b) => Number(a.kind === 'boolean') - Number(b.kind === 'boolean')),
      ...relations.slice(0, MOST_RELATIONS),
    ];
    // What a text is shows in its value; by a name such as `photo` the address of a picture is one.
    const gallery = own.filter(
      column =>
        /^(text|url|imageUrl)$/.test(column.kind) && valueKind(model, column.typeRef, column.id, AN_ADDRESS) === 'imageUrl',
    );
    return { board, calendar: of('calendar'), gallery, map: latitudesOf(model, rowType) };
  });
}
