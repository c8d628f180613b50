import type { IncomingMessage, ServerResponse } from 'node:http';
import { createOriel, type Oriel } from 'oriel';
import { orielHandler } from 'oriel/handler';
import { orielYoga } from 'oriel/yoga';

const oriel: Oriel = createOriel({ endpoint: '/graphql', wsEndpoint: null, allowFraming: ['https://intranet.example.com'] });
export const node: (request: IncomingMessage, response: ServerResponse, next?: () => void) => void = oriel.node;
export const answer: Promise<Response | null> = oriel.fetch(new Request('https://example.com/'));
export const GET: (request: Request) => Promise<Response> = orielHandler({ name: 'Orders' });
export const { plugins } = orielYoga({ persistedQueries: true, queries: [{ name: 'Ships', query: '{ ships { id } }' }] });
createOriel({ views: [{ collection: 'ships', name: 'Fleet', state: { sort: 'name' }, widths: { name: 200 } }] });
createOriel({ views: { kind: 'oriel-views', version: 1, views: [] } });
// @ts-expect-error an option that is not known
createOriel({ endpont: '/graphql' });
