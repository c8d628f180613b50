/**
 * Pairs of coordinates in the rows of a type: two numbers named latitude and longitude, in the row itself or in an object inside it, or a
 * single value that is a point. Coordinates out of range are ignored.
 */
import { type Column, cellValue, columnAt } from '../../../schema/collections/columns/columns';
import type { Row } from '../../../schema/documents/documents';
import { fieldsOf, isComposite, isList, type SchemaModel, typeOf } from '../../../schema/model/schemaModel';

/** A place on the earth, in degrees. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** `lat`, `latitude`, `geoLat`, `position_latitude`; the longitude must have the same prefix. */
const LATITUDE = /^(?:(.*?)_?lat(?:itude)?)$/i;
const LONGITUDE_ENDS = ['lng', 'lon', 'long', 'longitude'];

/** The latitude columns that have a matching longitude. The id of a column names both, because both are requested. */
export function latitudesOf(model: SchemaModel, rowType: string): readonly Column[] {
  return model.remember(`latitudes ${rowType}`, () => {
    const fields = fieldsOf(model.types.get(rowType));
    const inside = [...fields.values()].flatMap(field => {
      const type = typeOf(model, field.type);
      return !isList(field.type) && isComposite(type) ? [...fieldsOf(type).keys()].map(name => [field.name, name]) : [];
    });
    const paths = [...[...fields.keys()].map(name => [name]), ...inside].filter(path => isLatitude(path.at(-1) ?? ''));
    return paths.flatMap(path => {
      const column = numberAt(model, rowType, path);
      const longitude = column === null ? null : longitudeOf(model, rowType, column);
      return column === null || longitude === null ? [] : [{ ...column, id: `${column.id},${longitude.id}` }];
    });
  });
}

/** The longitude that belongs to a latitude; null: none. */
export function longitudeOf(model: SchemaModel, rowType: string, latitude: Column): Column | null {
  const above = latitude.path.slice(0, -1);
  const name = latitude.path.at(-1) ?? '';
  const before = LATITUDE.exec(name)?.[1];
  if (before === undefined || !isLatitude(name)) return null;
  const holder = above.length === 0 ? rowType : (typeOf(model, fieldTypeOf(model, rowType, above[0] ?? ''))?.name ?? '');
  const wanted = new Set(LONGITUDE_ENDS.map(end => `${before}${end}`.toLowerCase()));
  for (const other of fieldsOf(model.types.get(holder)).keys()) {
    if (!wanted.has(other.toLowerCase().replace(/_(?=lon|lng)/, ''))) continue;
    const column = numberAt(model, rowType, [...above, other]);
    if (column !== null) return column;
  }
  return null;
}

/** A capital letter or an underscore must start the word, so that `flat` does not match. */
const isLatitude = (name: string): boolean => /^lat(itude)?$/i.test(name) || /(?:_lat|_latitude|Lat|Latitude)$/.test(name);

const fieldTypeOf = (model: SchemaModel, rowType: string, name: string) => {
  const field = fieldsOf(model.types.get(rowType)).get(name);
  return field === undefined ? { kind: 'named' as const, name: '' } : field.type;
};

function numberAt(model: SchemaModel, rowType: string, path: readonly string[]): Column | null {
  const column = columnAt(model, rowType, path);
  return column !== null && /^(number|decimal)$/.test(column.kind) && column.deprecationReason === null ? column : null;
}

/** The coordinates of a row; null: it has none. `longitude` null: the other column holds points, `{type: "Point", coordinates}` in GeoJSON. */
export function placeOf(row: Row, latitude: Column, longitude: Column | null): Place | null {
  const value = cellValue(row, latitude);
  const point = longitude === null ? pointIn(value) : [cellValue(row, longitude), value];
  const [east, north] = point.map(numberOf);
  if (north == null || east == null) return null;
  return Math.abs(north) <= 90 && Math.abs(east) <= 180 ? { latitude: north, longitude: east } : null;
}

function pointIn(value: unknown): readonly unknown[] {
  const { type, coordinates } = (value ?? {}) as { type?: unknown; coordinates?: unknown };
  return type === 'Point' && Array.isArray(coordinates) ? coordinates.slice(0, 2) : [];
}

/** True for a pair of coordinates. A schema does not tell which values of a single column are points: rows have to show it. */
export const isPlaced = (column: Column, rows: readonly Row[]): boolean =>
  column.id.includes(',') || rows.some(row => placeOf(row, column, null) !== null);

function numberOf(value: unknown): number | null {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}
