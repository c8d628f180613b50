/**
 * The undo history of the editors of Query. It is kept while a tab is hidden, and across reloads in the session storage. Its size is
 * limited, and no text with a secret that can be reached by undo is stored.
 */
import { history, historyField, redo, redoSelection, undo, undoSelection } from '@codemirror/commands';
import { EditorSelection, EditorState, StateEffect, type Text, type TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { Clock, Timer } from '../../../lib/clock';
import { readJson, writeJson } from '../../../lib/storage';
import type { Session } from '../../../session/connections/session';
import { maskStructure } from '../../../transport/secrets/maskStructure';
import { queryTabsOf } from '../tabs/queryTabs';
import { createSeenSecrets, type SeenSecrets } from './seenSecrets';

/** Identifies an editor with a stored history. */
export interface HistoryPlace {
  /** The ID of its tab, and which of the editors of that tab it is. */
  tab: string;
  part: 'document' | 'variables';
}

/** A text and its undo steps, as serialized by CodeMirror. */
interface KeptHistory {
  doc: string;
  history: { done: unknown[]; undone: unknown[] };
}

/** What an editor held when its history was last serialized. */
interface Taken {
  doc: Text;
  steps: unknown;
}

/** Limits of what is stored; sizes in characters. */
export const KEPT_HISTORY_LIMITS = { editors: 20, editor: 100_000, steps: 100, looked: 1_000_000 } as const;
/** Documents are searched for secrets between keystrokes: length and interval of the time slices, in ms. */
const LOOK_MS = 8;
const LOOK_EVERY_MS = 50;
/** Shorter words are too common to be treated as secrets. */
const LEAST_WORD = 4;

const FIELDS = { history: historyField };

/** The undo histories of a session. */
export interface EditorHistories {
  /**
   * Restores the stored history in an editor. `begun` is its initial text.
   * @returns a function to call before the editor is destroyed
   */
  attach(place: HistoryPlace, editor: EditorView, begun: string): () => void;
  dispose(): void;
}

/** Returns the undo histories of a session. */
export function editorHistoriesOf(session: Session): EditorHistories {
  return session.part('editorHistories', () => createEditorHistories(session));
}

const keyOf = ({ tab, part }: HistoryPlace): string => `${tab} ${part}`;

function createEditorHistories(session: Session): EditorHistories {
  const { pageEvents: page, tabStorage, connection, clock } = session;
  const key = `oriel:query-undo:${connection.id}`;
  const stored = readKept(readJson(tabStorage, key));
  const shown = new Map<string, EditorView>();
  // Not the states: their extensions keep the editor and all its elements in memory.
  const taken = new Map<string, Taken>();
  const written = new Map<string, { of: KeptHistory; seen: string; result: KeptHistory }>();
  const seenOf = seenByTab(stored);
  const looks = new Map<string, LaterLook>();
  const lookOf = (tab: string): LaterLook => {
    const look = looks.get(tab) ?? new LaterLook(clock, seenOf(tab));
    looks.set(tab, look);
    return look;
  };
  const take = (place: string, { state }: EditorView): void => {
    const steps: unknown = state.field(historyField, false);
    const last = taken.get(place);
    if (last && last.doc === state.doc && last.steps === steps) return;
    taken.set(place, { doc: state.doc, steps });
    const json = state.toJSON(FIELDS) as KeptHistory;
    // Moves the latest history to the end.
    stored.delete(place);
    stored.set(place, { doc: json.doc, history: json.history });
  };
  /** Returns what is stored of a history; cached while nothing changes. */
  const publicOf = (place: HistoryPlace, budget: Budget): KeptHistory => {
    const own = stored.get(keyOf(place));
    const seen = seenOf(place.tab);
    if (!own || seen.isPartial) return NOTHING;
    const last = written.get(keyOf(place));
    if (last?.of === own && last.seen === seen.version) return last.result;
    const result = publicHistory(own, seen, budget);
    // An incomplete result is not cached; the rest is searched in the next pass.
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
    // If the storage is full, the older value would remain.
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
      const existing = stored.get(own);
      if (existing) putBack(editor, existing, begun);
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

/** Returns the secrets of each tab. Secrets of an earlier page are found in its stored documents. */
function seenByTab(kept: ReadonlyMap<string, KeptHistory>): (tab: string) => SeenSecrets {
  const tabs = new Map<string, SeenSecrets>();
  return tab => {
    const existing = tabs.get(tab);
    if (existing) return existing;
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

/**
 * Searches documents for secrets when the page is idle. A class, because closures that a minifier puts into one function share all
 * variables of that function: they would keep the editor and all its elements in memory.
 */
class LaterLook {
  readonly #clock: Clock;
  readonly #seen: SeenSecrets;
  #waiting: Text[] = [];
  #timer: Timer | undefined;

  constructor(clock: Clock, seen: SeenSecrets) {
    this.#clock = clock;
    this.#seen = seen;
  }

  add(document: Text): void {
    this.#waiting.push(document);
    this.#timer ??= this.#clock.after(LOOK_EVERY_MS, () => this.#step());
  }

  /** Searches all waiting documents now, within the limits, because the secrets are needed. */
  all(): void {
    let left: number = KEPT_HISTORY_LIMITS.looked;
    for (const document of this.#waiting) {
      left -= document.length;
      if (left < 0) this.#seen.giveUp();
      else this.#seen.see(document.toString());
    }
    this.stop();
  }

  stop(): void {
    this.#clock.cancel(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
  }

  #step(): void {
    const end = this.#clock.now() + LOOK_MS;
    let at = 0;
    while (at < this.#waiting.length && (at === 0 || this.#clock.now() < end)) {
      this.#seen.see((this.#waiting[at++] as Text).toString());
    }
    this.#waiting = this.#waiting.slice(at);
    this.#timer = this.#waiting.length > 0 ? this.#clock.after(LOOK_EVERY_MS, () => this.#step()) : undefined;
  }
}

/** Searches every text of the editor, because undo can return to it. */
function watch(editor: EditorView, begun: string, seen: SeenSecrets, later: LaterLook): void {
  seen.see(begun);
  seeAll(editor.state.toJSON(FIELDS) as KeptHistory, seen);
  const listener = EditorView.updateListener.of(({ docChanged, state }) => {
    if (docChanged) later.add(state.doc);
  });
  editor.dispatch({ effects: StateEffect.appendConfig.of(listener) });
}

/** Restores the stored steps in the editor. Changes made since then become one more step. */
function putBack(editor: EditorView, known: KeptHistory, begun: string): void {
  let state = stateOf(known);
  if (!state) return;
  const now = editor.state.doc.toString();
  // An editor that is empty until the text of the tab arrives has returned to its stored text: no empty step is added.
  for (const text of now === known.doc ? [] : [begun, now]) {
    if (state.doc.toString() !== text) state = state.update({ changes: difference(state.doc.toString(), text) }).state;
  }
  const steps = state.field(historyField);
  editor.dispatch({ effects: StateEffect.appendConfig.of(historyField.init(() => steps)) });
}

/** Creates an editor state; null if the history was stored by an incompatible version. */
function stateOf({ doc, history: steps }: KeptHistory): EditorState | null {
  try {
    const selection = EditorSelection.single(0).toJSON();
    return EditorState.fromJSON({ doc, selection, history: steps }, { extensions: history() }, FIELDS);
  } catch {
    return null;
  }
}

/** Returns the single change that converts `from` to `to`. */
function difference(from: string, to: string): { from: number; to: number; insert: string } {
  let start = 0;
  while (start < from.length && from[start] === to[start]) start++;
  let end = 0;
  while (end < from.length - start && end < to.length - start && from.at(-1 - end) === to.at(-1 - end)) end++;
  return { from: start, to: from.length - end, insert: to.slice(start, to.length - end) };
}

/** A text that can be reached, and the number of further steps on that side. */
interface Version {
  side: 'done' | 'undone' | 'now';
  text: string;
  left: number;
}

/** The number of characters that may still be searched. */
interface Budget {
  letters: number;
  /** True if the limit was exceeded. */
  isCut?: boolean;
}

const NOTHING: KeptHistory = { doc: '', history: { done: [], undone: [] } };

/** Returns the current text, then the texts reached by undo and redo, nearest first, within the budget. */
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
      // Counting the steps by serializing them each time gets slower the more there are.
      const steps = state.field(historyField) as KeptHistory['history'];
      found.push({ side, text: state.doc.toString(), left: steps[side].length });
    }
  }
  return found;
}

/** Returns the steps that lead to texts without secrets, within the limits. */
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

/** Returns the words between punctuation and whitespace. */
const wordsOf = (text: string): Set<string> => new Set(text.match(/[^\s"{}()[\]:,]+/g) ?? []);

/** True if no step of the history throws. */
function isSound(kept: KeptHistory): boolean {
  const now = stateOf(kept);
  if (!now) return false;
  try {
    for (const step of [undo, redo, undoSelection, redoSelection]) {
      let state = now;
      const dispatch = (transaction: TransactionSpec & { state: EditorState }): void => {
        state = transaction.state;
      };
      while (step({ state, dispatch }));
    }
    return true;
  } catch {
    return false;
  }
}

/** Reads the histories that an earlier page stored, as far as they are sound. */
function readKept(stored: unknown): Map<string, KeptHistory> {
  const kept = new Map<string, KeptHistory>();
  if (!Array.isArray(stored)) return kept;
  for (const entry of stored.slice(0, KEPT_HISTORY_LIMITS.editors)) {
    const [place, value] = Array.isArray(entry) ? (entry as unknown[]) : [];
    if (typeof place !== 'string' || typeof value !== 'object' || value === null) continue;
    const { doc, history: steps } = value as { doc?: unknown; history?: { done?: unknown; undone?: unknown } | null };
    if (typeof doc !== 'string' || !Array.isArray(steps?.done) || !Array.isArray(steps.undone)) continue;
    const { steps: most } = KEPT_HISTORY_LIMITS;
    const history = { done: steps.done.slice(-most), undone: steps.undone.slice(-most) };
    if (isSound({ doc, history })) kept.set(place, { doc, history });
  }
  return kept;
}
