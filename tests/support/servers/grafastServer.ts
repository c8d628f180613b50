/** A server that runs Grafast, which knows `onError`: a ship whose name, which is never null, cannot be found. */
import { createServer, type Server } from 'node:http';
import { givePromisesResolvers } from './givePromisesResolvers';

/** Makes it; it does not listen yet. */
export async function grafastServer(typeDefs: string): Promise<Server> {
  givePromisesResolvers();
  const { constant, grafast, lambda, makeGrafastSchema } = await import('grafast');
  const noName = (): never => {
    throw new Error('no name');
  };
  const schema = makeGrafastSchema({
    typeDefs,
    objects: {
      Query: { plans: { ship: () => constant({ id: 1 }) } },
      Ship: { plans: { name: $ship => lambda($ship, noName) } },
    },
  });
  return createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += String(piece);
    const { query: source, onError } = JSON.parse(text) as { query: string; onError?: 'NULL' };
    const result = await grafast({ schema, source, ...(onError ? { onError } : {}) });
    response.setHeader('content-type', 'application/json').end(JSON.stringify(result));
  });
}
