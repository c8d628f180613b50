/**
 * The tabs of the Query screen: documents with their variables and headers. They live as long as the session and are kept in this browser for
 * the next visit, without what is secret by its name (secretLiterals.ts): such values stay in memory only.
 */
import type { Clock, Timer } from '../../../lib/clock';
import { createStore, type Readable, type Store } from '../../../lib/store';
import type { Session } from '../../../session/connections/session';
import { withoutSecrets } from '../../../session/wire/secretLiterals';
import { isSecretHeader } from '../../../transport/secrets/isSecretName';

/** A header that is sent with the operations of one tab. */
export interface QueryHeader {
  readonly name: string;
  readonly value: string;
}

/** What a tab holds. */
export interface QueryContent {
  readonly query: string;
  /** JSON as typed, '' for none. */
  readonly variables: string;
  readonly headers: readonly QueryHeader[];
  /** The chosen operation, where the document has several: its name, or its place (`#2`) where that does not tell it; null: the first. */
  readonly operation: string | null;
}

/** One tab. */
export interface QueryTab extends QueryContent {
  readonly id: string;
}

/** All tabs, at least one, and which is in view. */
export interface QueryTabsState {
  readonly tabs: readonly QueryTab[];
  readonly selected: string;
}

/** The tabs as state. */
export interface QueryTabs extends Readable<QueryTabsState> {
  /** The tab in view. */
  current(): QueryTab;
  /**
   * Shows a content: in the tab that holds the same document and variables, else in the one in view when that is empty, else in a new tab.
   */
  open(content: Partial<QueryContent>): void;
  /** An empty tab behind the others, in view. */
  add(): void;
  change(id: string, change: Partial<QueryContent>): void;
  select(id: string): void;
  /** Takes a tab away; the last one is emptied instead. */
  close(id: string): void;
  /** Brings back what was closed last; false when there is nothing. */
  reopen(): boolean;
  /** Writes down what stands in the tabs now; otherwise that happens a moment after a change. */
  flush(): void;
  dispose(): void;
}

/** What `createQueryTabs` is made from. */
export interface QueryTabsOptions {
  /** Where they are kept between visits. */
  kept: Store<QueryTabsState | null>;
  clock: Clock;
}

/** How long after a change it is written down, in ms. */
const KEEP_AFTER_MS = 400;
const MOST_TABS = 50;
const MOST_CLOSED = 10;
const EMPTY: QueryContent = { query: '', variables: '', headers: [], operation: null };

/** The tabs of a session. */
export function queryTabsOf(session: Session): QueryTabs {
  return session.part('queryTabs', () =>
    createQueryTabs({ kept: session.preferences.value('queryTabs', readQueryTabs), clock: session.clock }),
  );
}

/** Makes the tabs from what was kept. */
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
  // A render on the server begins with one empty tab, whatever is kept here.
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
    // The oldest makes room, and can be brought back.
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
    open(content) {
      const wanted = { ...EMPTY, ...content };
      const same = state.get().tabs.find(tab => isSameText(tab, wanted) && holdsHeaders(tab, wanted));
      const here = current();
      if (same) {
        set({ ...state.get(), selected: same.id });
        if (wanted.operation !== null && wanted.operation !== same.operation) change(same.id, { operation: wanted.operation });
        // The tab may have lost its secrets with the page before; what comes with them brings them back.
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

/** Reads what was kept; null when there is nothing that can be used. */
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
    headers: lines.filter(
      (line): line is QueryHeader => typeof line?.name === 'string' && typeof (line as QueryHeader).value === 'string',
    ),
    operation: typeof operation === 'string' ? operation : null,
  };
}

/** A tab as it may be written down. */
function publicTab(tab: QueryTab): QueryTab {
  return {
    ...withoutSecrets(tab),
    headers: tab.headers.map(({ name, value }) => ({ name, value: isSecretHeader(name) ? '' : value })),
  };
}

/** Equal but for space, and for secrets that an address leaves out. */
function isSameText(a: QueryContent, b: QueryContent): boolean {
  const [one, other] = [withoutSecrets(a), withoutSecrets(b)];
  return squeezed(one.query) === squeezed(other.query) && squeezed(one.variables) === squeezed(other.variables);
}

/** A link brings no headers; what brings some wants those. */
function holdsHeaders(tab: QueryContent, wanted: QueryContent): boolean {
  return wanted.headers.every(({ name, value }) => tab.headers.some(header => header.name === name && header.value === value));
}

/** The words and signs of a text, those of a document or of JSON, with texts and comments as they are. */
function squeezed(text: string): string {
  const words = text.match(/"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|#.*|[\w.]+|\S/g) ?? [];
  const bare = words.join('\n');
  return bare === '{\n}' ? '' : bare;
}

function isEmpty({ query, variables }: QueryContent): boolean {
  return query.trim() === '' && variables.trim() === '';
}
