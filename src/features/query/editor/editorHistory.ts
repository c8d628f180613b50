/**
 * What can be undone in the editors of Query: kept while a tab is out of view, and over a reload in the storage of the browser's tab. It is bounded,
 * and no text that can be reached by undoing is written down with a secret in it.
 */
import { history, historyField, redo, undo } from '@codemirror/commands';
import { EditorSelection, EditorState, StateEffect, type Text, type TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { Clock, Timer } from '../../../lib/clock';
import { readJson, writeJson } from '../../../lib/storage';
import type { Session } from '../../../session/connections/session';
import { maskStructure } from '../../../transport/secrets/maskStructure';
import { queryTabsOf } from '../tabs/queryTabs';
import { createSeenSecrets, type SeenSecrets } from './seenSecrets';

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
/** Documents are looked at between keys: for so long, so often, both in ms. */
const LOOK_MS = 8;
const LOOK_EVERY_MS = 50;
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
  const { pageEvents: page, tabStorage, connection, clock } = session;
  const key = `oriel:query-undo:${connection.id}`;
  const kept = readKept(readJson(tabStorage, key));
  const shown = new Map<string, EditorView>();
  const taken = new Map<string, EditorState>();
  const written = new Map<string, { of: KeptHistory; seen: string; result: KeptHistory }>();
  const seenOf = seenByTab(kept);
  const looks = new Map<string, LaterLook>();
  const lookOf = (tab: string): LaterLook => {
    const look = looks.get(tab) ?? laterLook(clock, seenOf(tab));
    looks.set(tab, look);
    return look;
  };
  const take = (place: string, { state }: EditorView): void => {
    const last = taken.get(place);
    if (last && last.doc === state.doc && last.field(historyField, false) === state.field(historyField, false)) return;
    taken.set(place, state);
    const json = state.toJSON(FIELDS) as KeptHistory;
    // The latest is the last.
    kept.delete(place);
    kept.set(place, { doc: json.doc, history: json.history });
  };
  /** What is written of a place; the same again where nothing changed. */
  const publicOf = (place: HistoryPlace, budget: Budget): KeptHistory => {
    const own = kept.get(keyOf(place));
    const seen = seenOf(place.tab);
    if (!own || seen.isPartial) return NOTHING;
    const last = written.get(keyOf(place));
    if (last?.of === own && last.seen === seen.version) return last.result;
    const result = publicHistory(own, seen, budget);
    // What there was no time for is looked at again.
    if (budget.letters > 0) written.set(keyOf(place), { of: own, seen: seen.version, result });
    return result;
  };
  const write = (): void => {
    for (const look of looks.values()) look.all();
    for (const [place, editor] of shown) take(place, editor);
    const budget = { letters: KEPT_HISTORY_LIMITS.looked };
    const { tabs } = queryTabsOf(session).get();
    const found = tabs.flatMap(({ id: tab }) =>
      (['document', 'variables'] as const).map((part): [string, KeptHistory] => [
        keyOf({ tab, part }),
        publicOf({ tab, part }, budget),
      ]),
    );
    const some = found.filter(([, { history: steps }]) => steps.done.length + steps.undone.length > 0);
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
      if (place.part === 'document') watch(editor, begun, seenOf(place.tab), lookOf(place.tab));
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
      for (const look of looks.values()) look.stop();
      tabStorage.removeItem(key);
    },
  };
}

/** The secrets of each tab; those of an earlier page begin with the documents that it left. */
function seenByTab(kept: ReadonlyMap<string, KeptHistory>): (tab: string) => SeenSecrets {
  const tabs = new Map<string, SeenSecrets>();
  return tab => {
    const known = tabs.get(tab);
    if (known) return known;
    const seen = createSeenSecrets();
    tabs.set(tab, seen);
    const document = kept.get(keyOf({ tab, part: 'document' }));
    if (document) seeAll(document, seen);
    return seen;
  };
}

function seeAll(document: KeptHistory, seen: SeenSecrets): void {
  const budget: Budget = { letters: KEPT_HISTORY_LIMITS.looked };
  for (const { text } of versionsOf(document, budget)) seen.see(text);
  if (budget.isCut || budget.letters < 0) seen.giveUp();
}

/** Looks at documents when there is time for it. */
interface LaterLook {
  add(document: Text): void;
  /** Looks at all that wait, as far as there may be: what is secret has to be known now. */
  all(): void;
  stop(): void;
}

function laterLook(clock: Clock, seen: SeenSecrets): LaterLook {
  let waiting: Text[] = [];
  let timer: Timer | undefined;
  const step = (): void => {
    const end = clock.now() + LOOK_MS;
    let at = 0;
    while (at < waiting.length && (at === 0 || clock.now() < end)) seen.see((waiting[at++] as Text).toString());
    waiting = waiting.slice(at);
    timer = waiting.length > 0 ? clock.after(LOOK_EVERY_MS, step) : undefined;
  };
  const stop = (): void => {
    clock.cancel(timer);
    timer = undefined;
    waiting = [];
  };
  return {
    add(document) {
      waiting.push(document);
      timer ??= clock.after(LOOK_EVERY_MS, step);
    },
    all() {
      let left: number = KEPT_HISTORY_LIMITS.looked;
      for (const document of waiting) {
        left -= document.length;
        if (left < 0) seen.giveUp();
        else seen.see(document.toString());
      }
      stop();
    },
    stop,
  };
}

/** Each document is looked at: undoing may not lead back to it. */
function watch(editor: EditorView, begun: string, seen: SeenSecrets, later: LaterLook): void {
  seen.see(begun);
  seeAll(editor.state.toJSON(FIELDS) as KeptHistory, seen);
  const listener = EditorView.updateListener.of(({ docChanged, state }) => {
    if (docChanged) later.add(state.doc);
  });
  editor.dispatch({ effects: StateEffect.appendConfig.of(listener) });
}

/** Makes the kept steps those of the editor. What was changed since they were kept is one more step. */
function putBack(editor: EditorView, known: KeptHistory, begun: string): void {
  let state = stateOf(known);
  if (!state) return;
  const now = editor.state.doc.toString();
  // An editor that is empty until the tab's text is there has come back to it: no step that changes nothing.
  for (const text of now === known.doc ? [] : [begun, now]) {
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

/** How many letters may still be looked at. */
interface Budget {
  letters: number;
  /** There was more than was looked at. */
  isCut?: boolean;
}

const NOTHING: KeptHistory = { doc: '', history: { done: [], undone: [] } };

/** The text of now, then those that undoing and redoing lead to, nearest first; as many as are looked at. */
function versionsOf(kept: KeptHistory, budget: Budget): Version[] {
  const now = stateOf(kept);
  budget.letters -= kept.doc.length;
  if (!now || budget.letters < 0) return [];
  const found: Version[] = [{ side: 'now', text: kept.doc, left: 0 }];
  for (const [side, step] of [
    ['done', undo],
    ['undone', redo],
  ] as const) {
    let state = now;
    for (let at = 0; ; at++) {
      const moved = step({
        state,
        dispatch: (transaction: TransactionSpec & { state: EditorState }) => {
          state = transaction.state;
        },
      });
      if (!moved) break;
      budget.letters -= state.doc.length;
      budget.isCut ||= budget.letters < 0 || at >= KEPT_HISTORY_LIMITS.steps;
      if (budget.letters < 0 || at >= KEPT_HISTORY_LIMITS.steps) break;
      // Writing the steps down only to count them costs the more the more there are.
      const steps = state.field(historyField) as KeptHistory['history'];
      found.push({ side, text: state.doc.toString(), left: steps[side].length });
    }
  }
  return found;
}

/** The steps that lead to texts without secrets, as many as there is room for. */
function publicHistory(kept: KeptHistory, { secrecy }: SeenSecrets, budget: Budget): KeptHistory {
  const versions = versionsOf(kept, budget);
  const secrets = new Set<string>();
  const bare = new Set<string>();
  for (const { text } of versions) {
    const without = maskStructure(text, { secrecy, stand: 'empty' });
    if (without === text) {
      bare.add(text);
      continue;
    }
    const open = wordsOf(without);
    for (const word of wordsOf(text)) if (!open.has(word) && word.length >= LEAST_WORD) secrets.add(word);
  }
  const isPublic = (text: string): boolean => bare.has(text) && ![...secrets].some(secret => text.includes(secret));
  if (!isPublic(kept.doc)) return NOTHING;
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
  if (length > KEPT_HISTORY_LIMITS.editor) return NOTHING;
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
