/** The Query screen over the real transport, with scripted responses and fake timers. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { QueryScreen } from '../../../src/features/query/QueryScreen';
import { href } from '../../../src/session/navigation/navigation';
import { schemaOf } from '../../schema/modelOf';
import { endingScreens, renderScreen } from '../../support/renderScreen';
import { type Answer, scriptedFetch } from '../../support/scriptedFetch';

const SCHEMA = introspectionFromSchema(
  schemaOf(`
    type Query { ships(first: Int!): [Ship!]! port: String }
    type Mutation { rename(name: String!): Ship }
    type Subscription { ticks: Int }
    type Ship { id: ID! name: String }
  `),
);

// jsdom does not lay out text, but the editor measures it.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

const shown = endingScreens();
beforeEach(() => {
  jest.useFakeTimers({ now: Date.UTC(2026, 5, 1, 12) });
});
afterEach(() => {
  jest.useRealTimers();
});

// Loaded here, because compiling it on a busy machine takes longer than the time limit of a test.
beforeAll(async () => void (await import('../../../src/features/query/variables/VariablesForm')), 60_000);

/** Opens the Query screen with a document. `answers`: the responses of the server, in order. */
export const openQuery = async (answers: Answer[], query: string, variables?: string) => {
  const { fetch, requests } = scriptedFetch(...answers);
  const page = renderScreen(session => <QueryScreen session={session} />, {
    introspection: SCHEMA,
    address: href(['query'], { query, variables: variables ?? null }),
    fetch,
  });
  shown.push(page);
  // The language support is loaded by import(), which fake timers do not advance.
  await act(async () => {
    await import('../../../src/features/query/editor/graphqlSupport');
    await import('../../../src/features/query/editor/document/documentTools');
    await import('../../../src/features/query/editor/lazySchema');
    await import('../../../src/features/query/editor/resultDocs');
    await import('../../../src/ui/json/JsonTree');
    await import('../../../src/parts/RetryCountdown');
  });
  await page.pass(600);
  const run = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Run' }));
    await page.pass(150);
  };
  return Object.assign(page, { requests, run });
};
/** The pane with the result. */
export const result = () => within(screen.getByRole('region', { name: 'Result' }));
