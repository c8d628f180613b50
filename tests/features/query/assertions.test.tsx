/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Assertions in the comments at the top of a document: Query and `oriel run` give the same results. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { QueryScreen } from '../../../src/features/query/QueryScreen';
import { runAssertions } from '../../../src/features/query/result/runAssertions';
import type { QueryRun, RunEvent } from '../../../src/features/query/run/queryRun';
import { runFolder } from '../../../src/run/runFolder';
import { href } from '../../../src/session/navigation/navigation';
import { schemaOf } from '../../schema/modelOf';
import { renderScreen } from '../../support/renderScreen';
import { json } from '../../support/scriptedFetch';

const SCHEMA = introspectionFromSchema(
  schemaOf(
    'type Query { ships: [Node!]!, count: Int! } interface Node { id: ID! } type Ship implements Node { id: ID!, name: String! }',
  ),
);
const ANSWER = {
  data: { ships: [{ __typename: 'Ship', id: '1', name: 'Nordlys' }], count: null },
  errors: [{ message: 'no count', path: ['count'], locations: [{ line: 1, column: 1 }] }],
};
const DOCUMENT = `# oriel
# assert status = 200
# assert status = 201
# assert time < 600000
# assert path data.ships[0].name = "Nordlys"
# assert path data.ships[0] = {"id": "1", "name": "Nordlys"}
# assert path data.ships[1] exists
# assert path errors[0].message matches ^no
# assert path errors[0].locations exists
# assert schema-valid
# ---
query Ships { ships { id ... on Ship { name } } count }
`;

Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

const respond = (init: RequestInit | undefined): Response => {
  const { query } = JSON.parse(String(init?.body)) as { query: string };
  return json(query.includes('__schema') ? { data: SCHEMA } : ANSWER);
};

it('Query shows the same results of assertions as oriel run', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'oriel-assertions-'));
  writeFileSync(path.join(folder, 'ships.graphql'), DOCUMENT);
  const [report] = await runFolder({
    folder,
    endpoint: 'http://test/graphql',
    headers: {},
    token: '',
    environment: { name: '', variables: [] },
    allowMutations: false,
    hide: text => text,
    timeoutMs: 60_000,
    world: { fetch: async (_url, init) => respond(init) },
  });
  rmSync(folder, { recursive: true });
  const page = renderScreen(session => <QueryScreen session={session} />, {
    introspection: SCHEMA,
    address: href(['query'], { query: DOCUMENT, variables: null }),
    fetch: async (_url, init) => respond(init),
  });
  await act(async () => {
    await import('../../../src/features/query/editor/graphqlSupport');
    await import('../../../src/features/query/result/AssertionList');
    await import('../../../src/session/operations/schemaProblems');
  });
  await page.pass();
  fireEvent.click(screen.getByRole('button', { name: 'Run' }));
  await page.pass();
  const list = await screen.findByRole('list', { name: 'Assertions' }, { timeout: 20_000 });
  const shown = within(list)
    .getAllByRole('listitem')
    .map(item => item.textContent?.trim());
  const said = report?.assertions.map(({ text, holds, found }) => (holds ? `Holds: ${text}` : `Fails: ${text}. Found ${found}.`));
  expect(shown).toEqual(said);
  expect(report?.assertions.map(({ holds }) => holds)).toEqual([true, false, true, true, true, false, true, false, false]);
  page.unmount();
  page.session.dispose();
}, 60_000);

it('those of a feed are checked with its first event, as by oriel run, also while it runs', async () => {
  const head = '# oriel\n# assert path data.tick = 1\n# assert time < 20\n# assert path errors not exists\n# ---\n';
  const feed = (change: Partial<QueryRun>): QueryRun =>
    ({
      state: 'running',
      request: { kind: 'subscription' },
      hide: { got: text => text },
      startedAt: 1000,
      endedAt: null,
      failure: null,
      response: null,
      events: [],
      first: null,
      ...change,
    }) as QueryRun;
  const first: RunEvent = { at: 1010, data: { tick: 1 }, errors: [] };
  const later: RunEvent = { at: 9000, data: { tick: 700 }, errors: [] };
  const { results, problems } = await runAssertions(feed({ first, events: [later] }), head, undefined);
  expect([results.map(({ holds }) => holds), problems]).toEqual([[true, true, true], []]);
  const ended = await runAssertions(feed({ state: 'done', endedAt: 2000 }), head, undefined);
  expect(ended).toEqual({ results: [], problems: [{ line: 1, message: 'The subscription ended without an event' }] });
});
