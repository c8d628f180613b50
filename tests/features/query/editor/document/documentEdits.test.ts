/** Edits of the explorer: the exact document after each. */
import { parse, validate } from 'graphql';
import * as edits from '../../../../../src/features/query/editor/document/documentEdits';
import { type DocumentStep, readLoosely } from '../../../../../src/features/query/editor/document/documentPlace';
import { editedText, type TextEdit } from '../../../../../src/features/query/editor/document/textEdit';
import { fieldOf } from '../../../../../src/schema/model/schemaModel';
import { modelOf, schemaOf } from '../../../../schema/modelOf';

const SDL = `
  type Query { ship(id: ID!, at: Sort): Ship ships(first: Int, filter: Filter): [Ship!]! find(text: String!): [Found!]! node(id: ID!): Node }
  type Mutation { rename(id: ID!, name: String!): Ship }
  interface Node { id: ID! }
  type Ship implements Node { id: ID! name: String imo: Int length(unit: Sort!): Float port: Port old: Int @deprecated }
  type Port implements Node { id: ID! name: String }
  type Berth { number: Int }
  union Found = Ship | Port | Berth
  enum Sort { ASC DESC }
  input Filter { name: String, sort: Sort! }
`;
const MODEL = modelOf(SDL);
const SCHEMA = schemaOf(SDL);

const steps = (path: string): DocumentStep[] =>
  path.split('.').map(part => {
    const [, fragment] = /^on (\w+)$/.exec(part) ?? [];
    if (fragment) return { kind: 'on', type: fragment };
    if (part.startsWith('*')) return { kind: 'spread', name: part.slice(1) };
    const [name = '', nth = '0'] = part.split('#');
    return { kind: 'field', name, nth: Number(nth) };
  });
const edited = (text: string) => {
  const document = readLoosely(text);
  if (!document) throw new Error('not read');
  return { text, document, model: MODEL };
};
const place = (path: string, definition = 0) => ({ definition, steps: path === '' ? [] : steps(path) });
const done = (text: string, changes: TextEdit[] | null): string => editedText(text, changes ?? []);
const valid = (text: string): string => {
  expect(validate(SCHEMA, parse(text)).map(String)).toEqual([]);
  return text;
};
const add = (text: string, path: string, definition = 0): string =>
  valid(done(text, edits.added(edited(text), place(path, definition))));
const remove = (text: string, path: string): string => done(text, edits.removed(edited(text), place(path)));
const argument = (text: string, path: string, name: string, value: string | null): string | null => {
  const last = steps(path).at(-1);
  const type = edits.typeAtPlace(MODEL, edited(text).document, place(path.split('.').slice(0, -1).join('.')));
  const model = last?.kind === 'field' ? fieldOf(MODEL, type ?? '', last.name)?.args.get(name) : undefined;
  if (!model) throw new Error('no such argument');
  const changes = edits.withArgument(edited(text), place(path), model, value);
  return changes && done(text, changes);
};

describe('a field is added', () => {
  it.each([
    ['to lines, as a line', '{\n  ships {\n    id # key\n  }\n}', 'ships.name', '{\n  ships {\n    id # key\n    name\n  }\n}'],
    ['to one line, in it', '{ ships { id } }', 'ships.name', '{ ships { id name } }'],
    ['with the indent that is there', '{\n\tships {\n\t\tid\n\t}\n}', 'ships.name', '{\n\tships {\n\t\tid\n\t\tname\n\t}\n}'],
    ['with a first leaf when it needs one', '{ ships { id } }', 'ships.port', '{ ships { id port { id } } }'],
    [
      'with all that is missing above it',
      'query A {\n}\n',
      'ships.port.name',
      'query A {\n  ships {\n    port {\n      name\n    }\n  }\n}\n',
    ],
    [
      'behind a comment that ends the selection',
      '{\n  ships {\n    id\n    # more\n  }\n}',
      'ships.name',
      '{\n  ships {\n    id\n    # more\n    name\n  }\n}',
    ],
    [
      'before a brace that follows on the line',
      '{\n  ships {\n    id }\n}',
      'ships.name',
      '{\n  ships {\n    id\n    name\n  }\n}',
    ],
    [
      'into a fragment on a type',
      '{ find(text: "a") { ... on Ship { id } } }',
      'find.on Ship.name',
      '{ find(text: "a") { ... on Ship { id name } } }',
    ],
    [
      'as a fragment on a type',
      '{ find(text: "a") { __typename } }',
      'find.on Berth',
      '{ find(text: "a") { __typename ... on Berth { number } } }',
    ],
    [
      'as the spread of a fragment',
      '{ ships { id } }\nfragment F on Ship { name }',
      'ships.*F',
      '{ ships { id ...F } }\nfragment F on Ship { name }',
    ],
    [
      'with its arguments as variables',
      '{\n  ships { id }\n}',
      'ship',
      'query ($id: ID!) {\n  ships { id }\n  ship(id: $id) {\n    id\n  }\n}',
    ],
    [
      'with variables of free names',
      'query A($id: ID!) { ship(id: $id) { id } }',
      'node',
      'query A($id: ID!, $nodeId: ID!) { ship(id: $id) { id } node(id: $nodeId) { id } }',
    ],
    [
      'with plain values in a fragment',
      'fragment F on Ship { id }\n{ ships { ...F } }',
      'length',
      'fragment F on Ship { id length(unit: ASC) }\n{ ships { ...F } }',
    ],
  ])('%s', (_, before, path, after) => {
    expect(add(before, path)).toBe(after);
  });
  it('once', () => {
    expect(add('{ ships { id } }', 'ships.id')).toBe('{ ships { id } }');
  });
});

describe('a field is removed', () => {
  it.each([
    [
      'with its line and the comment on it',
      '{\n  ships {\n    id # key\n    # the name\n    name\n  }\n}',
      'ships.id',
      '{\n  ships {\n    # the name\n    name\n  }\n}',
    ],
    ['from one line', '{ ships { id, name } }', 'ships.id', '{ ships { name } }'],
    ['with what would be left empty', '{ ships { id port { id } } }', 'ships.port.id', '{ ships { id } }'],
    ['the other of two', '{\n  a: ships { id }\n  b: ships { name }\n}', 'ships#1', '{\n  a: ships { id }\n}'],
    [
      'with its variables',
      'query A($first: Int, $id: ID!) { ships(first: $first) { id } ship(id: $id) { id } }',
      'ships',
      'query A($id: ID!) { ship(id: $id) { id } }',
    ],
    ['with all variables', 'query A($id: ID!) { ships { id } ship(id: $id) { id } }', 'ship', 'query A { ships { id } }'],
    [
      'without variables others use',
      'query A($id: ID!) { node(id: $id) { id } ship(id: $id) { id } }',
      'ship',
      'query A($id: ID!) { node(id: $id) { id } }',
    ],
  ])('%s', (_, before, path, after) => {
    expect(valid(remove(before, path))).toBe(after);
  });
  it('the last field of an operation, which stays', () => {
    const bare = remove('# mine\nquery A($id: ID!) { ship(id: $id) { id } }', 'ship.id');
    expect(bare).toBe('# mine\nquery A {\n}');
    expect(add(bare, 'ships.id')).toBe('# mine\nquery A {\n  ships {\n    id\n  }\n}');
  });
  it('an operation, with its lines', () => {
    expect(remove('{ ships { id } }\n', '')).toBe('');
  });
});

describe('an argument', () => {
  it('is added, changed and removed', () => {
    const text = '{ ships { id } }';
    const one = argument(text, 'ships', 'first', '3') ?? '';
    expect(one).toBe('{ ships(first: 3) { id } }');
    const two = argument(one, 'ships', 'filter', '{ sort: ASC }') ?? '';
    expect(two).toBe('{ ships(first: 3, filter: { sort: ASC }) { id } }');
    expect(argument(two, 'ships', 'first', '5')).toBe('{ ships(first: 5, filter: { sort: ASC }) { id } }');
    expect(argument(two, 'ships', 'first', null)).toBe('{ ships(filter: { sort: ASC }) { id } }');
    expect(argument(one, 'ships', 'first', null)).toBe(text);
  });
  it('declares the variable it uses, and removes the one it used before', () => {
    const one = argument('{ ships { id } }', 'ships', 'first', '$n') ?? '';
    expect(valid(one)).toBe('query ($n: Int) { ships(first: $n) { id } }');
    expect(valid(argument(one, 'ships', 'first', '$m') ?? '')).toBe('query ($m: Int) { ships(first: $m) { id } }');
    expect(argument(one, 'ships', 'first', '7')).toBe('query { ships(first: 7) { id } }');
  });
  it('keeps one per line', () => {
    const text = 'query A(\n  $id: ID!\n) {\n  ship(\n    id: $id\n  ) { id }\n}';
    expect(argument(text, 'ship', 'at', '$at')).toBe(
      'query A(\n  $id: ID!\n  $at: Sort\n) {\n  ship(\n    id: $id\n    at: $at\n  ) { id }\n}',
    );
  });
  it('refuses a text that is not a value', () => {
    expect(argument('{ ships { id } }', 'ships', 'first', '3) { x')).toBeNull();
  });
  it('starts as a variable with an unused name, in a fragment as a value', () => {
    const text = 'query A($id: ID!) { ship(id: $id) { id } }\nfragment F on Ship { length(unit: ASC) }';
    const id = MODEL.queryType.fields.get('node')?.args.get('id');
    const unit = fieldOf(MODEL, 'Ship', 'length')?.args.get('unit');
    if (!id || !unit) throw new Error('no such argument');
    expect(edits.firstValue(edited(text), place('node'), id)).toBe('$nodeId');
    expect(edits.firstValue(edited(text), place('length', 1), unit)).toBe('ASC');
  });
});

it('all missing leaves are added', () => {
  const text = '{\n  ships {\n    name\n  }\n}';
  expect(done(text, edits.filled(edited(text), place('ships')))).toBe('{\n  ships {\n    name\n    id\n    imo\n  }\n}');
});

it('operations are added at the end, with unused names', () => {
  const text = 'query NewQuery { ships { id } } # the end';
  const { edits: changes, name } = edits.withOperation(edited(text), 'query');
  expect([name, done(text, changes)]).toEqual(['NewQuery2', `${text}\n\nquery NewQuery2 {\n}\n`]);
  expect(done('', edits.withOperation(edited(''), 'mutation').edits)).toBe('mutation NewMutation {\n}\n');
});

it('a definition is renamed, a fragment with its spreads, but not to a used name', () => {
  const text = '{ ships { ...F } } fragment F on Ship { id } query B { ships { id } }';
  expect(done(text, edits.renamed(edited(text), 0, 'A'))).toBe(`query A ${text}`);
  expect(done(text, edits.renamed(edited(text), 1, 'G'))).toBe(
    '{ ships { ...G } } fragment G on Ship { id } query B { ships { id } }',
  );
  expect(edits.renamed(edited(text), 0, 'B')).toBeNull();
  expect(edits.renamed(edited(text), 0, 'a b')).toBeNull();
});

it('fragments fit if they share an object type with the parent', () => {
  const { document } = edited(
    '{ ships { id } } fragment N on Node { id } fragment B on Berth { number } fragment P on Port { id }',
  );
  expect(edits.fittingFragments(MODEL, document, 'Ship')).toEqual(['N']);
  expect(edits.fittingFragments(MODEL, document, 'Found')).toEqual(['N', 'B', 'P']);
  expect(edits.fragmentTypes(MODEL, 'Found')).toEqual(['Ship', 'Port', 'Berth']);
});
