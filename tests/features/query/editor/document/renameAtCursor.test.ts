/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Rename in an editor: its dialog, and the events of renamed variables. */
import { history, redo, undo } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { renameAtCursor, renameEvents } from '../../../../../src/features/query/editor/document/renameAtCursor';
import { eventually } from '../../../../support/eventually';

Range.prototype.getClientRects = () => [] as unknown as DOMRectList;

const TEXT = 'query A($a: Int) { f(x: $a) } query B($a: Int) { f(x: $a) }';
const views: EditorView[] = [];
afterEach(() => {
  for (const view of views.splice(0)) view.destroy();
});

/** An editor whose dialog is open, its events, and a function that fills in the dialog. */
const renaming = (doc: string, at: number) => {
  const events: unknown[] = [];
  const view = new EditorView({
    parent: document.body,
    state: EditorState.create({
      doc,
      selection: { anchor: at },
      extensions: [history(), renameEvents(each => events.push(each))],
    }),
  });
  views.push(view);
  expect(renameAtCursor(view)).toBe(true);
  const input = () => document.querySelector<HTMLInputElement>('.cm-dialog input');
  return {
    view,
    events,
    label: () => document.querySelector('.cm-dialog label')?.textContent?.trim(),
    /** Types a name and Enter; resolves with the text in the dialog afterwards, null if it is closed. */
    async enter(name: string) {
      const before = input();
      if (!before) throw new Error('No dialog is open');
      before.value = name;
      before.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, bubbles: true }));
      await eventually(
        async () => input(),
        now => now !== before,
      );
      return input()?.value ?? null;
    },
  };
};

test('a renamed variable is reported, also when the rename is undone and redone', async () => {
  const { view, events, enter } = renaming(TEXT, TEXT.indexOf('$a'));
  expect(await enter('b')).toBeNull();
  expect(view.state.doc.toString()).toBe('query A($b: Int) { f(x: $b) } query B($a: Int) { f(x: $a) }');
  undo(view);
  expect(view.state.doc.toString()).toBe(TEXT);
  redo(view);
  expect(events).toEqual([
    { from: 'a', to: 'b', isCopy: true },
    { from: 'b', to: 'a', isCopy: true },
    { from: 'a', to: 'b', isCopy: true },
  ]);
});

test('a name that is used or invalid is asked for again', async () => {
  const { view, label, enter } = renaming(TEXT, TEXT.indexOf('A('));
  expect(await enter('B')).toBe('B');
  expect(label()).toBe('This name is already used:');
  expect(await enter('1 x')).toBe('1 x');
  expect(await enter('C')).toBeNull();
  expect(view.state.doc.toString()).toBe(TEXT.replace('query A', 'query C'));
});
