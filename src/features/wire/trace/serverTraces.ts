/**
 * What a server tells of its own work in the `extensions` of an answer: Apollo's tracing of resolvers (`tracing`, and `ftv1` of subgraphs), the
 * query plan of Apollo Router (`apolloQueryPlan`) and of Hive (`queryPlan`), and the requests that Hive Gateway and Mesh sent (`httpDetails`).
 * All of it is the server's: own keys only, and everything bounded.
 */
import { ownValues } from '../../../lib/ownValues';
import { readFtv1 } from './readFtv1';
import type { ServerSpan } from './serverSpan';

/** What a server did for one answer. */
export interface ServerTrace {
  kind: 'resolvers' | 'plan' | 'requests';
  /** In order, bounded. */
  spans: ServerSpan[];
  /** The end of the last, in ms; 0 where times are not known. */
  total: number;
}

/** Spans that are read of one trace. */
export const MOST_SPANS = 2000;
const DEEPEST = 40;
/** Letters of a label, and of a detail. */
const LONGEST_LABEL = 200;
const LONGEST_DETAIL = 2000;
/** A year: longer is no duration of an answer. */
const LONGEST_MS = 31_536_000_000;
/** Longer answers are not taken apart for it, in characters. */
const LONGEST_ANSWER = 2_000_000;

/** The traces of an answer, by its text; none where it tells none. Never throws. */
export function serverTraces(answer: string): ServerTrace[] {
  if (answer.length > LONGEST_ANSWER || !answer.includes('"extensions"')) return [];
  let extensions: ReadonlyMap<string, unknown>;
  try {
    extensions = own(own(JSON.parse(answer)).get('extensions'));
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

/** A duration in ms; null where it is none. */
function msOf(value: unknown, unit: number): number | null {
  const ms = typeof value === 'number' ? value * unit : Number.NaN;
  return ms >= 0 && ms <= LONGEST_MS ? ms : null;
}

const PER_NANOSECOND = 1e-6;

/** https://github.com/apollographql/apollo-tracing */
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
      const given = own(resolver);
      const path = listOf(given.get('path')).slice(0, DEEPEST).map(String);
      return {
        label: path.join('.') || textOf(given.get('fieldName')),
        detail: `${textOf(given.get('parentType'))}.${textOf(given.get('fieldName'))}: ${textOf(given.get('returnType'))}`,
        depth: Math.max(0, path.length - 1),
        start: msOf(given.get('startOffset'), PER_NANOSECOND),
        ms: msOf(given.get('duration'), PER_NANOSECOND),
        failed: false,
      };
    });
  return [...step('parsing'), ...step('validation'), ...resolvers];
}

/** A request that a gateway sent, as Hive Gateway and GraphQL Mesh tell it. */
function requestsOf(details: unknown): ServerSpan[] {
  const requests = listOf(details).slice(0, MOST_SPANS).map(own);
  const began = requests.map(request => own(request.get('request')).get('timestamp'));
  const first = began.reduce<number>(
    (least, at) => (typeof at === 'number' ? Math.min(least, at) : least),
    Number.POSITIVE_INFINITY,
  );
  return requests.map((given, at): ServerSpan => {
    const request = own(given.get('request'));
    const status = own(given.get('response')).get('status');
    const from = began[at];
    return {
      label: textOf(given.get('sourceName')) || textOf(request.get('url')),
      detail: [request.get('method'), request.get('url'), status].filter(part => typeof part !== 'object').join(' '),
      depth: 0,
      start: typeof from === 'number' ? msOf(from - first, 1) : null,
      ms: msOf(given.get('responseTime'), 1),
      failed: typeof status === 'number' && status >= 400,
    };
  });
}

/** Nodes of a plan that hold others, by the keys of what they hold. */
const HELD = ['node', 'nodes', 'primary', 'rest', 'ifClause', 'elseClause', 'deferred'] as const;

/** A plan as a tree: what is fetched from where, one after the other or at once. */
function planOf(plan: unknown): ServerSpan[] {
  const spans: ServerSpan[] = [];
  const walk = (value: unknown, depth: number): void => {
    if (depth > DEEPEST || spans.length >= MOST_SPANS) return;
    if (Array.isArray(value)) {
      for (const item of value) walk(item, depth);
      return;
    }
    const node = own(value);
    const kind = textOf(node.get('kind'));
    const isShown = kind !== '' && kind !== 'QueryPlan';
    if (isShown) spans.push({ ...wordsOf(kind, node), depth, start: null, ms: null, failed: false });
    for (const key of HELD) if (node.has(key)) walk(node.get(key), isShown ? depth + 1 : depth);
  };
  walk(plan, 0);
  return spans;
}

function wordsOf(kind: string, node: ReadonlyMap<string, unknown>): Pick<ServerSpan, 'label' | 'detail'> {
  const service = textOf(node.get('serviceName'));
  const path = listOf(node.get('path')).slice(0, DEEPEST);
  const at = path.map(part => (typeof part === 'object' ? JSON.stringify(part).slice(0, LONGEST_LABEL) : String(part))).join('.');
  return {
    label: [kind, service || at || textOf(node.get('condition'))].filter(Boolean).join(' '),
    detail: textOf(node.get('operation')).replace(/\s+/g, ' '),
  };
}
