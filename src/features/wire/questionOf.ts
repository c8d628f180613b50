/** What an entry asked, and whether it can be asked again from here. */
import type { HandedQuery } from '../../session/navigation/queryHandOver';
import type { WireEntry } from '../../session/wire/wireLogEntry';
import { MASK } from '../../transport/secrets/mask';

/** The question of an entry. `masked`: a value in it is hidden; `gone`: it is no longer kept, or there is none. */
export type Question = { state: 'ready'; query: string; variables: Record<string, unknown> } | { state: 'masked' | 'gone' };

/**
 * Only queries are asked again from here: mutations may change something, subscriptions go on. What another connection was asked is not for the
 * token and the headers of this one.
 */
export function isRepeatable({ kind, elsewhere }: WireEntry): boolean {
  return kind === 'query' && elsewhere === undefined;
}

/** Reads what an entry asked. */
export function questionOf(entry: WireEntry): Question {
  const step = entry.steps.find(({ type }) => type === 'started' || type === 'cached' || type === 'ssr');
  if (!step || !('query' in step)) return { state: 'gone' };
  const query = step.query.read();
  const variables = step.variables.read() ?? variablesOfBody(entry);
  if (!query || variables === null) return { state: 'gone' };
  if (query.includes(MASK) || variables.includes(MASK)) return { state: 'masked' };
  try {
    return { state: 'ready', query, variables: JSON.parse(variables) as Record<string, unknown> };
  } catch {
    return { state: 'gone' };
  }
}

/** Headers that every request has, or that the transport sets. */
const OF_TRANSPORT = /^(?:accept|authorization|content-type|traceparent)$/i;

/**
 * What an entry asked, to be edited in Query: hidden values are empty. null when it is no longer kept, or when another connection was asked.
 * `own`: the headers that the connection sends with every request.
 */
export function editableOf(
  entry: WireEntry,
  own: Readonly<Record<string, string>>,
): { asked: HandedQuery; hides: boolean } | null {
  if (entry.elsewhere !== undefined) return null;
  const step = entry.steps.find(({ type }) => type === 'started' || type === 'cached' || type === 'ssr');
  if (!step || !('query' in step)) return null;
  const isUpload = entry.steps.some(({ type }) => type === 'multipart');
  // The body of an upload has null where a file belongs.
  const variables = (isUpload ? variablesOfBody(entry) : null) ?? step.variables.read() ?? variablesOfBody(entry);
  const query = step.query.read();
  if (!query || variables === null) return null;
  const byItself = new Set(Object.keys(own).map(name => name.toLowerCase()));
  const request = entry.steps.findLast(({ type }) => type === 'request');
  const sent = request && 'headers' in request ? Object.entries(request.headers) : [];
  const headers = sent
    .filter(([name]) => !byItself.has(name.toLowerCase()) && !OF_TRANSPORT.test(name))
    .map(([name, value]) => ({ name, value }));
  const asked = { query, variables: variables === '{}' ? '' : laidOut(variables), headers };
  const json = JSON.stringify(asked);
  const bare = json.replaceAll(MASK, '');
  return { asked: JSON.parse(bare) as HandedQuery, hides: bare !== json };
}

function laidOut(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

/**
 * True when it went out with a header whose value is hidden here and that would not go along by itself. `own`: the headers that the connection
 * sends with every request.
 */
export function hidesHeader(entry: WireEntry, own: Readonly<Record<string, string>>): boolean {
  const request = entry.steps.findLast(({ type }) => type === 'request');
  if (!request || !('headers' in request)) return false;
  const byItself = new Set(Object.keys(own).map(name => name.toLowerCase()));
  if (entry.steps.some(step => step.type === 'token' && step.attached)) byItself.add('authorization');
  return Object.entries(request.headers).some(([name, value]) => value === MASK && !byItself.has(name.toLowerCase()));
}

/** Large variables are kept in the body of the request only. */
function variablesOfBody(entry: WireEntry): string | null {
  const request = entry.steps.findLast(({ type }) => type === 'request');
  const body = request && 'body' in request ? request.body?.read() : null;
  if (!body) return null;
  try {
    return JSON.stringify((JSON.parse(body) as { variables?: unknown }).variables ?? {});
  } catch {
    return null;
  }
}
