/**
 * `npm run bench recognition`: what Oriel recognises in schemas that were not written for it, as the Markdown table of the README. Where the server
 * can be run (the harbour, PostGraphile on PGlite, json-graphql-server), a collection works if its page loads with rows, and a record opens if its
 * document returns the first row. The other schemas are executed on generated data: there, a collection works if its document validates and runs
 * without an error, and its rows are read.
 */

import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import {
  buildClientSchema,
  type ExecutionResult,
  type GraphQLSchema,
  graphql,
  type IntrospectionQuery,
  introspectionFromSchema,
} from 'graphql';
import { createSchema } from 'graphql-yoga';
import { createHarbour } from '../../src/sample/createHarbour';
import { type Collection, findCollections } from '../../src/schema/collections/collections';
import { recordLookup, recordRef } from '../../src/schema/collections/records';
import { requiredForm } from '../../src/schema/collections/requiredForm';
import { actionDocument } from '../../src/schema/documents/callDocuments';
import { type Prepared, pageDocument } from '../../src/schema/documents/documents';
import { recordDocument } from '../../src/schema/documents/recordDocument';
import { isCompleteForm } from '../../src/schema/forms/formModel';
import { toVariables } from '../../src/schema/forms/formValues';
import { introspectionQuery, readIntrospection } from '../../src/schema/model/introspection';
import { fieldOf, type SchemaModel, typeText } from '../../src/schema/model/schemaModel';
import { findActions } from '../../src/schema/mutations/actions';
import { fillForm } from '../schema/fillForm';
import { HARBOUR_TABLES, hasuraSchema } from '../schema/hasuraSchema';
import { executeMocked, problemsOf, schemaOf } from '../schema/modelOf';
import { openPostGraphile } from '../support/servers/openPostGraphile';
import { getPlainSchema } from '../support/servers/schemas/getPlainSchema';
import { githubSchema } from '../support/servers/schemas/githubSchema';
import { recogniseFiles } from './recognitionOfFiles';
import { printTable } from './support/measure';
import { installPeers } from './support/peers';

type Answer = { data?: unknown; errors?: unknown };

/** A schema and an executor of its documents. */
interface Subject {
  name: string;
  style: string;
  /** Whether a real server executes the documents. */
  isReal: boolean;
  introspection: unknown;
  ask(query: string, variables: Record<string, unknown>): Promise<Answer>;
  close?(): Promise<unknown>;
}

const plain = (result: ExecutionResult): Answer => JSON.parse(JSON.stringify(result));

function mocked(name: string, style: string, schema: GraphQLSchema): Subject {
  return {
    name,
    style,
    isReal: false,
    introspection: introspectionFromSchema(schema),
    ask: async (query, variables) => plain(await executeMocked(schema, query, variables)),
  };
}

async function served(name: string, style: string, ask: Subject['ask'], close?: () => Promise<unknown>): Promise<Subject> {
  return { name, style, isReal: true, introspection: await ask(introspectionQuery(), {}), ask, ...(close ? { close } : {}) };
}

async function openHarbour(): Promise<Subject> {
  const harbour = await createHarbour({ dataDir: ':memory:' });
  const server = createServer((request, response) => harbour.handleRequest(request, response));
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
  const ask: Subject['ask'] = async (query, variables) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as Answer;
  };
  return served('The harbour', 'Relay connections, where + limit/offset, plain lists', ask, async () => {
    await harbour.dispose();
    server.closeAllConnections();
    server.close();
  });
}

async function openAll(): Promise<Subject[]> {
  const postgraphile = await openPostGraphile();
  const json = createSchema(
    getPlainSchema({
      ships: [{ id: 1, name: 'A', tonnage: 5, berth_id: 1 }],
      berths: [{ id: 1, name: 'B' }],
      visits: [{ id: 1, ship_id: 1, at: new Date(0) }],
    }),
  );
  const github = githubSchema();
  const shopify = path.join(installPeers(), '@shopify/hydrogen-react');
  const fromFile = (file: string): GraphQLSchema => {
    const response = JSON.parse(readFileSync(path.join(shopify, file), 'utf8')) as IntrospectionQuery & {
      data?: IntrospectionQuery;
    };
    return buildClientSchema(response.data ?? response, { assumeValid: true });
  };
  return [
    await openHarbour(),
    await served(
      'PostGraphile 5 (PGlite)',
      'connections, condition, orderBy enums',
      async (query, variables) => plain(await postgraphile.execute(query, variables)),
      () => postgraphile.close(),
    ),
    await served('json-graphql-server', 'page/perPage, sortField, _allXMeta', async (source, variableValues) =>
      plain(await graphql({ schema: json, source, variableValues })),
    ),
    mocked('Hasura-like', 'limit/offset, bool_exp, _aggregate, _by_pk', schemaOf(hasuraSchema(HARBOUR_TABLES))),
    mocked('GitHub', 'Relay, node(id), viewer', schemaOf(github)),
    ...(existsSync(shopify)
      ? [
          mocked('Shopify Storefront', 'Relay, sortKey/reverse', fromFile('storefront.schema.json')),
          mocked('Shopify Customer Account', 'Relay, viewer-like root', fromFile('customer-account.schema.json')),
        ]
      : []),
  ];
}

/** The data of a document; null if it is invalid or the server reports an error. */
async function answerOf<T>(subject: Subject, schema: GraphQLSchema, document: Prepared<T>): Promise<{ value: T } | null> {
  if (problemsOf(schema, document.query).length > 0) return null;
  const response = await subject.ask(document.query, document.variables);
  return response.errors === undefined ? { value: document.read(response.data) } : null;
}

async function pageWorks(
  subject: Subject,
  model: SchemaModel,
  schema: GraphQLSchema,
  collection: Collection,
): Promise<{ works: boolean; row: unknown }> {
  if (!isCompleteForm(requiredForm(model, collection))) return { works: false, row: null };
  const { variables } = toVariables(requiredForm(model, collection), fillForm(requiredForm(model, collection)));
  const page = (await answerOf(subject, schema, pageDocument(model, collection, { arguments: variables })))?.value;
  // A search for a generated word may find nothing.
  return {
    works: page !== undefined && (page.rows.length > 0 || requiredForm(model, collection).length > 0),
    row: page?.rows[0] ?? null,
  };
}

async function measure(subject: Subject): Promise<(string | number)[]> {
  const response = subject.introspection as IntrospectionQuery & { data?: IntrospectionQuery };
  const schema = buildClientSchema(response.data ?? response, { assumeValid: true });
  const started = performance.now();
  const model = readIntrospection(subject.introspection);
  const collections = findCollections(model);
  const actions = findActions(model);
  const ms = performance.now() - started;

  let working = 0;
  const opened = new Set<string>();
  const rowTypes = new Set<string>();
  for (const collection of collections) {
    const { works, row } = await pageWorks(subject, model, schema, collection);
    if (works) working++;
    const type = model.types.get(collection.rowType);
    // The rows of a union or an interface have documents by their own types.
    if (type?.kind !== 'object') continue;
    rowTypes.add(type.name);
    if (opened.has(type.name) || recordLookup(model, type.name) === null) continue;
    const ref = subject.isReal ? recordRef(model, type.name, row) : madeUpRef(model, type.name);
    const record = ref === null ? null : await answerOf(subject, schema, recordDocument(model, ref));
    // On generated data `node` returns an object of any type: the check is only that it returns one.
    if (record !== null && (record.value !== null || !subject.isReal)) opened.add(type.name);
  }
  let complete = 0;
  for (const action of actions) {
    const { variables, problems } = toVariables(action.form, fillForm(action.form, 1));
    if (
      action.isComplete &&
      problems.length === 0 &&
      problemsOf(schema, actionDocument(model, action, variables).query).length === 0
    )
      complete++;
  }
  return [
    subject.name,
    subject.style,
    subject.isReal ? 'server' : 'schema',
    [...model.types.keys()].filter(name => !name.startsWith('__')).length,
    `${collections.length} / ${working}`,
    `${rowTypes.size} / ${opened.size}`,
    actions.length === 0 ? '-' : `${actions.length} / ${complete}`,
    ms.toFixed(1),
  ];
}

/** A reference to a record that does not exist, with keys of the right kind. */
function madeUpRef(model: SchemaModel, typeName: string) {
  const keys = recordLookup(model, typeName)?.keys ?? [];
  const kind = (column: string): string => typeText(fieldOf(model, typeName, column)?.type ?? { kind: 'named', name: '' });
  return { typeName, keys: Object.fromEntries(keys.map(key => [key.column, kind(key.column).startsWith('Int') ? 1 : 'id-1'])) };
}

const HEADER = [
  'Schema',
  'Style',
  'Executed by',
  'Types',
  'Collections found / working',
  'Kinds of rows / openable',
  'Actions / complete forms',
  'Read and found, ms',
];

/** Prints the table as text and as Markdown. With files as arguments, prints what is recognised in them. */
export async function run(args: readonly string[] = []): Promise<void> {
  const files = args.filter(argument => argument !== '--json');
  if (files.length > 0) return recogniseFiles(files, args.includes('--json'));
  const rows: (string | number)[][] = [];
  for (const subject of await openAll()) {
    rows.push(await measure(subject));
    await subject.close?.();
  }
  printTable('What is recognised in schemas that were not written for Oriel', HEADER, rows);
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  console.log(`\n${[line(HEADER), line(HEADER.map((_, index) => (index < 3 ? '---' : '---:'))), ...rows.map(line)].join('\n')}`);
}
