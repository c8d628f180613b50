/** GitHub's schema with generated data: a repository is found by its name with the keyboard, and its issues are shown as a table. */
import {
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getNamedType,
  graphql,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { schemaOf } from '../../schema/modelOf';
import { axeFaults } from '../../support/browser/axeFaults';
import { eventually, journeys, LOADED, tabTo } from '../../support/browser/journeys';
import { complaintsOf } from '../../support/browser/openBrowser';
import { githubSchema } from '../../support/servers/schemas/githubSchema';

jest.setTimeout(240_000);

const { startOriel, startApi, open } = journeys();

/** The number of issues, more than one page of a list inside a record. */
const ISSUES = 30;
const SCALARS: Readonly<Record<string, unknown>> = {
  Int: 7,
  Float: 1.5,
  Boolean: true,
  DateTime: '2026-03-01T12:00:00Z',
  Date: '2026-03-01',
  URI: 'https://github.example/',
};

/** The value of a field without a resolver of its own. */
const madeUp: GraphQLFieldResolver<unknown, unknown> = (source, _args, _context, { fieldName, returnType, schema }) => {
  if (typeof source === 'object' && source !== null && Object.hasOwn(source, fieldName))
    return (source as Record<string, unknown>)[fieldName];
  const value = (type: typeof returnType): unknown => {
    if (isNonNullType(type)) return value(type.ofType);
    if (isListType(type)) return [];
    const named = getNamedType(type);
    if (isEnumType(named)) return named.getValues()[0]?.value;
    if (isAbstractType(named)) return { __typename: schema.getPossibleTypes(named)[0]?.name };
    if (isObjectType(named)) return {};
    return Object.hasOwn(SCALARS, named.name) ? SCALARS[named.name] : `${fieldName} text`;
  };
  return value(returnType);
};

const issue = (number: number) => ({
  __typename: 'Issue',
  id: `I_${number}`,
  number,
  title: `Trouble number ${number}`,
  state: number % 2 ? 'OPEN' : 'CLOSED',
});

/** Pages of issues as on GitHub: by `first` and `after`; `first` is required. */
function issues(args: { first?: number; after?: string }) {
  const start = args.after ? Number(args.after) : 0;
  const nodes = Array.from({ length: Math.min(args.first ?? 0, ISSUES - start) }, (_, at) => issue(start + at + 1));
  const end = start + nodes.length;
  return {
    nodes,
    edges: nodes.map((node, at) => ({ cursor: String(start + at + 1), node })),
    totalCount: ISSUES,
    pageInfo: { hasNextPage: end < ISSUES, hasPreviousPage: start > 0, startCursor: String(start + 1), endCursor: String(end) },
  };
}

const oriel = { __typename: 'Repository', id: 'R_1', name: 'oriel', nameWithOwner: 'harbour/oriel', issues };
const rootValue = {
  repository: ({ owner, name }: { owner: string; name: string }) => (owner === 'harbour' && name === 'oriel' ? oriel : null),
  node: ({ id }: { id: string }) => (id === oriel.id ? oriel : null),
};

let base: string;
let requests: string[];
beforeAll(async () => {
  const schema: GraphQLSchema = schemaOf(githubSchema());
  requests = [];
  const endpoint = await startApi(async ({ query, variables }) => {
    requests.push(query);
    const result = await graphql({
      schema,
      source: query,
      variableValues: variables,
      rootValue,
      fieldResolver: resolveField,
    });
    return { body: JSON.stringify(result) };
  });
  base = (await startOriel({ ORIEL_HTTP_ENDPOINT: endpoint })).base;
});

/** Calls methods of generated objects with the field's arguments, like the default resolver of graphql-js. */
const resolveField: GraphQLFieldResolver<unknown, unknown> = (source, args, context, info) => {
  const value = madeUp(source, args, context, info);
  return typeof value === 'function' ? value(args) : value;
};

it('finds the repository with Ctrl K and shows its issues as a table', async () => {
  const page = await open(`${base}/settings`);
  // Avatars.
  await page.route('https://github.example/**', route =>
    route.fulfill({ status: 200, contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  const complaints = complaintsOf(page);
  const { keyboard } = page;
  await page.getByRole('navigation', { name: 'Main' }).getByText('Data', { exact: true }).waitFor();
  await keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find anything' }).waitFor();
  await keyboard.type('repository');
  await page.getByRole('option', { selected: true, name: /^Repository\b/ }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await keyboard.press('Enter');
  await eventually(page, () => document.activeElement?.matches('main h1'), null);
  expect(new URL(page.url()).pathname).toBe('/data/repository');

  await tabTo(page, /^Name$/);
  await keyboard.type('oriel');
  await tabTo(page, /^Owner$/);
  await keyboard.type('harbour');
  await keyboard.press('Enter');
  await page.locator('.record-value', { hasText: 'harbour/oriel' }).first().waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await tabTo(page, /^Issues/);
  await keyboard.press('Enter');
  await page.getByText('Trouble number 1', { exact: true }).waitFor();
  const table = page.getByRole('grid', { name: /Issues/ });
  expect(await table.locator(LOADED).count()).toBeGreaterThan(5);
  expect(await axeFaults(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
