/**
 * PostGraphile 5 for tests: its engine (graphile-build, grafast, dataplan) on a PGlite in memory or on a PostgreSQL, inside the test's own
 * process. The tables are a small harbour with 3 berths and 120 ships.
 */
import { EventEmitter } from 'node:events';
import { PGlite } from '@electric-sql/pglite';
import type { ExecutionResult, GraphQLSchema } from 'graphql';
import { Pool } from 'pg';
import { givePromisesResolvers } from './givePromisesResolvers';

/** A running PostGraphile. */
export interface PostGraphile {
  schema: GraphQLSchema;
  execute(query: string, variables?: Record<string, unknown>): Promise<ExecutionResult>;
  close(): Promise<void>;
}

const TABLES = `
create type ship_type as enum ('tanker', 'ferry', 'cargo');
create table berth (id serial primary key, name text not null unique, depth_metres numeric(5, 2), created_at timestamptz not null default now());
create table ship (
  id uuid primary key default gen_random_uuid(), name text not null, type ship_type, tonnage bigint, length_metres float8, built date,
  active boolean not null default true, metadata jsonb, berth_id int references berth (id)
);
create index on ship (berth_id);
comment on table ship is 'Vessels known to the port';
insert into berth (name, depth_metres) values ('A', 12.5), ('B', 9), ('C', null);
insert into ship (name, type, tonnage, length_metres, built, berth_id)
  select 'Ship ' || lpad(i::text, 3, '0'), (array['tanker', 'ferry', 'cargo'])[1 + i % 3]::ship_type, 9007199254740993 + i, 100.5 + i,
    date '2000-01-01' + i, 1 + i % 2
  from generate_series(1, 120) i;
`;

/**
 * Starts one, on an empty database of a PostgreSQL where its address is given, else on a PGlite. It wants Node 22 for a single function,
 * which is given to it here.
 */
export async function openPostGraphile(databaseUrl?: string): Promise<PostGraphile> {
  givePromisesResolvers();
  process.env.GRAPHILE_ENV ??= 'production';
  const { makeSchema, defaultPreset } = await import('graphile-build');
  const { defaultPreset: tables } = await import('graphile-build-pg');
  const { makePgAdaptorWithPgClient } = await import('@dataplan/pg/adaptors/pg');
  const { grafast } = await import('grafast');

  const { pool, close } = await (databaseUrl === undefined ? openPglite() : openPool(databaseUrl));
  const withPgClient = makePgAdaptorWithPgClient(pool as never);
  const service = {
    name: 'main',
    schemas: ['public'],
    withPgClientKey: 'withPgClient',
    pgSettingsKey: 'pgSettings',
    adaptor: { createWithPgClient: () => withPgClient },
    adaptorSettings: {},
  };
  const { schema, resolvedPreset } = await makeSchema({
    extends: [defaultPreset, tables],
    // Without an index it would offer neither filter nor order for a column.
    disablePlugins: ['PgIndexBehaviorsPlugin'],
    pgServices: [service as never],
  });
  return {
    schema,
    async execute(query, variables = {}) {
      const contextValue = { withPgClient, pgSettings: null };
      const result = await grafast({
        schema,
        source: query,
        variableValues: variables,
        resolvedPreset,
        contextValue: contextValue as never,
      });
      return result as ExecutionResult;
    },
    close,
  };
}

/** What the adaptor takes connections from, with the tables in place. */
interface OpenDatabase {
  pool: unknown;
  close(): Promise<void>;
}

async function openPglite(): Promise<OpenDatabase> {
  const database = await PGlite.create();
  await database.exec(TABLES);
  const pool = { connect: async () => new Connection(database), on() {}, removeListener() {} };
  return { pool, close: () => database.close() };
}

async function openPool(connectionString: string): Promise<OpenDatabase> {
  const pool = new Pool({ connectionString });
  // The database may end before the pool does; an idle connection that is lost is no fault of a test.
  pool.on('error', () => undefined);
  await pool.query(TABLES);
  return { pool, close: () => pool.end() };
}

/** What the adaptor for `pg` needs of a client, over PGlite: values stay the texts that PostgreSQL sent. */
class Connection extends EventEmitter {
  readonly #database: PGlite;
  constructor(database: PGlite) {
    super();
    this.#database = database;
  }
  async query(query: string | { text: string; values?: unknown[]; rowMode?: 'array' }) {
    const { text, values = [], rowMode = 'object' } = typeof query === 'string' ? { text: query } : query;
    const asText = new Proxy({}, { get: () => (value: string) => value, has: () => true });
    const result = await this.#database.query(text, values, { rowMode, parsers: asText });
    return { rows: result.rows, rowCount: result.affectedRows || result.rows.length };
  }
  release() {}
}
