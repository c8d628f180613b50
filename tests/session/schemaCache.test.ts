/** How the endpoint is asked for its schema. */
import { systemClock } from '../../src/lib/clock';
import { memoryDocumentStore } from '../../src/lib/documentStore';
import { memoryStorage } from '../../src/lib/storage';
import { createSchemaCache } from '../../src/session/schemaCache';
import { createTransport } from '../../src/transport/createTransport';
import { json } from '../support/scriptedFetch';

/** An endpoint that knows less than what it is asked for; each question waits until it is answered. */
function start() {
  const questions: (() => void)[] = [];
  const { client } = createTransport(
    { httpEndpoint: 'http://test/graphql' },
    {
      fetch: () =>
        new Promise(resolve => {
          questions.push(() => resolve(json({ errors: [{ message: 'Cannot query field "isOneOf" on type "__Type".' }] }, 400)));
        }),
      storage: null,
    },
  );
  const options = { client, documents: memoryDocumentStore(), storage: memoryStorage(), key: 'a:schema', clock: systemClock };
  return { questions, cache: createSchemaCache(options) };
}
const settle = () => new Promise(resolve => setTimeout(resolve, 30));

// What says how to ask for less is there at once.
beforeAll(() => import('../../src/schema/nextLevel'));

it('an endpoint that knows less is asked for less', async () => {
  const { questions, cache } = start();
  await settle();
  questions[0]?.();
  await settle();
  expect(questions).toHaveLength(2);
  cache.dispose();
});

it('nothing more is asked once nobody waits for it', async () => {
  const { questions, cache } = start();
  await settle();
  cache.dispose();
  questions[0]?.();
  await settle();
  expect(questions).toHaveLength(1);
});
