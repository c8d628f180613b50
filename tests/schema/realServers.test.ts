/**
 * The model of a schema against real servers: the harbour, PostGraphile on PGlite, and json-graphql-server. Each is read by introspection, and
 * each generated query is executed.
 */

import { type ExecutionResult, graphql } from 'graphql';
import { createSchema } from 'graphql-yoga';
import { cellValue } from '../../src/schema/collections/columns/columns';
import { defaultColumns } from '../../src/schema/collections/columns/defaultColumns';
import type { Page } from '../../src/schema/collections/paging/page';
import type { PageRef } from '../../src/schema/collections/paging/paging';
import { recordRef } from '../../src/schema/collections/records';
import { actionDocument } from '../../src/schema/documents/callDocuments';
import { type PageOptions, type Prepared, pageDocument } from '../../src/schema/documents/documents';
import { recordDocument } from '../../src/schema/documents/recordDocument';
import type { Filter } from '../../src/schema/filters/filters';
import { toVariables } from '../../src/schema/forms/formValues';
import { introspectionQuery, readIntrospection } from '../../src/schema/model/introspection';
import type { SchemaModel } from '../../src/schema/model/schemaModel';
import { findActions } from '../../src/schema/mutations/actions';
import { actionsFor } from '../../src/schema/mutations/recordActions';
import { startHarbour } from '../support/harbour/startHarbour';
import { openPostGraphile } from '../support/servers/openPostGraphile';
import { getPlainSchema } from '../support/servers/schemas/getPlainSchema';
import { type WholeCollection, wholeCollections } from './wholeCollections';

// Hundreds of queries on a real database, on a machine that may be busy.
jest.setTimeout(120_000);

type Ask = (query: string, variables: Record<string, unknown>) => Promise<{ data?: unknown; errors?: unknown }>;

/** A server and the model of its schema. */
interface Subject {
  model: SchemaModel;
  ask: Ask;
  close(): Promise<unknown>;
}

const asResponse = (result: ExecutionResult) => JSON.parse(JSON.stringify(result)) as { data?: unknown; errors?: unknown };

const SERVERS: Record<string, () => Promise<{ ask: Ask; close(): Promise<unknown> }>> = {
  harbour: async () => {
    const harbour = await startHarbour();
    return { ask: async (query, variables) => harbour.ask(query, variables), close: () => harbour.close() };
  },
  PostGraphile: async () => {
    const server = await openPostGraphile();
    return { ask: async (query, variables) => asResponse(await server.execute(query, variables)), close: () => server.close() };
  },
  'json-graphql-server': async () => {
    const ships = Array.from({ length: 73 }, (_, index) => ({
      id: index + 1,
      name: `Ship ${index + 1}`,
      tonnage: (index * 37) % 500,
      berth_id: 1 + (index % 2),
      active: index % 3 === 0,
    }));
    const schema = createSchema(
      getPlainSchema({
        ships,
        berths: [
          { id: 1, name: 'A' },
          { id: 2, name: 'B' },
        ],
      }),
    );
    return {
      ask: async (source, variableValues) => asResponse(await graphql({ schema, source, variableValues })),
      close: async () => {},
    };
  },
};

describe.each(Object.keys(SERVERS))('%s', name => {
  let subject: Subject;
  beforeAll(async () => {
    const open = SERVERS[name];
    if (open === undefined) throw new Error(name);
    const server = await open();
    subject = { ...server, model: readIntrospection(await server.ask(introspectionQuery(), {})) };
  });
  afterAll(() => subject?.close());

  const run = async <T>(document: Prepared<T>): Promise<T> => {
    const response = await subject.ask(document.query, document.variables);
    expect({ errors: response.errors, query: document.query }).toEqual({ errors: undefined, query: document.query });
    return document.read(response.data);
  };
  const collections = (): WholeCollection[] =>
    wholeCollections(subject.model).filter(collection => collection.required.length === 0);
  const load = (collection: WholeCollection, options: PageOptions = {}): Promise<Page> =>
    run(pageDocument(subject.model, collection, options));

  it('every collection without required arguments returns rows, with a value in the first column', async () => {
    expect(collections().length).toBeGreaterThan(1);
    for (const collection of collections()) {
      const page = await load(collection);
      expect(page.rows.length).toBeGreaterThan(0);
      const [column] = defaultColumns(subject.model, collection.rowType);
      if (column === undefined) throw new Error(`${collection.id} has no columns`);
      expect(cellValue(page.rows[0], column)).not.toBeUndefined();
    }
  });

  it('paging forward returns every row once, and so does paging backward', async () => {
    for (const collection of collections().slice(0, 2)) {
      const keys: string[] = [];
      const seen: PageRef[] = [];
      let page = await load(collection, { size: 40 });
      const { total } = page;
      for (let count = 0; count < 400; count++) {
        keys.push(...page.rows.map(row => JSON.stringify(recordRef(subject.model, collection.rowType, row)?.keys)));
        if (page.next === null || keys.length > 400) break;
        seen.push(page.next);
        page = await load(collection, { size: 40, page: page.next });
        expect(page.rows.length).toBeGreaterThan(0);
      }
      expect(new Set(keys).size).toBe(keys.length);
      if (total !== null && keys.length <= 400) expect(keys.length).toBe(total);
      if (page.previous !== null) {
        const back = await load(collection, { size: 40, page: page.previous });
        expect(back.rows.map(row => JSON.stringify(recordRef(subject.model, collection.rowType, row)?.keys))).toEqual(
          keys.slice(-40 - page.rows.length, -page.rows.length),
        );
      }
    }
  });

  it('a row opens as a record with the same values', async () => {
    for (const collection of collections()) {
      const [row] = (await load(collection)).rows;
      const ref = recordRef(subject.model, collection.rowType, row);
      if (ref === null) throw new Error(`A row of ${collection.id} cannot be opened`);
      const record = await run(recordDocument(subject.model, ref));
      for (const column of defaultColumns(subject.model, collection.rowType)) {
        if (column.relation === null && column.kind !== 'count') expect(record).toHaveProperty([column.id], row?.[column.id]);
      }
    }
  });

  it('every filter runs with every operator, and finds the row that its value is from', async () => {
    for (const collection of collections()) {
      const { rows } = await load(collection, { size: 10 });
      for (const field of collection.filter?.fields ?? []) {
        const value = rows
          .map(row => (field.column?.length === 1 ? row[field.column[0] as string] : undefined))
          .find(entry => typeof entry === 'string' || typeof entry === 'number');
        if (value === undefined || value === null) continue;
        for (const { tag } of field.operators) {
          if (tag === 'matches' || tag === 'like') continue;
          const text = String(value);
          const draft = tag === 'in' || tag === 'notIn' ? [text] : tag === 'between' ? [text, text] : text;
          const filter: Filter = { field: field.id, operator: tag, value: draft };
          const found = await load(collection, { filters: [filter] });
          if (
            tag === 'is' ||
            tag === 'in' ||
            tag === 'contains' ||
            tag === 'startsWith' ||
            tag === 'between' ||
            tag === 'atLeast'
          )
            expect(found.rows.length).toBeGreaterThan(0);
          if (tag === 'is' && typeof value === 'string')
            for (const row of found.rows) expect(String(row[field.column?.[0] as string])).toBe(text);
        }
      }
    }
  });

  it('every order returns rows, and the reverse order starts with other rows', async () => {
    for (const collection of collections()) {
      for (const { id, column } of collection.sort?.fields ?? []) {
        const up = await load(collection, { sort: [{ field: id, direction: 'ascending' }] });
        const down = await load(collection, { sort: [{ field: id, direction: 'descending' }] });
        expect(up.rows.length).toBe(down.rows.length);
        const key = column?.length === 1 ? (column[0] as string) : null;
        const values = key === null ? [] : up.rows.map(row => row[key]).filter(value => typeof value === 'number');
        expect(values).toEqual([...values].sort((a, b) => a - b));
      }
    }
  });
});

it('PostGraphile: a row is created by an action, found by a filter, and deleted by an action of its record', async () => {
  const server = await openPostGraphile();
  const ask = async <T>(document: Prepared<T>): Promise<T> => {
    const response = asResponse(await server.execute(document.query, document.variables));
    expect(response.errors).toBeUndefined();
    return document.read(response.data);
  };
  const model = readIntrospection(asResponse(await server.execute(introspectionQuery())));
  const create = findActions(model).find(action => action.id === 'createShip');
  if (create === undefined) throw new Error('No action');
  const { variables, problems } = toVariables(create.form, {
    input: { ship: { name: 'Nordlys', type: 'tanker', tonnage: '9007199254740993', built: '2010-03-03' } },
  });
  expect(problems).toEqual([]);
  const made = await ask(actionDocument(model, create, variables));
  expect(made.errors).toEqual([]);
  expect(made.record).toMatchObject({ typeName: 'Ship', row: { name: 'Nordlys', tonnage: '9007199254740993' } });

  const ships = wholeCollections(model).find(collection => collection.rowType === 'Ship') as WholeCollection;
  const found = await ask(pageDocument(model, ships, { filters: [{ field: 'name', operator: 'is', value: 'Nordlys' }] }));
  expect(found).toMatchObject({ total: 1, next: null, previous: null });
  const ref = recordRef(model, 'Ship', found.rows[0]);
  expect(ref).toEqual(made.record?.ref);

  const offered = actionsFor(model, 'Ship').find(({ action }) => action.verb === 'delete');
  expect(offered).toMatchObject({ target: ['input', 'id'], key: 'id', isOwn: true, action: { danger: true } });
  const gone = await ask(actionDocument(model, offered?.action as never, { input: { id: ref?.keys.id } }));
  expect(gone.record?.row).toMatchObject({ name: 'Nordlys' });
  expect((await ask(pageDocument(model, ships, { filters: [{ field: 'name', operator: 'is', value: 'Nordlys' }] }))).total).toBe(
    0,
  );
  await server.close();
});
