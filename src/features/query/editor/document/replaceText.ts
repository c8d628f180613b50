/** Replaces the whole text of an editor as one undo step; the cursor stays near its position. */
import { isolateHistory } from '@codemirror/commands';
import type { EditorView } from '@codemirror/view';

export function replaceText(editor: EditorView, text: string): void {
  const { main } = editor.state.selection;
  editor.dispatch({
    changes: { from: 0, to: editor.state.doc.length, insert: text },
    selection: { anchor: Math.min(main.anchor, text.length) },
    // Not merged with recent typing into one undo step.
    annotations: isolateHistory.of('full'),
  });
}
