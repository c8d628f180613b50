/**
 * Gives an editor what could be undone in it before (editorHistory.ts) and the keys that were chosen (editorKeys.ts), by code that comes once the page
 * is painted.
 */
import type { EditorView } from '@codemirror/view';
import type { Session } from '../../../session/connections/session';
import { afterPaint } from './afterPaint';
import type { HistoryPlace } from './editorHistory';

/** For `onEditor` of a CodeEditor. */
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
