/** Finds the dialect of a text argument that sorts, such as `-name`, `name:desc` or `name desc`. */
import { type ArgumentModel, isList, type SchemaModel, typeOf } from '../model/schemaModel';
import type { Direction } from './sorting';

/** Writes a sort as text. */
export type Dialect = (name: string, direction: Direction) => string;

/** `name` and `-name`. */
export const minus: Dialect = (name, to) => (to === 'ascending' ? name : `-${name}`);
/** Joins name, separator and direction, in the letter case of the example. */
const joined =
  (between: string, example: string): Dialect =>
  (name, to) => {
    const direction = to === 'ascending' ? 'asc' : 'desc';
    return name + between + (example === example.toLowerCase() ? direction : direction.toUpperCase());
  };

/**
 * Returns the dialect, or null if it is not certain. It comes from an example in the argument's default value or description, or from a
 * server that is recognized by its arguments.
 */
export function textDialect(
  model: SchemaModel,
  args: ReadonlyMap<string, ArgumentModel>,
  argument: ArgumentModel,
): Dialect | null {
  const documentation = `${argument.defaultValue ?? ''} ${argument.description ?? ''}`;
  const colon = /["'`\s(]\w+:(asc|desc)\b/i.exec(documentation);
  if (colon) return joined(':', colon[1] as string);
  if (/["'`(]-\w+/.test(documentation)) return minus;
  const other = /(?:["'`]|\be\.?g\.?,? )[\w.]+?( |_|,)(asc|desc)\b/i.exec(documentation);
  if (other) return joined(other[1] as string, other[2] as string);
  const typeName = (name: string): string => typeOf(model, args.get(name)?.type)?.name ?? '';
  // Servers recognized by the types of other arguments: Strapi (`pagination: PaginationArg`), Directus (`filter: x_filter`), Payload
  // (`where: X_where`), graphql-sequelize (`where: SequelizeJSON`).
  if (typeName('pagination') === 'PaginationArg') return joined(':', 'asc');
  if (typeName('where') === 'SequelizeJSON') return (name, to) => (to === 'ascending' ? name : `reverse:${name}`);
  if (/_filter$/.test(typeName('filter')) && args.has('limit') && isList(argument.type)) return minus;
  return /_where$/.test(typeName('where')) && args.has('page') ? minus : null;
}
