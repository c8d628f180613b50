/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Imported files beside the tabs: their content and errors are listed, and existing operations stay. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { CollectionsPanel } from '../../../src/features/query/tabs/CollectionsPanel';
import { FileButtons } from '../../../src/features/query/tabs/FileButtons';
import { HistoryPanel } from '../../../src/features/query/tabs/HistoryPanel';
import type { ConnectionSettings } from '../../../src/session/connections/connections';
import { environmentsOf } from '../../../src/session/environments/environmentsOf';
import { schemaOf } from '../../schema/modelOf';
import { endingScreens, renderScreen } from '../../support/renderScreen';
import { scriptedFetch } from '../../support/scriptedFetch';

const INTROSPECTION = introspectionFromSchema(schemaOf('type Query { port: String }'));

const shown = endingScreens();
beforeEach(() => {
  jest.useFakeTimers({ now: Date.UTC(2026, 5, 1, 12) });
});
afterEach(() => {
  jest.useRealTimers();
});

const CONTENT = { query: 'query Mine { port }', variables: '', headers: [], operation: null };
const open = async (panel: 'history' | 'collections', connection: Partial<ConnectionSettings> = {}) => {
  const opened: unknown[] = [];
  const page = renderScreen(
    session =>
      panel === 'history' ? (
        <HistoryPanel session={session} onOpen={content => opened.push(content)} />
      ) : (
        <CollectionsPanel session={session} content={CONTENT} onOpen={content => opened.push(content)} />
      ),
    { introspection: INTROSPECTION, fetch: scriptedFetch().fetch, connection },
  );
  shown.push(page);
  await page.pass(50);
  const give = async (name: string, text: string): Promise<void> => {
    const [input] = page.container.querySelectorAll('input[type=file]');
    fireEvent.change(input as Element, { target: { files: [new File([text], name)] } });
    await page.pass(50);
  };
  return { page, opened, give };
};

it('a file in another encoding is refused with the reason, and beside others reported by name', async () => {
  const { page } = await open('collections');
  const latin = new File([new Uint8Array([0x7b, 0x20, 0xe5, 0x20, 0x7d])], 'Ship.graphql');
  const [input] = page.container.querySelectorAll('input[type=file]');
  fireEvent.change(input as Element, { target: { files: [latin] } });
  await page.pass(50);
  expect(screen.getAllByText('Ship.graphql was not added: The file is not UTF-8 text').length).toBeGreaterThan(0);
  fireEvent.change(input as Element, { target: { files: [new File(['{ port }'], 'Port.graphql'), latin] } });
  await page.pass(50);
  await page.pass(50);
  expect(screen.getAllByText(/1 is not a GraphQL operation: Ship/).length).toBeGreaterThan(0);
  screen.getByRole('button', { name: 'Open Port in a tab' });
});

it.each([
  ['history', 'it contains no query history'],
  ['collections', 'it contains no collections of Oriel, GraphiQL, Altair, Insomnia, Postman, Bruno or Hoppscotch'],
] as const)('a file that is none of the kind is refused by name (%s)', async (panel, words) => {
  const { give } = await open(panel);
  for (const [name, text] of [
    ['photo.png', '\u0089PNG\r\n'],
    ['cut.json', '{"format": "oriel-query-'],
    ['package.json', '{"name": "x"}'],
  ] as const) {
    await give(name, text);
    expect(screen.getAllByText(`${name} was not added: ${words}`).length).toBeGreaterThan(0);
  }
});

it('several files are imported at once; one that cannot be read is named', async () => {
  const { page, opened } = await open('collections');
  const bru = (name: string, headers = ''): string =>
    `meta {\n  name: ${name}\n  type: graphql\n}\n\nheaders {\n${headers}\n}\n\nbody:graphql {\n  { port(name: "${name}") }\n}\n`;
  const files = [
    new File([bru('A', '  X-Region: eu\n  X-Api-Key: s3cret')], 'a.bru'),
    new File([bru('B')], 'b.bru'),
    new File(['?'], 'c.txt'),
  ];
  const [input] = page.container.querySelectorAll('input[type=file]');
  fireEvent.change(input as Element, { target: { files } });
  await page.pass(50);
  expect(
    screen.getAllByText(/^2 entries of a\.bru and … were added, 1 is not a GraphQL operation: c\.txt/).length,
  ).toBeGreaterThan(0);
  const bruno = within(screen.getByRole('region', { name: 'Bruno' }));
  fireEvent.click(bruno.getByRole('button', { name: 'Open A in a tab' }));
  expect(opened).toMatchObject([
    {
      headers: [
        { name: 'X-Region', value: 'eu' },
        { name: 'X-Api-Key', value: '' },
      ],
    },
  ]);
});

/** A file of a chosen folder. */
const inFolder = (path: string, text: string, size?: number): File => {
  const file = new File([text], path.split('/').at(-1) ?? '');
  Object.defineProperty(file, 'webkitRelativePath', { value: path });
  if (size !== undefined) Object.defineProperty(file, 'size', { value: size });
  return file;
};

it('a folder is refused by the total size of its collections, whatever else is in it', async () => {
  const { page } = await open('collections');
  const [, input] = page.container.querySelectorAll('input[type=file]');
  const photo = inFolder('port/photo.png', '', 900_000_000);
  const give = async (...files: File[]): Promise<void> => {
    fireEvent.change(input as Element, { target: { files } });
    await page.pass(50);
  };
  await give(photo, inFolder('port/a.graphql', '{ port }', 60_000_000), inFolder('port/b.graphql', '{ port }', 60_000_000));
  expect(screen.getAllByText('port was not added: it is larger than 100 MB').length).toBeGreaterThan(0);
  await give(photo, inFolder('port/a.graphql', '{ port }', 60_000_000));
  expect(screen.getAllByText('1 entry added').length).toBeGreaterThan(0);
});

it('environments of a folder are added to the connection; values that exist stay', async () => {
  const { page } = await open('collections');
  const [, input] = page.container.querySelectorAll('input[type=file]');
  const give = async (host: string): Promise<void> => {
    const text = `vars {\n  host: ${host}\n  region: eu\n}\nvars:secret [\n  token\n]\n`;
    fireEvent.change(input as Element, { target: { files: [inFolder('port/environments/Local.bru', text)] } });
    await page.pass(50);
  };
  const saved = () => environmentsOf(page.session).get();
  await give('a.test');
  expect(screen.getAllByText('1 entry added').length).toBeGreaterThan(0);
  const plain = (name: string, value: string) => ({ name, value, secret: false });
  const token = { name: 'token', value: '', secret: true };
  expect(saved()).toMatchObject({
    chosen: 'Local',
    list: [{ name: 'Local', variables: [plain('host', 'a.test'), plain('region', 'eu'), token] }],
  });
  act(
    () => void environmentsOf(page.session).save({ chosen: null, list: [{ name: 'Local', variables: [plain('host', 'mine')] }] }),
  );
  await give('b.test');
  expect(saved()).toMatchObject({
    chosen: null,
    list: [{ name: 'Local', variables: [plain('host', 'mine'), plain('region', 'eu'), token] }],
  });
  await give('c.test');
  expect(screen.getAllByText('Nothing in it was new').length).toBeGreaterThan(0);
});

it('of a folder with thousands of files only visible rows are rendered, and files beyond the limit are counted as not read', async () => {
  const { page } = await open('collections');
  const [, input] = page.container.querySelectorAll('input[type=file]');
  const files = Array.from({ length: 5002 }, (_, at) => inFolder(`port/${at}.graphql`, `{ port${at} }`));
  fireEvent.change(input as Element, { target: { files } });
  await act(async () => {
    await Promise.all(files.map(file => file.text()));
  });
  await page.pass(50);
  expect(screen.getAllByText(/^5,000 entries of port were added, 2 could not be read/).length).toBeGreaterThan(0);
  // Only visible rows are rendered; the others are found by their names.
  expect(screen.getAllByRole('listitem').length).toBeLessThan(50);
  expect(screen.getAllByRole('listitem')[0]?.getAttribute('aria-setsize')).toBe('5000');
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'PORT4321 ' } });
  await page.pass(50);
  expect(screen.getAllByRole('button', { name: / in a tab$/ }).map(button => button.getAttribute('aria-label'))).toEqual([
    'Open 4321 in a tab',
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Rename: 4321' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Name of the document' }), { target: { value: 'Renamed' } });
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nothing has this' } });
  await page.pass(50);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'renamed' } });
  await page.pass(50);
  expect(screen.getByRole('button', { name: 'Open Renamed in a tab' })).toBeTruthy();
});

it('an entry of a collection is renamed with Enter, and keeps its name with Escape', async () => {
  const { page } = await open('collections');
  fireEvent.change(screen.getByRole('textbox', { name: 'New collection' }), { target: { value: 'Daily' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add with this document' }));
  await page.pass(50);
  const rename = async (from: string, to: string, key: string): Promise<void> => {
    fireEvent.click(screen.getByRole('button', { name: `Rename: ${from}` }));
    const input = screen.getByRole('textbox', { name: 'Name of the document' });
    expect(document.activeElement).toBe(input);
    fireEvent.change(input, { target: { value: to } });
    fireEvent.keyDown(input, { key });
    await page.pass(50);
  };
  await rename('Mine', 'Other', 'Escape');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open Mine in a tab' }));
  await rename('Mine', 'Morning', 'Enter');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open Morning in a tab' }));
});

it('a collection is created with the current document, exported, removed and restored', async () => {
  const { page, opened } = await open('collections');
  fireEvent.change(screen.getByRole('textbox', { name: 'New collection' }), { target: { value: 'Daily' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add with this document' }));
  await page.pass(50);
  const daily = within(screen.getByRole('region', { name: 'Daily' }));
  fireEvent.click(daily.getByRole('button', { name: 'Open Mine in a tab' }));
  expect(opened).toEqual([{ query: 'query Mine { port }', variables: '', headers: [], operation: null }]);
  fireEvent.click(daily.getByRole('button', { name: 'Delete Daily' }));
  await page.pass(50);
  expect(screen.queryByRole('region', { name: 'Daily' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await page.pass(50);
  expect(screen.getByRole('region', { name: 'Daily' })).toBeTruthy();
});

it('configured operations are offered, can be opened and are never changed', async () => {
  const queries = [
    { name: 'Busiest port', query: 'query Busiest { port }', variables: { first: 1 } },
    { name: 'broken' },
    'broken',
  ];
  const { opened, page } = await open('collections', { name: 'Orders', queries });
  const offered = within(screen.getByRole('region', { name: 'Orders' }));
  expect(offered.getAllByRole('listitem').map(item => item.textContent)).toEqual(['Busiest port']);
  expect(offered.queryByRole('textbox')).toBeNull();
  fireEvent.click(offered.getByRole('button', { name: /Busiest port/ }));
  expect(opened).toEqual([{ query: 'query Busiest { port }', variables: '{\n  "first": 1\n}', operation: null }]);
  fireEvent.change(screen.getByRole('textbox', { name: 'New collection' }), { target: { value: 'Daily' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add with this document' }));
  await page.pass(50);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'busiest' } });
  expect([screen.queryByRole('region', { name: 'Orders' }) !== null, screen.queryByText('No matches')]).toEqual([true, null]);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nothing has this' } });
  expect(screen.getByText('No matches')).toBeTruthy();
});

it('a large import shows its progress, and adds nothing when it is cancelled', async () => {
  const page = renderScreen(
    () => (
      <FileButtons
        name="a.json"
        disabled={false}
        exported={async () => ''}
        accept={(_files, { signal, onProgress }) => {
          onProgress?.(0);
          onProgress?.(0.43);
          return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
        }}
        broken="broken"
      />
    ),
    { introspection: INTROSPECTION, fetch: scriptedFetch().fetch },
  );
  shown.push(page);
  const input = page.container.querySelector('input[type=file]') as Element;
  fireEvent.change(input, { target: { files: [new File(['x'], 'a.json')] } });
  await page.pass(50);
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('43');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await page.pass(50);
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.queryByText(/was not added/)).toBeNull();
  screen.getByRole('button', { name: 'Add from a file' });
});
