/** The schema that Hasura v2 generates from PostgreSQL tables, with its names, inputs and comments, as in its public documentation. */

/** A table: columns with their PostgreSQL types ('!' for not null), of which the first is the primary key, and foreign keys. */
export interface Table {
  name: string;
  columns: Readonly<Record<string, string>>;
  /** Foreign keys by the name of the relation: the column and the table that it refers to. */
  references?: Readonly<Record<string, { table: string; column: string }>>;
  /** Lists by the name of the relation: the table. */
  lists?: Readonly<Record<string, string>>;
}

const GRAPHQL: Readonly<Record<string, string>> = { int4: 'Int', text: 'String', bool: 'Boolean', float8: 'Float' };
const typeOf = (column: string): string => {
  const bare = column.replace('!', '');
  return GRAPHQL[bare] ?? bare;
};

function comparison(type: string): string {
  const text = `_like: ${type} _nlike: ${type} _ilike: ${type} _nilike: ${type} _similar: ${type} _nsimilar: ${type} _regex: ${type} _iregex: ${type} _nregex: ${type} _niregex: ${type}`;
  const json = `_contained_in: ${type} _contains: ${type} _has_key: String _has_keys_all: [String!] _has_keys_any: [String!]`;
  return `
"""Boolean expression to compare columns of type "${type}". All fields are combined with logical 'AND'."""
input ${type}_comparison_exp {
  _eq: ${type} _gt: ${type} _gte: ${type} _in: [${type}!] _is_null: Boolean _lt: ${type} _lte: ${type} _neq: ${type} _nin: [${type}!]
  ${type === 'String' ? text : type === 'jsonb' ? json : ''}
}`;
}

function table({ name, columns, references = {}, lists = {} }: Table): string {
  const entries = Object.entries(columns);
  const [key = 'id', keyType = 'uuid!'] = entries[0] ?? [];
  const each = (line: (column: string, type: string) => string): string =>
    entries.map(([column, type]) => line(column, typeOf(type))).join('\n  ');
  const numbers = entries.filter(([, type]) => /int|numeric|float/.test(type));
  const listArguments = (of: string): string =>
    `(distinct_on: [${of}_select_column!], limit: Int, offset: Int, order_by: [${of}_order_by!], where: ${of}_bool_exp)`;
  const toOne = (line: (relation: string, to: string) => string): string =>
    Object.entries(references)
      .map(([relation, { table: to }]) => line(relation, to))
      .join('\n  ');
  const toMany = (line: (relation: string, to: string) => string): string =>
    Object.entries(lists)
      .map(([relation, to]) => line(relation, to))
      .join('\n  ');
  return `
"""columns and relationships of "${name}" """
type ${name} {
  ${entries.map(([column, type]) => `${column}: ${typeOf(type)}${type.endsWith('!') ? '!' : ''}`).join('\n  ')}
  ${toOne((relation, to) => `${relation}: ${to}`)}
  ${toMany((relation, to) => `${relation}${listArguments(to)}: [${to}!]!\n  ${relation}_aggregate${listArguments(to)}: ${to}_aggregate!`)}
}
"""aggregated selection of "${name}" """
type ${name}_aggregate { aggregate: ${name}_aggregate_fields nodes: [${name}!]! }
type ${name}_aggregate_fields {
  count(columns: [${name}_select_column!], distinct: Boolean): Int!
  max: ${name}_max_fields min: ${name}_min_fields ${numbers.length > 0 ? `avg: ${name}_avg_fields` : ''}
}
type ${name}_max_fields { ${each((column, type) => `${column}: ${type}`)} }
type ${name}_min_fields { ${each((column, type) => `${column}: ${type}`)} }
${numbers.length > 0 ? `type ${name}_avg_fields { ${numbers.map(([column]) => `${column}: Float`).join(' ')} }` : ''}
"""Boolean expression to filter rows from the table "${name}". All fields are combined with a logical 'AND'."""
input ${name}_bool_exp {
  _and: [${name}_bool_exp!] _not: ${name}_bool_exp _or: [${name}_bool_exp!]
  ${each((column, type) => `${column}: ${type}_comparison_exp`)}
  ${toOne((relation, to) => `${relation}: ${to}_bool_exp`)}
  ${toMany((relation, to) => `${relation}: ${to}_bool_exp`)}
}
enum ${name}_constraint { ${name}_pkey }
input ${name}_insert_input {
  ${each((column, type) => `${column}: ${type}`)}
  ${toOne((relation, to) => `${relation}: ${to}_obj_rel_insert_input`)}
  ${toMany((relation, to) => `${relation}: ${to}_arr_rel_insert_input`)}
}
input ${name}_obj_rel_insert_input { data: ${name}_insert_input! on_conflict: ${name}_on_conflict }
input ${name}_arr_rel_insert_input { data: [${name}_insert_input!]! on_conflict: ${name}_on_conflict }
input ${name}_on_conflict { constraint: ${name}_constraint! update_columns: [${name}_update_column!]! = [] where: ${name}_bool_exp }
type ${name}_mutation_response { affected_rows: Int! returning: [${name}!]! }
input ${name}_order_by {
  ${each(column => `${column}: order_by`)}
  ${toOne((relation, to) => `${relation}: ${to}_order_by`)}
  ${toMany((relation, to) => `${relation}_aggregate: ${to}_aggregate_order_by`)}
}
input ${name}_aggregate_order_by { count: order_by }
input ${name}_pk_columns_input { ${key}: ${typeOf(keyType)}! }
enum ${name}_select_column { ${entries.map(([column]) => column).join(' ')} }
enum ${name}_update_column { ${entries.map(([column]) => column).join(' ')} }
input ${name}_set_input { ${each((column, type) => `${column}: ${type}`)} }
input ${name}_stream_cursor_input { initial_value: ${name}_stream_cursor_value_input! ordering: cursor_ordering }
input ${name}_stream_cursor_value_input { ${each((column, type) => `${column}: ${type}`)} }
input ${name}_updates { _set: ${name}_set_input where: ${name}_bool_exp! }
extend type query_root {
  ${name}${listArguments(name)}: [${name}!]!
  ${name}_aggregate${listArguments(name)}: ${name}_aggregate!
  ${name}_by_pk(${key}: ${typeOf(keyType)}!): ${name}
}
extend type mutation_root {
  delete_${name}(where: ${name}_bool_exp!): ${name}_mutation_response
  delete_${name}_by_pk(${key}: ${typeOf(keyType)}!): ${name}
  insert_${name}(objects: [${name}_insert_input!]!, on_conflict: ${name}_on_conflict): ${name}_mutation_response
  insert_${name}_one(object: ${name}_insert_input!, on_conflict: ${name}_on_conflict): ${name}
  update_${name}(_set: ${name}_set_input, where: ${name}_bool_exp!): ${name}_mutation_response
  update_${name}_by_pk(_set: ${name}_set_input, pk_columns: ${name}_pk_columns_input!): ${name}
  update_${name}_many(updates: [${name}_updates!]!): [${name}_mutation_response]
}
extend type subscription_root {
  ${name}${listArguments(name)}: [${name}!]!
  ${name}_aggregate${listArguments(name)}: ${name}_aggregate!
  ${name}_by_pk(${key}: ${typeOf(keyType)}!): ${name}
  ${name}_stream(batch_size: Int!, cursor: [${name}_stream_cursor_input]!, where: ${name}_bool_exp): [${name}!]!
}`;
}

/** The schema of these tables in schema language (SDL). */
export function hasuraSchema(tables: readonly Table[]): string {
  const scalars = new Set(tables.flatMap(({ columns }) => Object.values(columns).map(typeOf)));
  const custom = [...scalars].filter(name => !['Int', 'String', 'Boolean', 'Float'].includes(name));
  return `
schema { query: query_root mutation: mutation_root subscription: subscription_root }
directive @cached(ttl: Int! = 60, refresh: Boolean! = false) on QUERY
type query_root
type mutation_root
type subscription_root
${custom.map(name => `scalar ${name}`).join('\n')}
enum cursor_ordering { ASC DESC }
"""column ordering options"""
enum order_by { asc asc_nulls_first asc_nulls_last desc desc_nulls_first desc_nulls_last }
${[...scalars].map(comparison).join('\n')}
${tables.map(table).join('\n')}`;
}

/** The tables of a small harbour. */
export const HARBOUR_TABLES: readonly Table[] = [
  {
    name: 'ship',
    columns: {
      id: 'uuid!',
      name: 'text!',
      imo: 'int4',
      tonnage: 'bigint',
      length_metres: 'numeric',
      built_on: 'date',
      active: 'bool!',
      metadata: 'jsonb',
      created_at: 'timestamptz!',
    },
    lists: { visits: 'visit' },
  },
  { name: 'berth', columns: { id: 'int4!', name: 'text!', depth: 'float8' }, lists: { visits: 'visit' } },
  {
    name: 'visit',
    columns: { id: 'uuid!', status: 'text!', eta: 'timestamptz', ship_id: 'uuid!', berth_id: 'int4' },
    references: { ship: { table: 'ship', column: 'ship_id' }, berth: { table: 'berth', column: 'berth_id' } },
  },
];
