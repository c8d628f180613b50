/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** A folder of operations beside the history: shown as a tree, its files opened in tabs and saved in place. */
import { act, fireEvent, screen } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import type { ReactNode } from 'react';
import HistoryDrawer from '../../../../src/features/query/tabs/HistoryDrawer';
import { queryTabsOf } from '../../../../src/features/query/tabs/queryTabs';
import { query } from '../../../../src/i18n/english/query/query';
import type { Session } from '../../../../src/session/connections/session';
import { useReadable } from '../../../../src/ui/useReadable';
import { withMessagesAndIcons } from '../../../../src/ui/withMessagesAndIcons';
import { schemaOf } from '../../../schema/modelOf';
import { renderScreen, type ShownScreen } from '../../../support/renderScreen';

const SHIPS = '# oriel\n# assert status = 200\n# ---\nquery Ships { ships }\n';
let page: ShownScreen;

const Shown = withMessagesAndIcons({ query }, function Shown({ session }: { session: Session }): ReactNode {
  const tabs = queryTabsOf(session);
  useReadable(tabs);
  return <HistoryDrawer session={session} content={tabs.current()} onOpen={tabs.open} onClose={() => {}} />;
});

beforeEach(async () => {
  page = renderScreen(session => <Shown session={session} />, {
    introspection: introspectionFromSchema(schemaOf('type Query { ships: [String] }')),
  });
  fireEvent.click(screen.getByRole('tab', { name: 'Files' }));
  await page.pass(0);
});
afterEach(() => {
  Object.assign(window, { showDirectoryPicker: undefined });
  page.unmount();
  page.session.dispose();
});

/** Opens a folder with a folder `port` in it. @returns what is on the disk, by path */
async function openDisk(texts: readonly [string, string][]): Promise<Map<string, string>> {
  const files = new Map(texts);
  const folder = (name: string, within: string): unknown => ({
    kind: 'directory',
    name,
    async *values() {
      if (within === '') yield folder('port', 'port/');
      for (const path of files.keys()) {
        const own = path.slice(within.length);
        if (path.startsWith(within) && !own.includes('/')) yield { kind: 'file', name: own };
      }
    },
    getDirectoryHandle: async (inner: string) => folder(inner, `${inner}/`),
    async getFileHandle(own: string, { create = false } = {}) {
      const path = within + own;
      if (!create && !files.has(path)) throw new DOMException('no such file', 'NotFoundError');
      return {
        getFile: async () => new File([files.get(path) ?? ''], own),
        createWritable: async () => ({ write: async (text: string) => void files.set(path, text), close: async () => {} }),
      };
    },
  });
  Object.assign(window, { showDirectoryPicker: async () => folder('queries', '') });
  fireEvent.click(screen.getByRole('button', { name: 'Open a folder…' }));
  await page.pass(0);
  return files;
}

it('on disk: a file is opened from the tree, changed in its tab, and saved in place', async () => {
  const files = await openDisk([['port/ships.graphql', SHIPS]]);
  expect((await screen.findByText('port')).tagName).toBe('SUMMARY');
  fireEvent.click(screen.getByRole('button', { name: 'ships.graphql' }));
  const save = await screen.findByRole('button', { name: 'Save to port/ships.graphql' });
  const tabs = queryTabsOf(page.session);
  expect(tabs.current().query).toBe(SHIPS);
  act(() => tabs.change(tabs.current().id, { query: SHIPS.replace('{ ships }', '{ other }') }));
  await page.pass(0);
  fireEvent.click(save);
  expect(await screen.findAllByText('port/ships.graphql was saved, without secrets.')).not.toHaveLength(0);
  expect(files.get('port/ships.graphql')).toBe(SHIPS.replace('{ ships }', '{ other }'));
  // Another program changes the same folder.
  files.set('port/ships.graphql', '{ theirs }');
  fireEvent.click(screen.getByRole('button', { name: 'Save to port/ships.graphql' }));
  expect(await screen.findAllByText(/port\/ships.graphql was not saved: it has changed/)).not.toHaveLength(0);
  expect(files.get('port/ships.graphql')).toBe('{ theirs }');
});

it('files that differ only in whitespace or headers have tabs of their own, and are saved as they are', async () => {
  const texts: [string, string][] = [
    ['a.graphql', 'query Ships { ships }\n'],
    ['b.graphql', 'query Ships {\r\n  ships\r\n}'],
    ['c.graphql', 'query Ships { ships }\n'],
    ['d.graphql', '# oriel\n# header x-tenant: north\nquery Ships { ships }\n'],
  ];
  const tabs = queryTabsOf(page.session);
  tabs.change(tabs.current().id, { query: 'query Ships { ships }\n', headers: [{ name: 'x-team', value: 'a' }] });
  const files = await openDisk(texts);
  for (const [path] of [...texts, ['b.graphql']] as [string][]) {
    fireEvent.click(screen.getByRole('button', { name: path }));
    fireEvent.click(await screen.findByRole('button', { name: `Save to ${path}` }));
    await page.pass(0);
  }
  expect([...files]).toEqual(texts);
  expect(tabs.get().tabs).toHaveLength(5);
});

it('a name that no file can have, or that another file has, is refused with the reason', async () => {
  await openDisk([['ships.graphql', SHIPS]]);
  const tabs = queryTabsOf(page.session);
  act(() => tabs.change(tabs.current().id, { query: '{ ships }' }));
  await page.pass(0);
  const name = screen.getByRole('textbox', { name: 'Name of the new file' });
  for (const wrong of ['../x', 'Ships']) {
    fireEvent.change(name, { target: { value: wrong } });
    expect(name.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('This name is not valid or already used')).toBeTruthy();
  }
  fireEvent.change(name, { target: { value: 'other' } });
  expect(name.getAttribute('aria-invalid')).toBeNull();
});

it('Ctrl S saves the open file, and is left to the browser while no file is open', async () => {
  const pressSave = (more: object = {}) => fireEvent.keyDown(document.body, { key: 's', ctrlKey: true, ...more });
  // True: the browser handles the key.
  expect(pressSave()).toBe(true);
  const files = await openDisk([['ships.graphql', SHIPS]]);
  fireEvent.click(screen.getByRole('button', { name: 'ships.graphql' }));
  await screen.findByRole('button', { name: 'Save to ships.graphql' });
  const tabs = queryTabsOf(page.session);
  act(() => tabs.change(tabs.current().id, { query: SHIPS.replace('{ ships }', '{ other }') }));
  await page.pass(0);
  expect(pressSave({ shiftKey: true })).toBe(true);
  expect(pressSave()).toBe(false);
  expect(await screen.findAllByText('ships.graphql was saved, without secrets.')).not.toHaveLength(0);
  expect(files.get('ships.graphql')).toBe(SHIPS.replace('{ ships }', '{ other }'));
});

it('a file that is opened in the tab of another one is saved under its own path', async () => {
  const files = await openDisk([
    ['a.graphql', '{ a }'],
    ['b.graphql', '{ b }'],
  ]);
  const tabs = queryTabsOf(page.session);
  fireEvent.click(screen.getByRole('button', { name: 'a.graphql' }));
  await screen.findByRole('button', { name: 'Save to a.graphql' });
  act(() => tabs.change(tabs.current().id, { query: '' }));
  await page.pass(0);
  fireEvent.click(screen.getByRole('button', { name: 'b.graphql' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Save to b.graphql' }));
  await page.pass(0);
  expect([...files.values()]).toEqual(['{ a }', '{ b }']);
});

it('a typed head is saved and applied to its tab; later changes beside the text are shown in the head', async () => {
  const typed = '# oriel\n# variables: {"first": 5}\n# header X-Region: eu\n# ---\nquery Ships { ships }\n';
  const files = await openDisk([]);
  const tabs = queryTabsOf(page.session);
  act(() => tabs.change(tabs.current().id, { query: typed }));
  await page.pass(0);
  fireEvent.click(screen.getByRole('button', { name: 'Save as a file' }));
  expect(await screen.findAllByText('Ships.graphql was saved, without secrets.')).not.toHaveLength(0);
  expect(files.get('Ships.graphql')).toBe(typed);
  expect(tabs.current()).toMatchObject({
    query: typed,
    variables: '{"first": 5}',
    headers: [{ name: 'X-Region', value: 'eu' }],
  });
  act(() => tabs.change(tabs.current().id, { variables: '{"first": 7}' }));
  await page.pass(0);
  fireEvent.click(screen.getByRole('button', { name: 'Save to Ships.graphql' }));
  await page.pass(0);
  expect(files.get('Ships.graphql')).toContain('{"first": 7}');
  expect(tabs.current().query).toBe(files.get('Ships.graphql'));
});

it('if a page cannot write to the disk, files are chosen, and all of them are saved as an archive', async () => {
  const file = Object.defineProperty(new File([SHIPS], 'ships.graphql'), 'webkitRelativePath', {
    value: 'queries/ships.graphql',
  });
  const [input] = page.container.querySelectorAll('input[type=file]');
  expect(input?.hasAttribute('webkitdirectory')).toBe(true);
  fireEvent.change(input as Element, { target: { files: [file] } });
  expect(await screen.findByRole('button', { name: 'ships.graphql' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save all as ZIP' })).toBeTruthy();
});
