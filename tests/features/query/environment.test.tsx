/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Variables of environments in Query, over the real transport. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { QueryScreen } from '../../../src/features/query/QueryScreen';
import { shareAddress } from '../../../src/features/query/share/shareAddress';
import { queryHistoryOf } from '../../../src/features/query/tabs/queryHistory';
import { queryTabsOf } from '../../../src/features/query/tabs/queryTabs';
import EnvironmentChoice from '../../../src/parts/environments/EnvironmentChoice';
import type { ConnectionSettings } from '../../../src/session/connections/connections';
import type { Session } from '../../../src/session/connections/session';
import { readEnvironments, writeEnvironments } from '../../../src/session/environments/environments';
import { environmentsOf } from '../../../src/session/environments/environmentsOf';
import { href } from '../../../src/session/navigation/navigation';
import { writeWireFile } from '../../../src/session/wire/wireLogFile';
import { wireOf } from '../../../src/session/wire/wireOf';
import { schemaOf } from '../../schema/modelOf';
import { endingScreens, renderScreen, type ShownScreen } from '../../support/renderScreen';
import { type Answer, json, scriptedFetch } from '../../support/scriptedFetch';

const SCHEMA = introspectionFromSchema(schemaOf('type Query { ships(first: Int, name: String, on: Boolean): [String] }'));
const QUERY = 'query Ships($first: Int, $name: String, $on: Boolean) { ships(first: $first, name: $name, on: $on) }';

Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

const shown = endingScreens();

const open = async (responses: Answer[], variables: string, connection: Partial<ConnectionSettings> = {}) => {
  const { fetch, requests } = scriptedFetch(...responses);
  const page = renderScreen(session => <QueryScreen session={session} />, {
    introspection: SCHEMA,
    address: href(['query'], { query: QUERY, variables }),
    fetch,
    connection,
  });
  shown.push(page);
  const { session } = page;
  const saved = () =>
    environmentsOf(session).save({
      chosen: 'eu',
      list: [
        {
          name: 'eu',
          variables: [
            { name: 'first', value: '5', secret: false },
            { name: 'on', value: 'true', secret: false },
            { name: 'region', value: 'Hamburg', secret: false },
            { name: 'key', value: 'very-s3cret-key', secret: true },
          ],
        },
        { name: 'us', variables: [] },
      ],
    });
  act(() => void saved());
  await act(async () => {
    await import('../../../src/features/query/editor/graphqlSupport');
    await import('../../../src/features/query/environment/filledRequest');
    await import('../../../src/parts/environments/EnvironmentChoice');
  });
  await page.pass();
  return { ...page, requests };
};

/** Clicks Run and waits for a result or a message. */
async function run({ pass }: ShownScreen, shows: RegExp): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: 'Run' }));
  await pass();
  await screen.findByText(shows, {}, { timeout: 10_000 });
}

it('variables and headers are sent with the values of the environment, numbers as numbers, and secrets are not stored', async () => {
  const page = await open(
    [json({ data: { ships: ['said very-s3cret-key'] } })],
    '{"first": "{{first}}", "on": "{{on}}", "name": "{{region}} {{key}}"}',
  );
  const { session, requests } = page;
  const wire = wireOf(session);
  const tabs = queryTabsOf(session);
  act(() => tabs.change(tabs.current().id, { headers: [{ name: 'X-Region', value: '{{region}}-{{key}}' }] }));
  await run(page, /1 row|ships/);
  await page.pass();
  expect(requests).toHaveLength(1);
  expect(requests[0]?.json?.variables).toEqual({ first: 5, on: true, name: 'Hamburg very-s3cret-key' });
  expect(requests[0]?.headers.get('x-region')).toBe('Hamburg-very-s3cret-key');
  tabs.flush();
  const history = await queryHistoryOf(session).exported();
  const address = await shareAddress(tabs.current());
  const log = writeWireFile(wire.get().entries, 0);
  for (const text of [history, address, log, document.body.textContent ?? '']) {
    expect(text).not.toContain('very-s3cret-key');
  }
  expect(history).toContain('{{key}}');
});

it('variables without quotes are sent as JSON, and a value that is not JSON is reported and not sent', async () => {
  const page = await open([json({ data: { ships: [] } })], '{"first": {{first}}, "on": {{on}}, "name": "{{region}}"}');
  await run(page, /1 row|ships/);
  await waitFor(() => expect(page.requests).toHaveLength(1), { timeout: 10_000 });
  expect(page.requests[0]?.json?.variables).toEqual({ first: 5, on: true, name: 'Hamburg' });
  const tabs = queryTabsOf(page.session);
  act(() => tabs.change(tabs.current().id, { variables: '{"name": {{key}}}' }));
  await run(page, /The value of the variable key is not JSON/);
  expect(page.requests).toHaveLength(1);
  expect(document.body.textContent).not.toContain('very-s3cret-key');
});

it('texts of the document are sent with the values of the environment, and copied with those that are not secret', async () => {
  const page = await open([json({ data: { ships: [] } })], '');
  const tabs = queryTabsOf(page.session);
  const query = '{ ships(name: "{{region}} \\"{{key}}\\"") }';
  act(() => tabs.change(tabs.current().id, { query, headers: [{ name: 'X-Region', value: '{{region}}' }] }));
  await page.pass();
  fireEvent.click(screen.getByRole('button', { name: 'Run' }));
  await page.pass();
  await waitFor(() => expect(page.requests).toHaveLength(1), { timeout: 10_000 });
  expect(page.requests[0]?.json?.query).toContain('"Hamburg \\"very-s3cret-key\\""');
  expect(tabs.current().query).toBe(query);
  expect(await queryHistoryOf(page.session).exported()).toContain('{{region}}');
  const copied = jest.fn();
  Object.assign(navigator, { clipboard: { writeText: copied } });
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  await page.pass();
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Copy as cURL' }));
  await waitFor(() => expect(copied).toHaveBeenCalled(), { timeout: 10_000 });
  const [[command]] = copied.mock.calls;
  expect(command).toContain('Hamburg \\\\\\"{{key}}');
  expect(command).toContain('X-Region: Hamburg');
  expect(command).not.toContain('very-s3cret-key');
});

it('a variable without a value in a text is reported with the way to send the braces as text, and nothing is sent', async () => {
  const page = await open([json({ data: { ships: [] } })], '');
  const tabs = queryTabsOf(page.session);
  act(() => tabs.change(tabs.current().id, { query: '{ ships(name: "{{where}}") }' }));
  await run(page, /The variable where has no value.* put a backslash before them, or two inside quotes/);
  expect(page.requests).toHaveLength(0);
  act(() => tabs.change(tabs.current().id, { query: String.raw`{ ships(name: "\\{{where}}") }` }));
  fireEvent.click(screen.getByRole('button', { name: 'Run' }));
  await page.pass();
  await waitFor(() => expect(page.requests).toHaveLength(1), { timeout: 10_000 });
  expect(page.requests[0]?.json?.query).toContain('"{{where}}"');
});

it('a variable without a value is reported, and nothing is sent', async () => {
  const page = await open([json({ data: { ships: [] } })], '{"name": "{{region}} {{where}}"}');
  await run(page, /The variable where has no value/);
  expect(page.requests).toHaveLength(0);
});

it('the environment in use is shown, and another can be chosen', async () => {
  const page = await open([json({ data: { ships: [] } })], '{"name": "{{region}}"}');
  const button = await screen.findByRole('button', { name: /^eu/ }, { timeout: 10_000 });
  fireEvent.click(button);
  await page.pass();
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'us' }));
  await page.pass();
  expect(await screen.findByRole('button', { name: /^us/ })).toBeTruthy();
  await run(page, /The variable region has no value/);
  expect(page.requests).toHaveLength(0);
});

/** Stores an environment as the Connections screen and other tabs do. */
const writeStaging = ({ storage, connection }: Session): void => {
  const before = readEnvironments(storage, connection.id);
  const staging = { name: 'staging', variables: [{ name: 'key', value: 'staging-s3cret', secret: true }] };
  writeEnvironments(storage, connection.id, { ...before, chosen: 'staging', list: [...before.list, staging] });
};

it('environments that were saved elsewhere can be edited, and their secrets are masked', async () => {
  const page = await open([], '');
  const button = await screen.findByRole('button', { name: /^eu/ }, { timeout: 10_000 });
  writeStaging(page.session);
  fireEvent.click(button);
  await page.pass();
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Edit/ }));
  await page.pass();
  expect(screen.getAllByLabelText<HTMLInputElement>('Name of the environment').map(({ value }) => value)).toEqual([
    'eu',
    'us',
    'staging',
  ]);
  expect(page.session.token.known.get()).toContain('staging-s3cret');
});

it('a new line of the environments takes the focus, and so does the button that adds one after a removal', async () => {
  const page = await open([], '');
  fireEvent.click(await screen.findByRole('button', { name: /^eu/ }, { timeout: 10_000 }));
  await page.pass();
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Edit/ }));
  await page.pass();
  const press = async (name: string, at = 0): Promise<void> => {
    const button = screen.getAllByRole('button', { name })[at];
    button?.focus();
    fireEvent.click(button as HTMLElement);
    await page.pass(50);
  };
  await press('Add a variable');
  expect(document.activeElement).toBe(screen.getAllByLabelText('Name of the variable')[4]);
  await press('Remove the variable');
  expect(document.activeElement).toBe(screen.getAllByRole('button', { name: 'Add a variable' })[0]);
  await press('Add an environment');
  expect(document.activeElement).toBe(screen.getAllByLabelText('Name of the environment')[2]);
  await press('Remove the environment us');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add an environment' }));
});

it('environments that were not saved can be edited further', async () => {
  const page = await open([], '');
  fireEvent.click(await screen.findByRole('button', { name: /^eu/ }, { timeout: 10_000 }));
  await page.pass();
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Edit/ }));
  await page.pass();
  const names = () => screen.getAllByLabelText<HTMLInputElement>('Name of the environment').map(({ value }) => value);
  fireEvent.change(screen.getAllByLabelText('Name of the environment')[1] as HTMLElement, { target: { value: 'test' } });
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  await page.pass();
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(await screen.findByText('Undo'));
  await page.pass();
  expect(names()).toEqual(['eu', 'test']);
  expect(
    environmentsOf(page.session)
      .get()
      .list.map(({ name }) => name),
  ).toEqual(['eu', 'us']);
});

it('environments that another tab saved are shown at once', async () => {
  const page = await open([], '');
  await screen.findByRole('button', { name: /^eu/ }, { timeout: 10_000 });
  writeStaging(page.session);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'oriel:environments:default' })));
  expect(screen.getByRole('button', { name: /^staging/ })).toBeTruthy();
});

it('environments that were saved since the screen was last shown are shown', async () => {
  const page = renderScreen(
    session => {
      environmentsOf(session);
      writeStaging(session);
      return <EnvironmentChoice session={session} />;
    },
    { introspection: SCHEMA },
  );
  shown.push(page);
  await page.pass();
  expect(await screen.findByRole('button', { name: /^staging/ })).toBeTruthy();
});

it.each([
  [1, ['eu', 'eu-2'], 'eu'],
  [0, ['us', 'us-2'], 'us-2'],
])(
  'the choice stays while the environment at %j is being renamed and has the name of the other for a moment',
  async (at, names, wanted) => {
    const page = await open([], '');
    fireEvent.click(await screen.findByRole('button', { name: /^eu/ }, { timeout: 10_000 }));
    await page.pass();
    fireEvent.click(await screen.findByRole('menuitem', { name: /^Edit/ }));
    await page.pass();
    const rename = (name: string) =>
      fireEvent.change(screen.getAllByLabelText('Name of the environment')[at] as HTMLElement, { target: { value: name } });
    for (const name of names) rename(name);
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await page.pass();
    const { chosen, list } = environmentsOf(page.session).get();
    expect(chosen).toBe(wanted);
    expect(list.map(({ name }) => name)).toContain(names[1]);
  },
);

describe('if queries by hash are sent by GET', () => {
  const byGet = { persistedQueries: true, queryMethod: 'get' } as const;

  it.each([
    ['a secret in a variable is sent by POST', '{"name": "{{key}}"}', 'POST'],
    ['a variable that is not secret may be in the address', '{"name": "{{region}}"}', 'GET'],
  ])('%s', async (_what, variables, method) => {
    const page = await open([json({ data: { ships: ['there'] } })], variables, byGet);
    await run(page, /1 row|ships/);
    await page.pass();
    expect(page.requests.map(each => each.method)).toEqual([method]);
    for (const { url } of page.requests) expect(url).not.toContain('s3cret');
  });

  it('the filled request reports secrets in its variables, but not in headers, which are in no URL', async () => {
    const { session } = await open([], '{}');
    const { filledRequest } = await import('../../../src/features/query/environment/filledRequest');
    const filled = (values: Record<string, unknown>, header = '', text = '{ ships }') =>
      filledRequest(session, [], null, { text, values, headers: [{ name: 'x', value: header }] });
    expect(filled({ q: '{{region}}' }, '{{key}}')).toMatchObject({ byPost: false });
    expect(filled({ q: { in: ['a', '{{region}} {{key}}'] } })).toMatchObject({ byPost: true });
    expect(filled({ q: '\\{{key}}' })).toMatchObject({ byPost: false });
    expect(filled({}, '', '{ ships(name: "{{key}}") }')).toMatchObject({ byPost: true });
  });
});
