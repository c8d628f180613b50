/** Additions to an editor of Query that are loaded after the page has been painted: its undo history and its key bindings. */
import type { EditorView } from '@codemirror/view';
import type { Session } from '../../../session/connections/session';
import { editorHistoriesOf, type HistoryPlace } from './editorHistory';
import { editorKeysOf } from './editorKeys';

/**
 * Attaches both. `begun` is the initial text of the editor.
 * @returns a function to call before the editor is destroyed
 */
export function attachExtras(session: Session, place: HistoryPlace, editor: EditorView, begun: string): () => void {
  const leaveHistory = editorHistoriesOf(session).attach(place, editor, begun);
  const leaveKeys = editorKeysOf(session).attach(editor);
  return () => {
    leaveHistory();
    leaveKeys();
  };
}
