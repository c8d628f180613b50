/**
 * What can be undone in the editors of Query: kept while a tab is out of view, and over a reload in the storage of the browser's tab. It is bounded,
 * and no text that can be reached by undoing is written down with a secret in it.
 */
import { history, historyField, redo, undo } from '@codemirror/commands';
import { EditorSelection, EditorState, StateEffect, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { readJson, writeJson } from '../../../lib/storage';
import type { Session } from '../../../session/connections/session';
import { withoutSecretLiterals } from '../../../session/wire/secretLiterals';
import { queryTabsOf } from '../tabs/queryTabs';

/** An editor whose history is kept. */
export interface HistoryPlace {
  /** The tab it belongs to, and which of its editors it is. */
  tab: string;
  part: 'document' | 'variables';
}

/** A text and the steps around it, as CodeMirror writes them. */
interface KeptHistory {
  doc: string;
  history: { done: unknown[]; undone: unknown[] };
}

/** What is written down at most; sizes in letters. */
export const KEPT_HISTORY_LIMITS = { editors: 20, editor: 100_000, steps: 100, looked: 1_000_000 } as const;
/** Shorter words say nothing. */
const LEAST_WORD = 4;

const FIELDS = { history: historyField };

/** The histories of a session. */
export interface EditorHistories {
  /** Gives the editor what was kept for this place; `begun`: its text when it was made. @returns to be called before the editor goes */
  attach(place: HistoryPlace, editor: EditorView, begun: string): () => void;
  dispose(): void;
}

/** Those of a session. */
export function editorHistoriesOf(session: Session): EditorHistories {
  return session.part('editorHistories', () => createEditorHistories(session));
}

const keyOf = ({ tab, part }: HistoryPlace): string => `${tab} ${part}`;

function createEditorHistories(session: Session): EditorHistories {
  const { pageEvents: page, tabStorage, connection } = session;
  const key = `oriel:query-undo:${connection.id}`;
  const kept = readKept(readJson(tabStorage, key));
  const shown = new Map<string, EditorView>();
  const take = (place: string, editor: EditorView): void => {
    const json = editor.state.toJSON(FIELDS) as KeptHistory;
    // The latest is the last.
    kept.delete(place);
    kept.set(place, { doc: json.doc, history: json.history });
  };
  const write = (): void => {
    for (const [place, editor] of shown) take(place, editor);
    const written: [string, KeptHistory][] = [];
    for (const { id } of queryTabsOf(session).get().tabs) {
      const document = kept.get(keyOf({ tab: id, part: 'document' }));
      const variables = kept.get(keyOf({ tab: id, part: 'variables' }));
      const texts = document ? versionsOf(document).map(({ text }) => text) : [];
      if (document) written.push([keyOf({ tab: id, part: 'document' }), publicHistory(document)]);
      // What its variables are is said by the document, which may have been another one.
      if (variables) written.push([keyOf({ tab: id, part: 'variables' }), publicHistory(variables, texts.join('\n'))]);
    }
    const some = written.filter(([, { history: steps }]) => steps.done.length + steps.undone.length > 0);
    writeJson(tabStorage, key, some.slice(-KEPT_HISTORY_LIMITS.editors));
    // Without room for it the older one would stay.
    if (tabStorage.isStored?.(key) === false) tabStorage.removeItem(key);
  };
  const onHidden = (): void => {
    if (page.document?.visibilityState === 'hidden') write();
  };
  page.addEventListener?.('pagehide', write);
  page.document?.addEventListener?.('visibilitychange', onHidden);
  return {
    attach(place, editor, begun) {
      const own = keyOf(place);
      const known = kept.get(own);
      if (known) putBack(editor, known, begun);
      shown.set(own, editor);
      return () => {
        take(own, editor);
        if (shown.get(own) === editor) shown.delete(own);
      };
    },
    dispose() {
      page.removeEventListener?.('pagehide', write);
      page.document?.removeEventListener?.('visibilitychange', onHidden);
      tabStorage.removeItem(key);
    },
  };
}

/** Makes the kept steps those of the editor. What was changed since they were kept is one more step. */
function putBack(editor: EditorView, known: KeptHistory, begun: string): void {
  let state = stateOf(known);
  if (!state) return;
  for (const text of [begun, editor.state.doc.toString()]) {
    if (state.doc.toString() !== text) state = state.update({ changes: difference(state.doc.toString(), text) }).state;
  }
  const steps = state.field(historyField);
  editor.dispatch({ effects: StateEffect.appendConfig.of(historyField.init(() => steps)) });
}

/** A state without an editor; null for what was not written by this version. */
function stateOf({ doc, history: steps }: KeptHistory): EditorState | null {
  try {
    const selection = EditorSelection.single(0).toJSON();
    return EditorState.fromJSON({ doc, selection, history: steps }, { extensions: history() }, FIELDS);
  } catch {
    return null;
  }
}

/** The one change that makes `to` of `from`. */
function difference(from: string, to: string): { from: number; to: number; insert: string } {
  let start = 0;
  while (start < from.length && from[start] === to[start]) start++;
  let end = 0;
  while (end < from.length - start && end < to.length - start && from.at(-1 - end) === to.at(-1 - end)) end++;
  return { from: start, to: from.length - end, insert: to.slice(start, to.length - end) };
}

/** A text that can be reached, and how many steps are left behind it on that side. */
interface Version {
  side: 'done' | 'undone' | 'now';
  text: string;
  left: number;
}

/** The text of now, then those that undoing and redoing lead to, nearest first; as many as are looked at. */
function versionsOf(kept: KeptHistory): Version[] {
  const now = stateOf(kept);
  if (!now) return [];
  const found: Version[] = [{ side: 'now', text: kept.doc, left: 0 }];
  for (const [side, step] of [
    ['done', undo],
    ['undone', redo],
  ] as const) {
    let state = now;
    let looked = 0;
    for (let at = 0; at < KEPT_HISTORY_LIMITS.steps; at++) {
      const moved = step({
        state,
        dispatch: (transaction: TransactionSpec & { state: EditorState }) => {
          state = transaction.state;
        },
      });
      looked += state.doc.length;
      if (!moved || looked > KEPT_HISTORY_LIMITS.looked) break;
      const { history: left } = state.toJSON(FIELDS) as KeptHistory;
      found.push({ side, text: state.doc.toString(), left: left[side].length });
    }
  }
  return found;
}

/** The steps that lead to texts without secrets, as many as there is room for. `about`: what says which variables are secret. */
function publicHistory(kept: KeptHistory, about?: string): KeptHistory {
  const versions = versionsOf(kept);
  const secrets = new Set<string>();
  for (const { text } of versions) {
    const bare = withoutSecretLiterals(text, about ?? text);
    if (bare === text) continue;
    const open = wordsOf(bare);
    for (const word of wordsOf(text)) if (!open.has(word) && word.length >= LEAST_WORD) secrets.add(word);
  }
  const isPublic = (text: string): boolean =>
    withoutSecretLiterals(text, about ?? text) === text && ![...secrets].some(secret => text.includes(secret));
  const nothing = { doc: '', history: { done: [], undone: [] } };
  if (!isPublic(kept.doc)) return nothing;
  const side = (name: 'done' | 'undone'): unknown[] => {
    let left = kept.history[name].length;
    for (const version of versions) {
      if (version.side !== name) continue;
      if (!isPublic(version.text)) break;
      left = version.left;
    }
    return kept.history[name].slice(left);
  };
  const steps = { done: side('done'), undone: side('undone') };
  let length = kept.doc.length + JSON.stringify(steps.undone).length;
  if (length > KEPT_HISTORY_LIMITS.editor) return nothing;
  let first = steps.done.length;
  while (first > 0) {
    length += JSON.stringify(steps.done[first - 1]).length;
    if (length > KEPT_HISTORY_LIMITS.editor) break;
    first--;
  }
  return { doc: kept.doc, history: { done: steps.done.slice(first), undone: steps.undone } };
}

/** What stands between signs and space. */
const wordsOf = (text: string): Set<string> => new Set(text.match(/[^\s"{}()[\]:,]+/g) ?? []);

/** Reads what an earlier page kept; each is checked again where it is put back. */
function readKept(stored: unknown): Map<string, KeptHistory> {
  const kept = new Map<string, KeptHistory>();
  if (!Array.isArray(stored)) return kept;
  for (const entry of stored.slice(0, KEPT_HISTORY_LIMITS.editors)) {
    const [place, value] = Array.isArray(entry) ? (entry as unknown[]) : [];
    if (typeof place !== 'string' || typeof value !== 'object' || value === null) continue;
    const { doc, history: steps } = value as { doc?: unknown; history?: { done?: unknown; undone?: unknown } | null };
    if (typeof doc !== 'string' || !Array.isArray(steps?.done) || !Array.isArray(steps.undone)) continue;
    kept.set(place, { doc, history: { done: steps.done, undone: steps.undone } });
  }
  return kept;
}
