/**
 * The tabs of the Query screen: documents with their variables and headers. They live as long as the session and are stored in this browser
 * for the next visit. Values that are secret by their names (secretLiterals.ts) are only kept in memory.
 */
import type { Clock, Timer } from '../../../lib/clock';
import { createStore, type Readable, type Store } from '../../../lib/store';
import type { Session } from '../../../session/connections/session';
import { withoutSecrets } from '../../../session/wire/secretLiterals';
import { isVariableAlone } from '../../../transport/secrets/commentLines';
import { isSecretHeader } from '../../../transport/secrets/isSecretName';
import { maskLoose } from '../../../transport/secrets/maskLoose';

/** A header that is sent with the operations of one tab. */
export interface QueryHeader {
  readonly name: string;
  readonly value: string;
}

/** The content of a tab. */
export interface QueryContent {
  readonly query: string;
  /** JSON text; empty if there is none. */
  readonly variables: string;
  readonly headers: readonly QueryHeader[];
  /** The selected operation if the document has several: its name, or its position (`#2`) if the name is not unique; null for the first. */
  readonly operation: string | null;
}

/** One tab. */
export interface QueryTab extends QueryContent {
  readonly id: string;
}

/** All tabs, at least one, and the ID of the selected one. */
export interface QueryTabsState {
  readonly tabs: readonly QueryTab[];
  readonly selected: string;
}

/** The tabs as state. */
export interface QueryTabs extends Readable<QueryTabsState> {
  /** Returns the selected tab. */
  current(): QueryTab;
  /**
   * Shows a document: in the tab with the same document and variables, otherwise in the selected tab if it is empty, otherwise in a new
   * tab.
   * @param fits which of the tabs with the same document can show it; by default, all of them
   */
  open(content: Partial<QueryContent>, fits?: (tab: QueryTab) => boolean): void;
  /** Adds an empty tab at the end and selects it. */
  add(): void;
  change(id: string, change: Partial<QueryContent>): void;
  select(id: string): void;
  /** Closes a tab; the last one is emptied instead. */
  close(id: string): void;
  /** Reopens the tab that was closed last; returns false if there is none. */
  reopen(): boolean;
  /** Stores the tabs now. Otherwise they are stored shortly after each change. */
  flush(): void;
  dispose(): void;
}

/** Options of `createQueryTabs`. */
export interface QueryTabsOptions {
  /** Storage of the tabs between visits. */
  kept: Store<QueryTabsState | null>;
  clock: Clock;
}

/** Delay between a change and storing it, in ms. */
const KEEP_AFTER_MS = 400;
const MOST_TABS = 50;
const MOST_CLOSED = 10;
const EMPTY: QueryContent = { query: '', variables: '', headers: [], operation: null };

/** Returns the tabs of a session. */
export function queryTabsOf(session: Session): QueryTabs {
  return session.part('queryTabs', () =>
    createQueryTabs({ kept: session.preferences.value('queryTabs', readQueryTabs), clock: session.clock }),
  );
}

/** Creates the tabs from the stored state. */
export function createQueryTabs({ kept, clock }: QueryTabsOptions): QueryTabs {
  const before = kept.get();
  let last = Math.max(0, ...(before?.tabs ?? []).map(tab => Number(tab.id) || 0));
  const make = (content: Partial<QueryContent>): QueryTab => {
    last += 1;
    return { ...EMPTY, ...content, id: String(last) };
  };
  const begin = (): QueryTabsState => {
    const tab = make({});
    return { tabs: [tab], selected: tab.id };
  };
  // Server rendering starts with one empty tab, because it does not know the stored state.
  const first: QueryTabsState = { tabs: [{ ...EMPTY, id: '1' }], selected: '1' };
  const state = createStore<QueryTabsState>(before ?? begin(), first);
  const closed: QueryTab[] = [];
  let timer: Timer | undefined;

  const flush = (): void => {
    clock.cancel(timer);
    timer = undefined;
    const { tabs, selected } = state.get();
    kept.set({ tabs: tabs.map(publicTab), selected });
  };
  const set = (next: QueryTabsState): void => {
    state.set(next);
    clock.cancel(timer);
    timer = clock.after(KEEP_AFTER_MS, flush);
  };
  const current = (): QueryTab => {
    const { tabs, selected } = state.get();
    return tabs.find(tab => tab.id === selected) ?? (tabs[0] as QueryTab);
  };
  const keepClosed = (tab: QueryTab): void => {
    if (!isEmpty(tab)) closed.push(tab);
    if (closed.length > MOST_CLOSED) closed.shift();
  };
  const append = (tab: QueryTab): void => {
    const tabs = [...state.get().tabs, tab];
    // Closes the oldest tabs beyond the limit; they can be reopened.
    for (const oldest of tabs.splice(0, tabs.length - MOST_TABS)) keepClosed(oldest);
    set({ tabs, selected: tab.id });
  };
  const change: QueryTabs['change'] = (id, part) =>
    set({ ...state.get(), tabs: state.get().tabs.map(tab => (tab.id === id ? { ...tab, ...part } : tab)) });

  return {
    get: state.get,
    rendered: state.rendered,
    subscribe: state.subscribe,
    current,
    open(content, fits = () => true) {
      const wanted = { ...EMPTY, ...content };
      const same = state.get().tabs.find(tab => isSameText(tab, wanted) && holdsHeaders(tab, wanted) && fits(tab));
      const here = current();
      if (same) {
        set({ ...state.get(), selected: same.id });
        if (wanted.operation !== null && wanted.operation !== same.operation) change(same.id, { operation: wanted.operation });
        // The tab can have lost its secrets when the page was reloaded. The new content restores them.
        const { query, variables } = withoutSecrets(wanted);
        if (query !== wanted.query || variables !== wanted.variables)
          change(same.id, { query: wanted.query, variables: wanted.variables });
      } else if (isEmpty(here)) change(here.id, wanted);
      else append(make(wanted));
    },
    add: () => append(make({})),
    change,
    select: id => set({ ...state.get(), selected: id }),
    close(id) {
      const { tabs, selected } = state.get();
      const at = tabs.findIndex(tab => tab.id === id);
      const gone = tabs[at];
      if (!gone) return;
      keepClosed(gone);
      const rest = tabs.filter(tab => tab !== gone);
      const next = rest[Math.min(at, rest.length - 1)];
      set(next ? { tabs: rest, selected: selected === id ? next.id : selected } : begin());
    },
    reopen() {
      const tab = closed.pop();
      if (!tab) return false;
      append(make(tab));
      return true;
    },
    flush,
    dispose() {
      if (timer !== undefined) flush();
    },
  };
}

/** Validates the stored state; returns null if it is missing or unusable. */
export function readQueryTabs(stored: unknown): QueryTabsState | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { tabs, selected } = stored as { tabs?: unknown; selected?: unknown };
  if (!Array.isArray(tabs)) return null;
  const read = tabs.map(readTab).filter(tab => tab !== null);
  const [first] = read;
  if (!first) return null;
  return { tabs: read, selected: read.some(tab => tab.id === selected) ? String(selected) : first.id };
}

function readTab(stored: unknown): QueryTab | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { id, query, variables, headers, operation } = stored as Record<string, unknown>;
  if (typeof id !== 'string' || typeof query !== 'string' || typeof variables !== 'string') return null;
  const lines = Array.isArray(headers) ? headers : [];
  return {
    id,
    query,
    variables,
    headers: lines.filter(isQueryHeader),
    operation: typeof operation === 'string' ? operation : null,
  };
}

/** Validates a stored header. */
export function isQueryHeader(line: unknown): line is QueryHeader {
  const { name, value } = (line ?? {}) as Record<string, unknown>;
  return typeof name === 'string' && typeof value === 'string';
}

/** Returns a tab without secrets, for storage. */
function publicTab(tab: QueryTab): QueryTab {
  return {
    ...withoutSecrets(tab),
    headers: withoutSecretHeaders(tab.headers),
  };
}

/** Returns headers without secret values. */
export function withoutSecretHeaders(headers: readonly QueryHeader[]): QueryHeader[] {
  return headers.map(header => ({ name: header.name, value: hasSecret(header) ? '' : header.value }));
}

/** Checks whether the value of a header is secret, by its name or by its own form (`Bearer …`). A variable of the environment is not. */
export function hasSecret({ name, value }: QueryHeader): boolean {
  return (isSecretHeader(name) || maskLoose(value) !== value) && !isVariableAlone(value);
}

/** Compares two documents, ignoring whitespace and secrets that a URL leaves out. */
function isSameText(a: QueryContent, b: QueryContent): boolean {
  const [one, other] = [withoutSecrets(a), withoutSecrets(b)];
  return squeezed(one.query) === squeezed(other.query) && squeezed(one.variables) === squeezed(other.variables);
}

/** Returns true if the tab has all wanted headers. Links contain no headers, and secret headers are stored without values. */
function holdsHeaders(tab: QueryContent, wanted: QueryContent): boolean {
  return wanted.headers.every(({ name, value }) =>
    tab.headers.some(header => header.name === name && (header.value === value || (value === '' && isSecretHeader(name)))),
  );
}

/** Returns the tokens of a document or JSON text without whitespace; strings and comments are unchanged. */
function squeezed(text: string): string {
  const words = text.match(/"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|#.*|[\w.]+|\S/g) ?? [];
  const bare = words.join('\n');
  return bare === '{\n}' ? '' : bare;
}

function isEmpty({ query, variables }: QueryContent): boolean {
  return query.trim() === '' && variables.trim() === '';
}
