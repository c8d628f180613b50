/** What an entry asked, and whether it can be asked again from here. */
import type { WireEntry } from '../../session/wire/wireLogEntry';
import { MASK } from '../../transport/secrets/mask';

/** The question of an entry. `masked`: a value in it is hidden; `gone`: it is no longer kept, or there is none. */
export type Question = { state: 'ready'; query: string; variables: Record<string, unknown> } | { state: 'masked' | 'gone' };

/** Only queries are asked again from here: mutations may change something, subscriptions go on. */
export function isRepeatable({ kind }: WireEntry): boolean {
  return kind === 'query';
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
