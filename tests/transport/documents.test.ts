/** Which text of a document is sent: descriptions, comments and strings are read as GraphQL defines them. */
import { parse, print } from 'graphql';
import { withoutComments } from '../../src/features/query/run/withoutComments';
import { createTransport } from '../../src/transport/createTransport';
import { processorTime } from '../support/processorTime';
import { json, scriptedFetch } from '../support/scriptedFetch';

const sent = async (text: string) => {
  const { fetch, requests } = scriptedFetch(json({ data: {} }));
  const { client, dispose } = createTransport({}, { fetch, storage: null });
  await client.query(text, {}).toPromise();
  dispose();
  return requests[0]?.json;
};
const normal = (text = ''): string => print(parse(text.replace(/__typename/g, ''), { noLocation: true }));

it.each([
  ['a described operation', '"""x""" query Q { a }', 'Q'],
  ['an operation described in one line', '"x" query Q { a }', 'Q'],
  ['a described fragment', '"the ship" fragment F on Ship { id } query Q { ship { ...F } }', 'Q'],
  ['no name', '{ a }', null],
  ['a comment with an odd quote', '{ a # it is 5" wide\n b(x: "#1 of 2", y: 1) }', null],
  ['brackets in strings', '{ a(text: "} \\" {", long: """} \\""" {""") }', null],
])('C8 %s is sent whole, with its name', async (_, text, name) => {
  const body = await sent(text);
  expect(body?.operationName).toBe(name);
  if (!text.startsWith('"')) expect(normal(body?.query)).toBe(normal(text));
});

it('C8 two documents that differ in a string after an unmatched quote stay separate', async () => {
  const text = (id: string) => withoutComments(`{ a # it is 5" wide\n b(x: "#${id}") }`);
  expect((await sent(text('one')))?.query).toContain('#one');
  expect((await sent(text('two')))?.query).toContain('#two');
});

it('C8 comments are found outside of strings only', async () => {
  expect(withoutComments('{ a(x: "# no", y: """ # "no" \\""" # """) # yes " \n b }')).toBe(
    '{ a(x: "# no", y: """ # "no" \\""" # """) \n b }',
  );
  const long = `{ a(x: "${'#'.repeat(200_000)} `;
  const scan = () => [long, '"""'.repeat(60_001)].map(withoutComments);
  expect(await processorTime(scan)).toBeLessThan(2000);
});
