/** Puts another text in the place of all that stands in an editor, as one step of its history; the cursor stays about where it was. */
import { isolateHistory } from '@codemirror/commands';
import type { EditorView } from '@codemirror/view';

/** Replaces the text. */
export function replaceText(editor: EditorView, text: string): void {
  const { main } = editor.state.selection;
  editor.dispatch({
    changes: { from: 0, to: editor.state.doc.length, insert: text },
    selection: { anchor: Math.min(main.anchor, text.length) },
    // Not one step with what was typed a moment before.
    annotations: isolateHistory.of('full'),
  });
}
