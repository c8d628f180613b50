/** The operation of an entry, and whether it can be sent again from the Wire screen. */

import { laidOutJson } from '../../lib/text/laidOutJson';
import { parseJson } from '../../lib/text/largeIntegers';
import type { HandedQuery } from '../../session/navigation/queryHandOver';
import type { WireEntry } from '../../session/wire/wireLogEntry';
import { MASK } from '../../transport/secrets/mask';

/** The operation of an entry. `masked` if a value in it is masked; `gone` if it is no longer kept, or there is none. */
export type LoggedOperation =
  | { state: 'ready'; query: string; variables: Record<string, unknown> }
  | { state: 'masked' | 'gone' };

/**
 * Only queries are repeatable: a mutation can change data, and a subscription does not end by itself. An operation of another connection is
 * not, because it must not get the token and headers of this one.
 */
export function isRepeatable({ kind, elsewhere }: WireEntry): boolean {
  return kind === 'query' && elsewhere === undefined;
}

/** Returns the operation of an entry. */
export function loggedOperation(entry: WireEntry): LoggedOperation {
  const step = entry.steps.find(({ type }) => type === 'started' || type === 'cached' || type === 'ssr');
  if (!step || !('query' in step)) return { state: 'gone' };
  const query = step.query.read();
  const variables = step.variables.read() ?? variablesOfBody(entry);
  if (!query || variables === null) return { state: 'gone' };
  if (query.includes(MASK) || variables.includes(MASK)) return { state: 'masked' };
  try {
    return { state: 'ready', query, variables: parseJson(variables) as Record<string, unknown> };
  } catch {
    return { state: 'gone' };
  }
}

/** Headers that every request has, or that the transport sets. */
const OF_TRANSPORT = /^(?:accept|authorization|content-type|traceparent)$/i;

/**
 * Returns the operation of an entry for editing in Query, with masked values left empty. Returns null if it is no longer kept, or if it
 * belongs to another connection. `own` are the headers that the connection sends with every request.
 */
export function editableOf(
  entry: WireEntry,
  own: Readonly<Record<string, string>>,
): { asked: HandedQuery; hides: boolean } | null {
  if (entry.elsewhere !== undefined) return null;
  const step = entry.steps.find(({ type }) => type === 'started' || type === 'cached' || type === 'ssr');
  if (!step || !('query' in step)) return null;
  const isUpload = entry.steps.some(({ type }) => type === 'multipart');
  // The body of an upload has null in place of each file.
  const variables = (isUpload ? variablesOfBody(entry) : null) ?? step.variables.read() ?? variablesOfBody(entry);
  const query = step.query.read();
  if (!query || variables === null) return null;
  const sentAnyway = new Set(Object.keys(own).map(name => name.toLowerCase()));
  const request = entry.steps.findLast(({ type }) => type === 'request');
  const sent = request && 'headers' in request ? Object.entries(request.headers) : [];
  const headers = sent
    .filter(([name]) => !sentAnyway.has(name.toLowerCase()) && !OF_TRANSPORT.test(name))
    .map(([name, value]) => ({ name, value }));
  const asked = { query, variables: variables === '{}' ? '' : laidOut(variables), headers };
  const json = JSON.stringify(asked);
  const bare = json.replaceAll(MASK, '');
  return { asked: JSON.parse(bare) as HandedQuery, hides: bare !== json };
}

function laidOut(json: string): string {
  // JSON.parse would round these numbers.
  if (/\d{16}/.test(json)) return json;
  try {
    return laidOutJson(JSON.parse(json));
  } catch {
    return json;
  }
}

/**
 * True if the request had a header whose value is masked here and that would not be sent again automatically. `own` are the headers that
 * the connection sends with every request.
 */
export function hidesHeader(entry: WireEntry, own: Readonly<Record<string, string>>): boolean {
  const request = entry.steps.findLast(({ type }) => type === 'request');
  if (!request || !('headers' in request)) return false;
  const sentAnyway = new Set(Object.keys(own).map(name => name.toLowerCase()));
  if (entry.steps.some(step => step.type === 'token' && step.attached)) sentAnyway.add('authorization');
  return Object.entries(request.headers).some(([name, value]) => value === MASK && !sentAnyway.has(name.toLowerCase()));
}

/** Reads the variables from the request body, because large ones are kept only there. */
function variablesOfBody(entry: WireEntry): string | null {
  const request = entry.steps.findLast(({ type }) => type === 'request');
  const body = request && 'body' in request ? request.body?.read() : null;
  if (!body) return null;
  try {
    return JSON.stringify((parseJson(body) as { variables?: unknown }).variables ?? {});
  } catch {
    return null;
  }
}
