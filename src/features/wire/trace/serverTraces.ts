/**
 * Server traces in the `extensions` of a response: Apollo's tracing of resolvers (`tracing`, and `ftv1` of subgraphs), the query plan of
 * Apollo Router (`apolloQueryPlan`) and of Hive (`queryPlan`), and the requests that Hive Gateway and Mesh sent (`httpDetails`). This data
 * is not trusted: only own keys are read, and everything is bounded.
 */
import { ownValues } from '../../../lib/ownValues';
import { readFtv1 } from './readFtv1';
import type { ServerSpan } from './serverSpan';

/** One server trace of a response. */
export interface ServerTrace {
  kind: 'resolvers' | 'plan' | 'requests';
  /** In order; at most `MOST_SPANS`. */
  spans: ServerSpan[];
  /** End of the last span in ms; 0 if times are unknown. */
  total: number;
}

/** Maximum number of spans that are read from a trace. */
export const MOST_SPANS = 2000;
const DEEPEST = 40;
/** Maximum nesting of a plan, with the levels that are not shown. */
const MOST_LEVELS = 4 * DEEPEST;
/** Maximum length of a label and of a detail, in characters. */
const LONGEST_LABEL = 200;
const LONGEST_DETAIL = 2000;
/** One year: a longer time cannot be the duration of a request. */
const LONGEST_MS = 31_536_000_000;
/** Longer responses are not parsed for traces. In characters. */
const LONGEST_ANSWER = 2_000_000;

/** Returns the traces in the text of a response; an empty array if there are none. Never throws. */
export function serverTraces(response: string): ServerTrace[] {
  if (response.length > LONGEST_ANSWER || !response.includes('"extensions"')) return [];
  let extensions: ReadonlyMap<string, unknown>;
  try {
    extensions = own(own(JSON.parse(response)).get('extensions'));
  } catch {
    return [];
  }
  const ftv1 = extensions.get('ftv1');
  const spans: [ServerTrace['kind'], ServerSpan[]][] = [
    ['plan', planOf(own(extensions.get('apolloQueryPlan')).get('object') ?? extensions.get('queryPlan'))],
    ['requests', requestsOf(extensions.get('httpDetails'))],
    ['resolvers', resolversOf(extensions.get('tracing'))],
    ['resolvers', typeof ftv1 === 'string' ? readFtv1(ftv1, MOST_SPANS) : []],
  ];
  return spans
    .filter(([, found]) => found.length > 0)
    .map(([kind, found]) => ({
      kind,
      spans: found.map(cut),
      total: found.reduce((latest, { start, ms }) => Math.max(latest, (start ?? 0) + (ms ?? 0)), 0),
    }));
}

const cut = (span: ServerSpan): ServerSpan => ({
  ...span,
  label: span.label.slice(0, LONGEST_LABEL),
  detail: span.detail.slice(0, LONGEST_DETAIL),
});

const NONE: ReadonlyMap<string, unknown> = new Map();
const own = (value: unknown): ReadonlyMap<string, unknown> => ownValues(value) ?? NONE;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Part of a path. Objects become JSON, because `String` would call a `toString` of the response. */
function partText(part: unknown): string {
  if (typeof part !== 'object') return String(part);
  try {
    return JSON.stringify(part).slice(0, LONGEST_LABEL);
  } catch {
    // Nested too deeply.
    return '…';
  }
}

/** Returns a duration in ms; null if the value is not one. */
function msOf(value: unknown, unit: number): number | null {
  const ms = typeof value === 'number' ? value * unit : Number.NaN;
  return ms >= 0 && ms <= LONGEST_MS ? ms : null;
}

const PER_NANOSECOND = 1e-6;

/** Reads apollo-tracing, see https://github.com/apollographql/apollo-tracing */
function resolversOf(tracing: unknown): ServerSpan[] {
  const head = own(tracing);
  const step = (label: string): ServerSpan[] => {
    const part = own(head.get(label));
    const ms = msOf(part.get('duration'), PER_NANOSECOND);
    const start = msOf(part.get('startOffset'), PER_NANOSECOND);
    return ms === null ? [] : [{ label, detail: '', depth: 0, start, ms, failed: false }];
  };
  const resolvers = listOf(own(head.get('execution')).get('resolvers'))
    .slice(0, MOST_SPANS)
    .map((resolver): ServerSpan => {
      const entry = own(resolver);
      const path = listOf(entry.get('path')).slice(0, DEEPEST).map(partText);
      return {
        label: path.join('.') || textOf(entry.get('fieldName')),
        detail: `${textOf(entry.get('parentType'))}.${textOf(entry.get('fieldName'))}: ${textOf(entry.get('returnType'))}`,
        depth: Math.max(0, path.length - 1),
        start: msOf(entry.get('startOffset'), PER_NANOSECOND),
        ms: msOf(entry.get('duration'), PER_NANOSECOND),
        failed: false,
      };
    });
  return [...step('parsing'), ...step('validation'), ...resolvers];
}

/** Reads the requests that a gateway sent, in the format of Hive Gateway and GraphQL Mesh. */
function requestsOf(details: unknown): ServerSpan[] {
  const requests = listOf(details).slice(0, MOST_SPANS).map(own);
  const began = requests.map(request => own(request.get('request')).get('timestamp'));
  const first = began.reduce<number>(
    (least, at) => (typeof at === 'number' ? Math.min(least, at) : least),
    Number.POSITIVE_INFINITY,
  );
  return requests.map((entry, at): ServerSpan => {
    const request = own(entry.get('request'));
    const status = own(entry.get('response')).get('status');
    const from = began[at];
    return {
      label: textOf(entry.get('sourceName')) || textOf(request.get('url')),
      detail: [request.get('method'), request.get('url'), status].filter(part => typeof part !== 'object').join(' '),
      depth: 0,
      start: typeof from === 'number' ? msOf(from - first, 1) : null,
      ms: msOf(entry.get('responseTime'), 1),
      failed: typeof status === 'number' && status >= 400,
    };
  });
}

/** Keys under which a plan node has its child nodes. */
const CHILD_KEYS = ['node', 'nodes', 'primary', 'rest', 'ifClause', 'elseClause', 'deferred'] as const;

/** Reads a query plan as a tree of fetches, in sequence or in parallel. */
function planOf(plan: unknown): ServerSpan[] {
  const spans: ServerSpan[] = [];
  // Lists and nodes without a kind are levels too, although they are not shown.
  const walk = (value: unknown, depth: number, level: number): void => {
    if (depth > DEEPEST || level > MOST_LEVELS || spans.length >= MOST_SPANS) return;
    if (Array.isArray(value)) {
      for (const item of value) walk(item, depth, level + 1);
      return;
    }
    const node = own(value);
    const kind = textOf(node.get('kind'));
    const isShown = kind !== '' && kind !== 'QueryPlan';
    if (isShown) spans.push({ ...wordsOf(kind, node), depth, start: null, ms: null, failed: false });
    for (const key of CHILD_KEYS) if (node.has(key)) walk(node.get(key), isShown ? depth + 1 : depth, level + 1);
  };
  walk(plan, 0, 0);
  return spans;
}

function wordsOf(kind: string, node: ReadonlyMap<string, unknown>): Pick<ServerSpan, 'label' | 'detail'> {
  const service = textOf(node.get('serviceName'));
  const path = listOf(node.get('path')).slice(0, DEEPEST);
  const at = path.map(partText).join('.');
  return {
    label: [kind, service || at || textOf(node.get('condition'))].filter(Boolean).join(' '),
    detail: textOf(node.get('operation')).replace(/\s+/g, ' '),
  };
}
