/** The schema as documentation: search, uses, definitions. */
import { buildSchema, introspectionFromSchema, printSchema } from 'graphql';
import { docsIndex } from '../../../src/schema/docs/docsIndex';
import { docsSearchSteps } from '../../../src/schema/docs/docsSearch';
import { schemaSdl } from '../../../src/schema/docs/sdlText';
import { readIntrospection } from '../../../src/schema/model/introspection';

const SDL = `
"""A port's register."""
schema { query: Root }

directive @cost(weight: Int! = 1) repeatable on FIELD_DEFINITION | OBJECT

"""Something with an id."""
interface Node { id: ID! }

"""A vessel."""
type Ship implements Node {
  id: ID!
  """Its name."""
  name: String!
  visits(first: Int = 10, "from here" after: String): [Visit!]! @deprecated(reason: "Use berths")
}

type Visit implements Node { id: ID! ship: Ship status: Status! }

union Found = Ship | Visit

enum Status { PLANNED "There now" HERE GONE @deprecated }

input Filter @oneOf { name: String ship: ID }

scalar Date @specifiedBy(url: "https://example.org/date")

type Root { ships(filter: Filter): [Ship] find(text: String!): [Found!]! at: Date }
`;
const schema = buildSchema(SDL);
const introspect = (s: typeof schema) =>
  readIntrospection(
    introspectionFromSchema(s, {
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    }),
  );
const model = introspect(schema);

it('finds exact names first, then prefixes, words, parts, descriptions; types before their fields', () => {
  const names = (text: string) =>
    docsIndex(model)
      .search(text, 20)
      .map(hit => [...hit.holder, hit.name].join('.'));
  expect(names('ship')[0]).toBe('Ship');
  expect(names('ship')).toEqual(expect.arrayContaining(['Visit.ship', 'Root.ships']));
  expect(names('vessel')).toEqual(['Ship']);
  expect(names('Ship.vis')).toEqual(['Ship.visits']);
  expect(names('here')[0]).toBe('Status.HERE');
  expect(names('nothing of the kind')).toEqual([]);
  expect(names('  ')).toEqual([]);
  expect(docsIndex(model).search('s', 3)).toHaveLength(3);
});

it('finds the users of a type, its implementations and its unions', () => {
  const index = docsIndex(model);
  expect(index.usedBy('Filter').map(use => [use.holder, use.field, use.argument])).toEqual([['Root', 'ships', 'filter']]);
  expect(index.usedBy('Ship').map(use => `${use.holder}.${use.field}`)).toEqual(['Visit.ship', 'Root.ships']);
  expect(index.membersOf('Node')).toEqual(['Ship', 'Visit']);
  expect(index.unionsWith('Visit')).toEqual(['Found']);
});

it('writes definitions that graphql-js reads as the same schema', () => {
  expect(printSchema(buildSchema(schemaSdl(model)))).toBe(printSchema(schema));
});

it.each([
  [
    'root types with lower-case names',
    'schema { query: query mutation: mutation } type query { a: Int } type mutation { b: Int }',
  ],
  [
    'a type with the name of a root type that is not one',
    'schema { query: Query } type Query { a: Mutation } type Mutation { b: Int }',
  ],
  ['a schema with a description', '"All of it" schema { query: Query } type Query { a: Int }'],
  [
    'descriptions of all kinds',
    String.raw`type Query { "ends with a quote\"" a: Int "back\\slash" b: Int "  indented" c: Int "one\ntwo\n  three" d: Int "three \"\"\" quotes" e: Int "\u0007 bell \r" f: Int g: Int "ship 🚢" h(
      "about x" x: Int = 5 @deprecated(reason: "say \"no\"")): Int }`,
  ],
  [
    'defaults of all kinds',
    'input P { x: Int = 1, tags: [String!] = ["a", "b\\"c"] } enum E { A B } type Query { a(p: P = {x: 2, tags: []}, e: [E] = [A], f: Float = 1.5e3, b: Boolean = false, n: Int = null, s: String = "é\\n"): Int }',
  ],
])('writes %s so that graphql-js reads the same', (_, sdl) => {
  const schema = buildSchema(sdl);
  expect(printSchema(buildSchema(schemaSdl(introspect(schema))))).toBe(printSchema(schema));
});

it('writes descriptions with paragraphs, and unions without members', () => {
  const paragraphs = 'One.\n\n- two\n  - three';
  const schema = buildSchema(`${JSON.stringify(paragraphs)} union U type Query { u: U }`, { assumeValid: true });
  const sdl = schemaSdl(introspect(schema));
  expect(sdl).toContain(`"""\n${paragraphs}\n"""\nunion U\n`);
  expect(printSchema(buildSchema(sdl, { assumeValid: true }))).toBe(printSchema(schema));
});

it('finds the fields of a type before their arguments', () => {
  const model = introspect(
    buildSchema('type Query { ship(id: ID, of: ID): Ship } type Ship { id: ID, description(as: ID): String }'),
  );
  expect(
    docsIndex(model)
      .search('Ship.', 9)
      .map(({ name }) => name),
  ).toEqual(['id', 'description', 'as']);
});

it('finds several words, sorted by how well the name matches', () => {
  const names = (text: string) =>
    docsIndex(
      introspect(
        buildSchema(`
          type Query { a: CreateIssueInputs  issue: Issue }
          type CreateIssueInputs { id: ID }
          type Issue { "When somebody made it." createdAt: Int  author: String  old: Int @deprecated }
          type Other { issue: Issue }
          type Payload { issueOld: Int  old: String }
        `),
      ),
    )
      .search(text, 20)
      .map(hit => [...hit.holder, hit.name].join('.'));
  expect(names('create issue')).toEqual(['CreateIssueInputs', 'Issue.createdAt']);
  expect(names('issue create')[0]).toBe('CreateIssueInputs');
  expect(names('issue author')).toEqual(['Issue.author']);
  expect(names('created somebody')).toEqual(['Issue.createdAt']);
  // Prefixes come before other matches, deprecated fields last.
  expect(names('issue').slice(0, 3)).toEqual(['Issue', 'Query.issue', 'Other.issue']);
  expect(names('old')).toEqual(['Payload.old', 'Issue.old', 'Payload.issueOld']);
  expect(names('issue nowhere')).toEqual([]);
});

it('is built in steps, and can be stopped between them', () => {
  const fresh = introspect(schema);
  const steps = docsSearchSteps(fresh);
  steps.next();
  steps.next();
  for (const _ of docsSearchSteps(fresh));
  expect(steps.next().done).toBe(true);
  expect(docsIndex(fresh).search('ship', 20)).toEqual(docsIndex(model).search('ship', 20));
  const half = introspect(schema);
  docsSearchSteps(half).next();
  expect(docsIndex(half).search('ship', 20)).toEqual(docsIndex(model).search('ship', 20));
});

it('finds a text fast in a schema of ten thousand fields', () => {
  const fields = Array.from({ length: 100 }, (_, n) => `field${n}OfThing: String`).join(' ');
  const large = introspect(
    buildSchema(`type Query { a: T0 } ${Array.from({ length: 100 }, (_, n) => `type T${n} { ${fields} }`).join(' ')}`),
  );
  const index = docsIndex(large);
  expect(index.search('field42', 60).length).toBe(60);
});
