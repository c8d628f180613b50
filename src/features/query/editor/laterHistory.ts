/**
 * Restores the undo history (editorHistory.ts) and the key bindings (editorKeys.ts) of an editor with code that is loaded after the page
 * has been painted.
 */
import type { EditorView } from '@codemirror/view';
import type { Session } from '../../../session/connections/session';
import { afterPaint } from './afterPaint';
import type { HistoryPlace } from './editorHistory';

/** A handler for `onEditor` of a CodeEditor. */
export function laterHistory(session: Session, place: HistoryPlace): (editor: EditorView) => () => void {
  return editor => {
    const begun = editor.state.doc;
    let leave: (() => void) | undefined;
    let isHere = true;
    const cancel = afterPaint(() =>
      import(/* webpackChunkName: "compare" */ './editorExtras').then(
        ({ attachExtras }) => {
          if (isHere) leave = attachExtras(session, place, editor, begun.toString());
        },
        () => undefined,
      ),
    );
    return () => {
      isHere = false;
      cancel();
      leave?.();
    };
  };
}
