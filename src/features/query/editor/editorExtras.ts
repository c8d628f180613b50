/** What an editor of Query gets once the page is painted: its history, and the keys that were chosen. */
import type { EditorView } from '@codemirror/view';
import type { Session } from '../../../session/connections/session';
import { editorHistoriesOf, type HistoryPlace } from './editorHistory';
import { editorKeysOf } from './editorKeys';

/** Gives it both; `begun`: its text when it was made. @returns to be called before the editor goes */
export function attachExtras(session: Session, place: HistoryPlace, editor: EditorView, begun: string): () => void {
  const leaveHistory = editorHistoriesOf(session).attach(place, editor, begun);
  const leaveKeys = editorKeysOf(session).attach(editor);
  return () => {
    leaveHistory();
    leaveKeys();
  };
}
