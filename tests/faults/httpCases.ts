/** The HTTP half of the fault matrix: the faults, and the expected state of the screen and the server. */
import type { HttpFault } from './faultProxy';

/** What the screen of a list must show during the fault. */
type ListOutcome =
  /** The rows, as without a fault. */
  | 'rows'
  /** An alert with a button to try again, which works after the fault. */
  | 'alert';

/** What the form of a mutation must show. */
type FormOutcome =
  /** The record that was created. */
  | 'done'
  /** That the mutation may have run. */
  | 'unknown'
  /** The raw response, which proves nothing. */
  | 'shown'
  /** That the mutation was not executed, or the response of the server; never success. */
  | 'refused';

export interface HttpCase {
  name: string;
  fault: HttpFault;
  list: ListOutcome;
  form: FormOutcome;
  /** How often the server must have executed the mutation. */
  executed: 0 | 1;
  /** Runs in `npm test` as well. */
  isQuick?: true;
  /** The test must wait for the request timeout of the connection. */
  needsTimeLimit?: true;
}

const page = '<!doctype html><title>Gateway</title><h1>Something is wrong</h1>';
const graphqlError = (message: string): string => JSON.stringify({ errors: [{ message }] });
const respond = (status: number, body: string, more: Partial<Extract<HttpFault, { kind: 'answer' }>> = {}): HttpFault => ({
  kind: 'answer',
  after: false,
  status,
  body,
  ...more,
});

export const HTTP_CASES: readonly HttpCase[] = [
  {
    name: 'reset before the server sees it',
    fault: { kind: 'reset before' },
    list: 'alert',
    form: 'unknown',
    executed: 0,
    isQuick: true,
  },
  {
    name: 'reset after the server executed',
    fault: { kind: 'reset after' },
    list: 'alert',
    form: 'unknown',
    executed: 1,
    isQuick: true,
  },
  {
    name: 'silence before the headers',
    fault: { kind: 'stall before headers' },
    list: 'alert',
    form: 'unknown',
    executed: 1,
    needsTimeLimit: true,
  },
  {
    name: 'silence in the body',
    fault: { kind: 'stall in body', at: 20 },
    list: 'alert',
    form: 'unknown',
    executed: 1,
    needsTimeLimit: true,
  },
  {
    name: 'a dripping body',
    fault: { kind: 'drip', bytes: 64, everyMs: 10 },
    list: 'rows',
    form: 'done',
    executed: 1,
    isQuick: true,
  },
  { name: 'a drip of single bytes', fault: { kind: 'drip', bytes: 1, everyMs: 1 }, list: 'rows', form: 'done', executed: 1 },
  ...[0, 1, 8, 30, -1].map(
    (at): HttpCase => ({
      name: `cut at byte ${at}`,
      fault: { kind: 'cut', at },
      list: 'alert',
      form: 'unknown',
      executed: 1,
      ...(at === 8 ? { isQuick: true as const } : {}),
    }),
  ),
  { name: 'a body shorter than announced', fault: { kind: 'wrong length', by: 10 }, list: 'alert', form: 'unknown', executed: 1 },
  { name: 'a body longer than announced', fault: { kind: 'wrong length', by: -10 }, list: 'alert', form: 'unknown', executed: 1 },
  {
    name: 'gzip that is damaged half way',
    fault: { kind: 'corrupt gzip' },
    list: 'alert',
    form: 'unknown',
    executed: 1,
    isQuick: true,
  },
  { name: 'a body that is not gzip', fault: { kind: 'false gzip' }, list: 'alert', form: 'unknown', executed: 1 },
  { name: 'an HTML page with status 200', fault: respond(200, page), list: 'alert', form: 'unknown', executed: 0 },
  {
    name: 'an HTML page after the server executed',
    fault: respond(200, page, { after: true }),
    list: 'alert',
    form: 'unknown',
    executed: 1,
  },
  { name: 'status 502 with a page', fault: respond(502, page), list: 'alert', form: 'unknown', executed: 0, isQuick: true },
  {
    name: 'status 504 with a page, executed',
    fault: respond(504, page, { after: true }),
    list: 'alert',
    form: 'unknown',
    executed: 1,
  },
  { name: 'status 503 and an empty body', fault: respond(503, ''), list: 'alert', form: 'unknown', executed: 0 },
  {
    name: 'status 500 with GraphQL errors',
    fault: respond(500, graphqlError('boom'), { type: 'application/json' }),
    list: 'alert',
    form: 'refused',
    executed: 0,
  },
  {
    name: 'status 401 with GraphQL errors',
    fault: respond(401, graphqlError('who are you'), { type: 'application/json' }),
    list: 'alert',
    form: 'refused',
    executed: 0,
  },
  { name: 'status 403 with a page', fault: respond(403, page), list: 'alert', form: 'refused', executed: 0 },
  {
    name: 'status 429 with Retry-After',
    fault: respond(429, graphqlError('slow down'), { type: 'application/json', headers: { 'retry-after': '3600' } }),
    list: 'alert',
    form: 'refused',
    executed: 0,
  },
  { name: 'status 204', fault: respond(204, ''), list: 'alert', form: 'unknown', executed: 0 },
  {
    name: 'an empty object',
    fault: respond(200, '{}', { type: 'application/json' }),
    list: 'alert',
    form: 'unknown',
    executed: 0,
  },
  { name: 'null', fault: respond(200, 'null', { type: 'application/json' }), list: 'alert', form: 'unknown', executed: 0 },
  { name: 'an array', fault: respond(200, '[1,2]', { type: 'application/json' }), list: 'alert', form: 'unknown', executed: 0 },
  {
    name: 'data that is a string',
    fault: respond(200, '{"data":"boom"}', { type: 'application/json' }),
    list: 'alert',
    form: 'unknown',
    executed: 0,
    isQuick: true,
  },
  {
    name: 'data that is a number',
    fault: respond(200, '{"data":7}', { type: 'application/json' }),
    list: 'alert',
    form: 'unknown',
    executed: 0,
  },
  {
    name: 'data null without errors',
    fault: respond(200, '{"data":null}', { type: 'application/json' }),
    list: 'alert',
    form: 'shown',
    executed: 0,
  },
  {
    name: 'a redirect to a page',
    fault: respond(302, '', { headers: { location: '/nowhere' } }),
    list: 'alert',
    form: 'unknown',
    executed: 0,
  },
  {
    name: 'a redirect to itself',
    fault: respond(307, '', { headers: { location: '/graphql' } }),
    list: 'alert',
    form: 'unknown',
    executed: 0,
  },
];
