/** Text that is typed over a selection. */
import { closeBrackets } from '@codemirror/autocomplete';
import { history, undo } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { typeOverSelection } from '../../../../src/features/query/editor/typeOverSelection';

Range.prototype.getClientRects = () => [] as unknown as DOMRectList;

const views: EditorView[] = [];
afterEach(() => {
  for (const view of views.splice(0)) view.destroy();
});

function open(selection: { anchor: number; head: number }, isReadOnly = false): EditorView {
  const view = new EditorView({
    parent: document.body.appendChild(document.createElement('div')),
    state: EditorState.create({
      doc: '{ ship }',
      selection,
      extensions: [closeBrackets(), typeOverSelection, history(), EditorState.readOnly.of(isReadOnly)],
    }),
  });
  views.push(view);
  return view;
}

/** Returns true if the browser does not insert the text. */
const type = (view: EditorView, data: string, inputType = 'insertText'): boolean =>
  !view.contentDOM.dispatchEvent(new InputEvent('beforeinput', { data, inputType, bubbles: true, cancelable: true }));

it('replaces the selected text, as one step of the history', () => {
  const view = open({ anchor: 2, head: 6 });
  expect(type(view, 'berth')).toBe(true);
  expect(view.state.doc.toString()).toBe('{ berth }');
  expect(view.state.selection.main.head).toBe(7);
  undo(view);
  expect(view.state.doc.toString()).toBe('{ ship }');
});

it('replaces text that was selected so recently that the editor does not know it', () => {
  const view = open({ anchor: 8, head: 8 });
  document.getSelection()?.selectAllChildren(view.contentDOM);
  expect(type(view, '{ berth }')).toBe(true);
  expect(view.state.doc.toString()).toBe('{ berth }');
});

it('a typed bracket surrounds the selected text', () => {
  const view = open({ anchor: 2, head: 6 });
  expect(type(view, '(')).toBe(true);
  expect(view.state.doc.toString()).toBe('{ (ship) }');
});

it.each([
  ['without a selection', 2, false, 'insertText'],
  ['in an editor that is read-only', 6, true, 'insertText'],
  ['for an input method', 6, false, 'insertCompositionText'],
] as const)('the browser inserts the text %s', (_, head, isReadOnly, inputType) => {
  expect(type(open({ anchor: 2, head }, isReadOnly), 'x', inputType)).toBe(false);
});
