/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Vim and Emacs key bindings in an editor: off by default, switched while the editor is open, stored for the next visit. */
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { editorKeysOf } from '../../../../src/features/query/editor/editorKeys';
import { type KeyValueStorage, memoryStorage } from '../../../../src/lib/storage';
import type { Session } from '../../../../src/session/connections/session';
import { eventually } from '../../../support/eventually';

Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

const DOC = 'query Ships { ships { id name flag crew { id name } } }'.repeat(20);

const views: EditorView[] = [];
afterEach(() => {
  for (const view of views.splice(0)) view.destroy();
});

const sessionOf = (storage: KeyValueStorage) => {
  const parts = new Map<string, unknown>();
  const part = (name: string, make: () => unknown) => {
    if (!parts.has(name)) parts.set(name, make());
    return parts.get(name);
  };
  return { part, storage } as unknown as Session;
};

const open = (session: Session) => {
  const view = new EditorView({ state: EditorState.create({ doc: DOC }), parent: document.body });
  views.push(view);
  const leave = editorKeysOf(session).attach(view);
  /** The text after a key was pressed at its start. */
  const press = (key: string, init: KeyboardEventInit = {}): string => {
    view.contentDOM.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));
    return view.state.doc.toString();
  };
  return { view, leave, press };
};

it('an editor has the standard key bindings until others are selected, and again when they are deselected', async () => {
  const session = sessionOf(memoryStorage());
  const { press, view } = open(session);
  expect(press('x')).toBe(DOC);
  editorKeysOf(session).choose('vim');
  await eventually(
    async () => press('x'),
    text => text !== DOC,
  );
  editorKeysOf(session).choose(null);
  await eventually(
    async () => [view.state.doc.toString(), press('x')],
    ([before, after]) => before === after && before !== '',
  );
});

it('the key bindings of Emacs move the cursor and delete text', async () => {
  const session = sessionOf(memoryStorage());
  const { press } = open(session);
  editorKeysOf(session).choose('emacs');
  await eventually(
    async () => press('k', { ctrlKey: true, code: 'KeyK' }),
    text => text === '',
  );
});

it('Alt X of Emacs, which needs a command line, does nothing', async () => {
  const session = sessionOf(memoryStorage());
  const { press } = open(session);
  editorKeysOf(session).choose('emacs');
  await eventually(
    async () => press('d', { ctrlKey: true, code: 'KeyD' }),
    text => text !== DOC,
  );
  const said = jest.spyOn(console, 'error').mockImplementation(() => {});
  press('x', { altKey: true, code: 'KeyX' });
  expect(said).not.toHaveBeenCalled();
});

it('the choice is restored at the next visit, and an unknown one is ignored', async () => {
  const storage = memoryStorage();
  editorKeysOf(sessionOf(storage)).choose('vim');
  const { press } = open(sessionOf(storage));
  await eventually(
    async () => press('x'),
    text => text !== DOC,
  );
  storage.setItem('oriel:editor-keys', '"nano"');
  expect(editorKeysOf(sessionOf(storage)).chosen.get()).toBeNull();
});

it('a destroyed editor gets no key bindings', () => {
  const session = sessionOf(memoryStorage());
  const { view, leave } = open(session);
  const dispatch = jest.spyOn(view, 'dispatch');
  leave();
  editorKeysOf(session).choose('vim');
  expect(dispatch).not.toHaveBeenCalled();
});
