/** Replaces the whole text of an editor as one undo step; the cursor stays near its position. */
import { isolateHistory } from '@codemirror/commands';
import type { EditorView } from '@codemirror/view';

export function replaceText(editor: EditorView, text: string): void {
  const { doc, selection } = editor.state;
  // In an editor, all line breaks are single characters.
  const insert = editor.state.toText(text);
  if (insert.eq(doc)) return;
  editor.dispatch({
    changes: { from: 0, to: doc.length, insert },
    selection: { anchor: Math.min(selection.main.anchor, insert.length) },
    // Not merged with recent typing into one undo step.
    annotations: isolateHistory.of('full'),
  });
}
