/** Queries over real HTTP: lists, pages, filters, orders, search, single things. */
import { type RunningHarbour, startHarbour } from '../support/startHarbour';

let harbour: RunningHarbour;
beforeAll(async () => {
  harbour = await startHarbour();
}, 60_000);
afterAll(() => harbour.close());

test('smoke', async () => {
  const a = await harbour.ask(
    `{ ships(first: 2) { totalCount nodes { id name imo type flag lengthMetres grossTonnage builtOn builtYear photo position { latitude longitude courseDegrees speedKnots at } visits(first: 1) { totalCount nodes { id eta value } } } pageInfo { endCursor hasNextPage } } berths { code visits(limit: 1) { id status value metadata documents { id } } } visits(limit: 2) { id ship { name } berth { name } eta value notes } me { name } search(text: "nord") { __typename ... on Node { id } } }`,
  );
  console.log(JSON.stringify(a, null, 1).slice(0, 5000), harbour.logged);
});
