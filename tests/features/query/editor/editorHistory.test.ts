/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Undo in the editors of Query continues after a reload and in a tab that was hidden, and no secret is stored for it. */
import { history, redo, undo } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { editorHistoriesOf, type HistoryPlace, KEPT_HISTORY_LIMITS } from '../../../../src/features/query/editor/editorHistory';
import { queryTabsOf } from '../../../../src/features/query/tabs/queryTabs';
import { systemClock } from '../../../../src/lib/clock';
import { type KeyValueStorage, memoryStorage } from '../../../../src/lib/storage';
import { createPreferences } from '../../../../src/session/connections/preferences';
import type { Session } from '../../../../src/session/connections/session';

const KEY = 'oriel:query-undo:default';
const DOCUMENT: HistoryPlace = { tab: '1', part: 'document' };
const VARIABLES: HistoryPlace = { tab: '1', part: 'variables' };

/** A storage that survives a reload. */
const tabOf = (): KeyValueStorage => {
  const values = new Map<string, string>();
  return {
    getItem: key => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: key => void values.delete(key),
  };
};

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

/** One page in a browser tab. */
const openPage = (tabStorage: KeyValueStorage) => {
  const parts = new Map<string, unknown>();
  const pageEvents = new EventTarget();
  const session = {
    part: (name: string, make: () => unknown) => {
      if (!parts.has(name)) parts.set(name, make());
      return parts.get(name);
    },
    preferences: createPreferences(memoryStorage(), 'default'),
    clock: systemClock,
    pageEvents,
    tabStorage,
    connection: { id: 'default' },
  } as unknown as Session;
  queryTabsOf(session);
  const histories = editorHistoriesOf(session);
  const edit = (place: HistoryPlace, doc: string, begun = doc) => {
    const view = new EditorView({ state: EditorState.create({ doc, extensions: [history({ newGroupDelay: 0 })] }) });
    const leave = histories.attach(place, view, begun);
    opened.push(() => view.destroy());
    const text = (): string => view.state.doc.toString();
    return {
      view,
      leave,
      text,
      /** Writes each text as one undo step. */
      write(...texts: string[]) {
        for (const insert of texts)
          view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert }, userEvent: 'input' });
      },
      undone: () => (undo(view) ? text() : null),
      redone: () => (redo(view) ? text() : null),
    };
  };
  return {
    edit,
    histories,
    reload() {
      pageEvents.dispatchEvent(new Event('pagehide'));
      return openPage(tabStorage);
    },
  };
};

it('edits before a reload can be undone and redone after it', () => {
  const page = openPage(tabOf());
  const editor = page.edit(DOCUMENT, '');
  editor.write('{ ships }', '{ ships { name } }', '{ ships { id } }');
  editor.undone();
  const again = page.reload().edit(DOCUMENT, '{ ships { name } }');
  expect(again.text()).toBe('{ ships { name } }');
  expect(again.undone()).toBe('{ ships }');
  expect(again.undone()).toBe('');
  expect(again.undone()).toBeNull();
  expect([again.redone(), again.redone(), again.redone()]).toEqual(['{ ships }', '{ ships { name } }', '{ ships { id } }']);
});

it('the same holds if the editor was empty at first, as in a server-rendered page', () => {
  const page = openPage(tabOf());
  page.edit(DOCUMENT, '').write('{ ships }', '{ ships { name } }');
  const again = page.reload().edit(DOCUMENT, '{ ships { name } }', '');
  expect(again.undone()).toBe('{ ships }');
});

it('edits in a hidden tab can be undone, too', () => {
  const page = openPage(tabOf());
  const editor = page.edit(DOCUMENT, '{ a }');
  editor.write('{ b }');
  editor.leave();
  const again = page.edit(DOCUMENT, '{ b }');
  expect([again.undone(), again.undone()]).toEqual(['{ a }', null]);
});

it('a change between the pages, and typing before the history is loaded, is a separate step', () => {
  const page = openPage(tabOf());
  page.edit(DOCUMENT, '{ a }').write('{ b }');
  const again = page.reload();
  const view = new EditorView({ state: EditorState.create({ doc: '{ b c }', extensions: [history()] }) });
  opened.push(() => view.destroy());
  view.dispatch({ changes: { from: 4, insert: 'd' } });
  again.histories.attach(DOCUMENT, view, '{ b c }');
  const texts: string[] = [];
  while (undo(view)) texts.push(view.state.doc.toString());
  expect(view.state.doc.toString()).toBe('{ a }');
  expect(texts).toContain('{ b }');
});

it.each<[string, HistoryPlace, string[], string]>([
  [
    'a secret in the document that was removed again',
    DOCUMENT,
    ['{ a }', '{ login(password: "hunter2") }', '{ login }', '{ ships }'],
    '{ ships }',
  ],
  [
    'a secret whose name was changed before it was removed',
    DOCUMENT,
    ['{ login(password: "hunter2") }', '{ login(pass: "hunter2") }', '{ port(name: "hunter2") }', '{ ships }'],
    '{ ships }',
  ],
  [
    'a secret among the variables',
    VARIABLES,
    ['{"password": "hunter2"}', '{"name": "hunter2"}', '{"name": "a"}'],
    '{"name": "a"}',
  ],
  ['a current text with a secret', DOCUMENT, ['{ a }', '{ login(password: "hunter2") }'], '{ login(password: "") }'],
])('nothing of %s is stored', (_what, place, texts, now) => {
  const tab = tabOf();
  const page = openPage(tab);
  page.edit(place, '').write(...texts);
  const again = page.reload();
  expect(tab.getItem(KEY)).not.toContain('hunter2');
  const editor = again.edit(place, now);
  for (let text: string | null = ''; text !== null; text = editor.undone()) expect(text).not.toContain('hunter2');
});

it('a variable that an earlier document gave to a secret argument is secret', () => {
  const tab = tabOf();
  const page = openPage(tab);
  page.edit(DOCUMENT, '').write('query ($x: String) { login(password: $x) }', '{ ships }');
  page.edit(VARIABLES, '').write('{"x": "hunter2"}', '{"x": 1}');
  page.reload();
  expect(tab.getItem(KEY)).toContain('ships');
  expect(tab.getItem(KEY)).not.toContain('hunter2');
});

const LOGIN = 'query ($x: String) { login(password: $x) }';

it.each<[string, (document: ReturnType<ReturnType<typeof openPage>['edit']>) => void]>([
  [
    'more steps ago than are checked',
    document => {
      for (let at = 0; at < 150; at++) document.write(`{ ships${at} }`);
    },
  ],
  [
    'in a branch that was left by undo',
    document => {
      document.undone();
      document.write('{ ships }');
    },
  ],
  [
    'before texts that are long in total',
    document => {
      for (let at = 0; at < 8; at++) document.write(`{ ships${at} } #${'x'.repeat(90_000)}`);
      document.write('{ ships }');
    },
  ],
])('the same holds if that document was %s', (_what, change) => {
  const tab = tabOf();
  const page = openPage(tab);
  const document = page.edit(DOCUMENT, '');
  document.write('{ a }', LOGIN);
  change(document);
  page.edit(VARIABLES, '').write('{"x": "hunter2"}', '{"x": 1}');
  page.reload();
  expect(tab.getItem(KEY)).toContain('ships');
  expect(tab.getItem(KEY)).not.toContain('hunter2');
});

it('variables whose document is too long to be checked are not stored', () => {
  const tab = tabOf();
  const page = openPage(tab);
  page.edit(DOCUMENT, '').write(`#${'x'.repeat(200_000)}\n${LOGIN}`, '{ ships }');
  page.edit(VARIABLES, '').write('{"x": "hunter2"}', '{"x": 1}');
  page.reload();
  expect(tab.getItem(KEY)).not.toContain('"x');
});

it('an unchanged editor is stored unchanged', () => {
  const tab = tabOf();
  const page = openPage(tab);
  page.edit(DOCUMENT, '').write('{ a }', '{ b }');
  page.edit(VARIABLES, '').write('{"x": 1}', '{"x": 2}');
  page.reload();
  const first = tab.getItem(KEY);
  page.reload();
  expect(first).toContain('variables');
  expect(tab.getItem(KEY)).toBe(first);
});

it('the steps before a secret are dropped, those after it are kept', () => {
  const page = openPage(tabOf());
  page.edit(DOCUMENT, '').write('{ a }', '{ login(password: "hunter2") }', '{ b }', '{ c }');
  const again = page.reload().edit(DOCUMENT, '{ c }');
  expect([again.undone(), again.undone()]).toEqual(['{ b }', null]);
});

it('the stored history is bounded', () => {
  const tab = tabOf();
  const page = openPage(tab);
  const editor = page.edit(DOCUMENT, '');
  for (let at = 0; at < 60; at++) editor.write(`{ a${at} ${'x'.repeat(5000)} }`);
  const again = page.reload();
  expect(tab.getItem(KEY)?.length).toBeLessThan(KEPT_HISTORY_LIMITS.editor * 1.1);
  expect(again.edit(DOCUMENT, editor.text()).undone()).toContain('a58 ');
});

it('the history of a closed tab or an ended session is deleted', () => {
  const tab = tabOf();
  const page = openPage(tab);
  page.edit({ tab: '99', part: 'document' }, '').write('{ closed }');
  page.edit(DOCUMENT, '').write('{ open }');
  const again = page.reload();
  expect(tab.getItem(KEY)).toContain('open');
  expect(tab.getItem(KEY)).not.toContain('closed');
  again.histories.dispose();
  expect(tab.getItem(KEY)).toBeNull();
});

/** A stored history of one step. */
const storedStep = (step: unknown): string =>
  JSON.stringify([['1 document', { doc: 'a', history: { done: [step], undone: [] } }]]);
const FAR = { ranges: [{ anchor: 0, head: 9e15 }], main: 0 };

it.each([
  '{',
  '[[1]]',
  '[["1 document",{"doc":"a","history":{"done":[{}],"undone":[7]}}]]',
  storedStep({ changes: [[1]], startSelection: FAR, selectionsAfter: [] }),
  storedStep({ changes: [[0, 'b'], 5], startSelection: { ranges: [{ anchor: 0, head: 0 }], main: 0 }, selectionsAfter: [] }),
])('an invalid stored history is ignored: %s', stored => {
  const tab = tabOf();
  tab.setItem(KEY, stored);
  const editor = openPage(tab).edit(DOCUMENT, 'a');
  editor.write('b');
  expect(editor.undone()).toBe('a');
});
