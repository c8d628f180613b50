/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** The options of the Query screen: selected in its menu, stored, and applied to requests and results. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { QueryScreen } from '../../../../src/features/query/QueryScreen';
import { href } from '../../../../src/session/navigation/navigation';
import { schemaOf } from '../../../schema/modelOf';
import { endingScreens, renderScreen } from '../../../support/renderScreen';
import { json, type SentRequest, scriptedFetch } from '../../../support/scriptedFetch';

const SDL = `
  type Query { ships: [Ship!]! }
  type Ship { id: ID! name: String flag(size: Int): String }
`;
const introspection = introspectionFromSchema(schemaOf(SDL));
/** The same of a service that announces its capabilities. */
const telling = {
  __schema: {
    ...introspection.__schema,
    types: [
      ...introspection.__schema.types,
      { kind: 'OBJECT', name: '__Service', fields: [], interfaces: [], description: null, inputFields: null, enumValues: null },
    ],
  },
};

Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

const shown = endingScreens();
beforeEach(() => {
  jest.useFakeTimers({ now: Date.UTC(2026, 5, 1, 12) });
});
afterEach(() => {
  jest.useRealTimers();
});
beforeAll(async () => void (await import('../../../../src/features/query/options/OptionsDialog')), 60_000);

const ships = () => json({ data: { ships: [{ __typename: 'Ship', id: '1', name: 'Nordlys' }] } });

/** `isDown`: the request for capabilities gets no response; `schemaGiven`: the response with the schema waits for it. */
const open = async (
  query: string,
  schema: unknown,
  capabilities: readonly string[] = [],
  isDown: () => boolean = () => false,
  schemaGiven: Promise<void> = Promise.resolve(),
) => {
  const { fetch, requests } = scriptedFetch(async request => {
    const sentQuery = request.json?.query ?? '';
    if (sentQuery.includes('__schema {')) {
      await schemaGiven;
      return json({ data: introspection });
    }
    if (!sentQuery.includes('__service')) return ships();
    if (isDown()) throw new TypeError('Failed to fetch');
    return json({ data: { __service: { capabilities: capabilities.map(identifier => ({ identifier })) } } });
  });
  const page = renderScreen(session => <QueryScreen session={session} />, {
    introspection: schema,
    address: href(['query'], { query, variables: null }),
    fetch,
  });
  shown.push(page);
  await act(async () => {
    await import('../../../../src/features/query/editor/graphqlSupport');
    await import('../../../../src/features/query/editor/document/documentTools');
    await import('../../../../src/features/query/editor/lazySchema');
    await import('../../../../src/features/query/editor/resultDocs');
    await import('../../../../src/features/query/options/optionedRequest');
    await import('../../../../src/ui/json/JsonTree');
  });
  await page.pass(600);
  const run = async (): Promise<SentRequest | undefined> => {
    fireEvent.click(screen.getByRole('button', { name: 'Run' }));
    await page.pass(300);
    return requests.at(-1);
  };
  const options = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    await page.pass(100);
    fireEvent.click(screen.getByRole('menuitem', { name: 'Options…' }));
    await page.pass(100);
    return within(screen.getByRole('dialog', { name: 'Options of Query' }));
  };
  return { ...page, requests, run, options };
};

it('onError is sent with every operation if the service announces it', async () => {
  const page = await open('{ ships { id } }', telling, ['graphql.onError']);
  expect((await page.run())?.json).not.toHaveProperty('onError');
  const dialog = await page.options();
  fireEvent.change(dialog.getByRole('combobox', { name: 'When a field fails' }), { target: { value: 'NULL' } });
  expect((await page.run())?.json).toMatchObject({ onError: 'NULL', query: expect.stringContaining('ships') });
  // The capabilities are requested once.
  expect(page.requests.filter(({ json: body }) => body?.query?.includes('__service'))).toHaveLength(1);
});

it.each([
  ['says nothing of it', introspection, []],
  ['has other capabilities', telling, ['graphql.other']],
])('onError is neither offered nor sent if the service %s', async (_, schema, capabilities) => {
  const page = await open('{ ships { id } }', schema, capabilities);
  act(() => page.session.preferences.value('queryOptions', () => ({})).set({ onError: 'NULL' }));
  const dialog = await page.options();
  expect((dialog.getByRole('combobox', { name: 'When a field fails' }) as HTMLSelectElement).disabled).toBe(true);
  expect(dialog.getByText('This API does not announce onError.')).toBeTruthy();
  expect((await page.run())?.json).not.toHaveProperty('onError');
});

it('a query for the capabilities without a response is sent again', async () => {
  let isDown = true;
  const page = await open('{ ships { id } }', telling, ['graphql.onError'], () => isDown);
  act(() => page.session.preferences.value('queryOptions', () => ({})).set({ onError: 'NULL' }));
  expect((await page.run())?.json).not.toHaveProperty('onError');
  isDown = false;
  expect((await page.run())?.json).toMatchObject({ onError: 'NULL' });
});

it('a run waits for the schema if fields are mocked', async () => {
  let give: () => void = () => undefined;
  const given = new Promise<void>(resolve => {
    give = resolve;
  });
  const page = await open('{ ships { id flag } }', undefined, [], undefined, given);
  act(() => page.session.preferences.value('queryOptions', () => ({})).set({ mocked: 'Ship.flag' }));
  const before = page.requests.length;
  await page.run();
  expect(page.requests).toHaveLength(before);
  give();
  await page.pass(600);
  expect(page.requests.at(-1)?.json?.query?.replace(/\s+/g, ' ')).toMatch(/^{ ships { id/);
  expect(page.requests.some(({ json: body }) => body?.query?.includes('flag }'))).toBe(false);
});

it('fragment arguments are sent unchanged once they are turned on', async () => {
  const query = 'query Q { ships { ...F(size: 3) } } fragment F($size: Int) on Ship { flag(size: $size) }';
  const page = await open(query, introspection);
  await page.run();
  expect(page.requests).toHaveLength(0);
  const dialog = await page.options();
  fireEvent.click(dialog.getByRole('checkbox', { name: /Fragment arguments/ }));
  const sent = await page.run();
  expect(sent?.json?.query?.replace(/\s+/g, ' ')).toBe(query);
  expect(sent?.json?.operationName).toBe('Q');
});

it('a mocked field is not requested; the screen shows its value and that it is mocked', async () => {
  const page = await open('{ ships { id name flag } }', introspection);
  const dialog = await page.options();
  const fields = dialog.getByRole('textbox', { name: 'Mocked fields' });
  fireEvent.change(fields, { target: { value: 'Ship.flag\nShip.mast' } });
  expect(dialog.getByText('Not in the schema: Ship.mast')).toBeTruthy();
  fireEvent.change(dialog.getByRole('textbox', { name: 'Seed of mocked values' }), { target: { value: '7' } });
  const sent = await page.run();
  expect(sent?.json?.query).not.toContain('flag');
  const result = within(screen.getByRole('region', { name: 'Result' }));
  expect(result.getByText('Mocked: Ship.flag')).toBeTruthy();
  expect(result.getByText(/Nordlys/)).toBeTruthy();
  expect(result.getByText('flag')).toBeTruthy();
  // Selected options are stored for the connection, others are not.
  expect(page.session.storage.getItem('oriel:default:queryOptions')).toBe('{"mocked":"Ship.flag\\nShip.mast","seed":"7"}');
});
