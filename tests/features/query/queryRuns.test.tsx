/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** What is kept of a run, over the real transport. */
import { waitFor } from '@testing-library/react';
import { createQueryRuns, type RunRequest } from '../../../src/features/query/queryRuns';
import { systemClock } from '../../../src/lib/clock';
import { json, scriptedFetch } from '../../support/scriptedFetch';
import { startTransport } from '../../support/startTransport';

it('where a hash was not known and the query went out again, the text is that of the last answer', async () => {
  const answer = '{ "data": { "port": "Oslo" } }';
  const { fetch, requests } = scriptedFetch(json({ errors: [{ message: 'PersistedQueryNotFound' }] }), json(answer));
  const { transport } = startTransport({ persistedQueries: true, forceFetchDelayMs: 0 }, { fetch });
  const runs = createQueryRuns(transport, systemClock, undefined);
  const request: RunRequest = {
    kind: 'query',
    name: 'A',
    text: 'query A { port }',
    variables: {},
    headers: [],
    shape: { typename: true, fields: new Map() },
    placeOf: () => null,
    docsOf: () => null,
  };
  runs.run('tab', request);
  await waitFor(() => expect(runs.of('tab').get()?.state).toBe('done'));
  expect(requests).toHaveLength(2);
  expect(runs.of('tab').get()?.texts.join('')).toBe(answer);
  runs.dispose();
  transport.dispose();
});
