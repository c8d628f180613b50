/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** A folder of operations beside the history: opened, shown as a tree, its files opened in tabs and saved in their place. */
import { act, fireEvent, screen } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import type { ReactNode } from 'react';
import HistoryDrawer from '../../../../src/features/query/tabs/HistoryDrawer';
import { queryTabsOf } from '../../../../src/features/query/tabs/queryTabs';
import { query } from '../../../../src/i18n/english/query';
import type { Session } from '../../../../src/session/connections/session';
import { useReadable } from '../../../../src/ui/text/useReadable';
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

it('on the disk: a file is opened from the tree, changed in its tab, and saved in its place', async () => {
  const files = new Map([['ships.graphql', SHIPS]]);
  const handle = (name: string) => ({
    kind: 'file',
    name,
    getFile: async () => new File([files.get(name) ?? ''], name),
    createWritable: async () => ({ write: async (text: string) => void files.set(name, text), close: async () => {} }),
  });
  const inner = {
    kind: 'directory',
    name: 'port',
    async *values() {
      yield handle('ships.graphql');
    },
    getFileHandle: async (name: string) => handle(name),
  };
  const root = {
    kind: 'directory',
    name: 'queries',
    async *values() {
      yield inner;
    },
    getDirectoryHandle: async () => inner,
    getFileHandle: async (name: string) => handle(name),
  };
  Object.assign(window, { showDirectoryPicker: async () => root });
  fireEvent.click(screen.getByRole('button', { name: 'Open a folder…' }));
  await page.pass(0);
  expect((await screen.findByText('port')).tagName).toBe('SUMMARY');
  fireEvent.click(screen.getByRole('button', { name: 'ships.graphql' }));
  const save = await screen.findByRole('button', { name: 'Save to port/ships.graphql' });
  const tabs = queryTabsOf(page.session);
  expect(tabs.current().query).toBe(SHIPS);
  act(() => tabs.change(tabs.current().id, { query: SHIPS.replace('{ ships }', '{ other }') }));
  await page.pass(0);
  fireEvent.click(save);
  expect(await screen.findAllByText('port/ships.graphql was saved, without secrets.')).not.toHaveLength(0);
  expect(files.get('ships.graphql')).toBe(SHIPS.replace('{ ships }', '{ other }'));
  // Others write into the same repository.
  files.set('ships.graphql', '{ theirs }');
  fireEvent.click(screen.getByRole('button', { name: 'Save to port/ships.graphql' }));
  expect(await screen.findAllByText(/port\/ships.graphql was not saved: it has changed/)).not.toHaveLength(0);
  expect(files.get('ships.graphql')).toBe('{ theirs }');
});

it('where a page may not write to the disk, files are chosen, and all of them are saved as one archive', async () => {
  const file = Object.defineProperty(new File([SHIPS], 'ships.graphql'), 'webkitRelativePath', {
    value: 'queries/ships.graphql',
  });
  const [input] = page.container.querySelectorAll('input[type=file]');
  expect(input?.hasAttribute('webkitdirectory')).toBe(true);
  fireEvent.change(input as Element, { target: { files: [file] } });
  expect(await screen.findByRole('button', { name: 'ships.graphql' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save all as ZIP' })).toBeTruthy();
});
