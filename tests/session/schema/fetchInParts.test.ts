/** Servers that limit introspection: the schema is fetched in parts. */
import { buildSchema, execute, Kind, type OperationDefinitionNode, parse, type SelectionSetNode, validate } from 'graphql';
import { systemClock } from '../../../src/lib/clock';
import { IN_PARTS } from '../../../src/schema/model/introspection';
import { fetchSchema } from '../../../src/session/schema/fetchSchema';
import { createTransport } from '../../../src/transport/createTransport';
import { json } from '../../support/scriptedFetch';

const MANY = Array.from({ length: 25 }, (_, at) => `type Kind${at} implements Named { name: String! }`).join('\n');
const SCHEMA = buildSchema(`
  interface Named { name: String! }
  enum Status { SAILING MOORED }
  union Found = Ship | Kind1
  input ShipWhere { ids: [ID!]! status: Status = MOORED }
  type Ship implements Named { id: ID! name: String! status: Status! mates: [Ship!]! }
  ${MANY}
  type Query { ships(where: ShipWhere, first: Int! = 10, ids: [ID!]): [Ship!]! find(text: String!): [Found!]! ${Array.from({ length: 25 }, (_, at) => `kind${at}: Kind${at}`).join(' ')} }
  type Mutation { deleteShips(ids: [ID!]!): Boolean! }
`);

/** Depth of the deepest field; fragments count where they are used. */
function depthOf(text: string): number {
  const { definitions } = parse(text);
  const walk = (set: SelectionSetNode | undefined, depth: number): number =>
    Math.max(
      depth,
      ...(set?.selections ?? []).map(node => {
        if (node.kind === Kind.FIELD) return walk(node.selectionSet, depth + 1);
        if (node.kind === Kind.INLINE_FRAGMENT) return walk(node.selectionSet, depth);
        const fragment = definitions.find(each => each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === node.name.value);
        return walk((fragment as unknown as OperationDefinitionNode).selectionSet, depth);
      }),
    );
  return Math.max(...definitions.filter(each => each.kind === Kind.OPERATION_DEFINITION).map(each => walk(each.selectionSet, 0)));
}

/** Fetches the schema of a server that refuses what `refusal` names. */
async function fetchFrom(refusal: (query: string) => string | null, level?: number) {
  const queries: string[] = [];
  const { client, dispose } = createTransport(
    { httpEndpoint: 'http://test/graphql' },
    {
      fetch: async (_, init) => {
        const { query } = JSON.parse(String(init?.body)) as { query: string };
        queries.push(query);
        const message = refusal(query);
        if (message !== null) return json({ errors: [{ message }] }, 400);
        const document = parse(query);
        const errors = validate(SCHEMA, document);
        return json(errors.length > 0 ? { errors } : await execute({ schema: SCHEMA, document }));
      },
      storage: null,
    },
  );
  const result = await fetchSchema(client, level, systemClock);
  dispose();
  return { result, queries };
}

it.each([
  ['a depth of 8', (query: string) => (depthOf(query) > 8 ? 'Query depth limit of 8 exceeded' : null)],
  ['a depth of 7', (query: string) => (depthOf(query) > 7 ? 'Query depth limit of 7 exceeded' : null)],
  ['queries without fragments', (query: string) => (query.includes('...') ? 'Fragments are not allowed' : null)],
  ['a depth, without saying so', (query: string) => (depthOf(query) > 8 ? 'Bad request' : null)],
])('a server that allows only %s is asked for its types in parts', async (_, refusal) => {
  const { result, queries } = await fetchFrom(refusal);
  if ('failure' in result) throw new Error(result.failure.message);
  const { model } = result;
  const { fields } = model.queryType;
  expect([...model.types.keys()].filter(name => name.startsWith('Kind'))).toHaveLength(25);
  expect(fields.get('ships')?.type).toEqual(expect.objectContaining({ kind: 'nonNull' }));
  expect([...(fields.get('ships')?.args.keys() ?? [])]).toEqual(['where', 'first', 'ids']);
  expect(model.types.get('ShipWhere')).toMatchObject({ kind: 'input' });
  expect(model.types.get('Found')).toMatchObject({ kind: 'union' });
  expect(queries.length).toBeLessThan(15);
});

it('a server with a depth limit is asked in parts at once on the next visit', async () => {
  const { result } = await fetchFrom(query => (depthOf(query) > 8 ? 'Query depth limit of 8 exceeded' : null));
  if ('failure' in result) throw new Error(result.failure.message);
  expect(result.level).toBe(IN_PARTS);
  const next = await fetchFrom(query => (depthOf(query) > 8 ? 'Query depth limit of 8 exceeded' : null), result.level);
  expect('model' in next.result && next.result.model.types.size).toBe(result.model.types.size);
  expect(next.queries.some(query => depthOf(query) > 8)).toBe(false);
});

it('a server that refuses introspection, or parts of it as well, shows its first refusal', async () => {
  const off = await fetchFrom(() => 'Introspection is disabled');
  expect(off.queries).toHaveLength(1);
  const never = await fetchFrom(() => 'Query cost limit exceeded');
  expect(JSON.stringify(never.result)).toContain('Query cost limit exceeded');
  expect(never.queries.length).toBeLessThan(10);
});
