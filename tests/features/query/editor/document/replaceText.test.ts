/** @jest-environment jsdom */
/** The text of an editor is replaced by another one (a saved file, a formatted document). */
import { history, undo } from '@codemirror/commands';
import { EditorView } from '@codemirror/view';
import { replaceText } from '../../../../../src/features/query/editor/document/replaceText';

const editorAtEnd = (doc: string) => {
  const editor = new EditorView({ doc, extensions: history() });
  editor.dispatch({ selection: { anchor: editor.state.doc.length } });
  return editor;
};

it('keeps the cursor within a text whose line breaks are those of Windows', () => {
  const editor = editorAtEnd('{ a }\n\n\n# long enough to be after the end');
  replaceText(editor, '{\r\n  a\r\n}\r\n');
  expect(editor.state.doc.toString()).toBe('{\n  a\n}\n');
  expect(editor.state.selection.main.anchor).toBe(editor.state.doc.length);
});

it('does nothing for the same text with other line breaks', () => {
  const editor = editorAtEnd('{\r\n  a\r\n}\r\n');
  const before = editor.state;
  replaceText(editor, '{\r\n  a\r\n}\r\n');
  expect(editor.state).toBe(before);
  expect(undo(editor)).toBe(false);
});
