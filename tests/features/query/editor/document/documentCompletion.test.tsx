/** Completion of documents: the options at each position, and how long they are reused while the user types. */
import { CompletionContext } from '@codemirror/autocomplete';
import { indentUnit } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { graphqlLanguageSupport } from 'cm6-graphql';
import { buildSchema } from 'graphql';
import { completeDocument } from '../../../../../src/features/query/editor/document/documentCompletion';

const PORT = buildSchema(`
  type Query {
    "A ship by its number."
    ship(imo: Int!): Ship
    ships: [Ship!]!
    port: String
    oldPort: String @deprecated(reason: "Use port.")
    visits(where: Where!): Int
  }
  input Where { berth: String }
  type Ship { name: String shipyard: String }
`);

/** Requests completion at the `|` in a text. */
function ask(marked: string, { explicit = false, schema = PORT } = {}): ReturnType<typeof completeDocument> {
  const pos = marked.indexOf('|');
  const doc = marked.replace('|', '');
  const state = EditorState.create({ doc, extensions: [graphqlLanguageSupport()] });
  return completeDocument(schema, new CompletionContext(state, pos, explicit));
}

const labels = (result: ReturnType<typeof completeDocument>): string[] => (result?.options ?? []).map(({ label }) => label);

const serves = (result: ReturnType<typeof completeDocument>, text: string): boolean => {
  if (typeof result?.validFor !== 'function') throw new Error('no rule');
  return result.validFor(text, 0, 0, EditorState.create());
};

test('fields are offered with their types and descriptions', () => {
  const result = ask('query Q { sh|');
  expect(result?.from).toBe('query Q { '.length);
  expect(labels(result).slice(0, 2)).toEqual(['ship', 'ships']);
  expect(result?.options[0]).toMatchObject({ detail: 'Ship', info: 'A ship by its number.' });
  expect(labels(ask('query Q { ships { shi|'))).toContain('shipyard');
});

test('suggestions are reused while the word grows, not when it gets shorter or ends', () => {
  const result = ask('query Q { sh|');
  expect(serves(result, 'ship')).toBe(true);
  expect(serves(result, 's')).toBe(false);
  expect(serves(result, 'ship ')).toBe(false);
});

test('the first letter offers everything that a longer word would', () => {
  const first = labels(ask('query Q { s|'));
  for (const word of ['sh', 'shi', 'ship', 'ships'])
    for (const label of labels(ask(`query Q { ${word}|`)).filter(label => label.startsWith(word))) expect(first).toContain(label);
});

test('between words suggestions are offered only on request', () => {
  expect(ask('query Q { |')).toBeNull();
  expect(labels(ask('query Q { |', { explicit: true }))).toEqual(expect.arrayContaining(['ship', 'ships', 'port']));
  expect(labels(ask('query Q { |', { explicit: true }))).not.toContain('oldPort');
});

const ARGUED = buildSchema(`
  type Query { ships(first: Int, kind: Kind, by: By): [Ship!]! }
  type Ship { name: String }
  enum Kind { TANKER CARGO }
  input By { kind: Kind! ok: Boolean }
`);
const askArgued = (marked: string, explicit = false): ReturnType<typeof completeDocument> =>
  ask(marked, { explicit, schema: ARGUED });

test.each([
  ['arguments, with their types', 'query Q($n: Int) { ships(|', ['first Int', 'kind Kind', 'by By']],
  ['variables', 'query Q($n: Int) { ships(first: $|', ['$n Int']],
  ['what a value may be', 'query Q($k: Kind) { ships(kind: |', ['TANKER Kind', 'CARGO Kind', '$k Kind']],
  ['the same without a space', 'query Q { ships(kind:|', ['TANKER Kind', 'CARGO Kind']],
  ['types', 'query Q($by: |', ['By ', 'Int ']],
  ['directives', 'query Q { ships { name @|', ['include ', 'skip ']],
])('after ( $ : @ suggestions open automatically: %s', (_, marked, wanted) => {
  const found = askArgued(marked)?.options.map(({ label, detail }) => `${label} ${detail}`) ?? [];
  expect(found).toEqual(expect.arrayContaining(wanted));
});

test.each([
  ['query Q($k: Kind = |) { ships { name } }', ['TANKER', 'CARGO']],
  ['query Q($k: [Kind!]! = [TANKER, |]) { ships { name } }', ['TANKER', 'CARGO']],
  ['query Q($k: Kind = T|', ['TANKER']],
  ['query Q($n: Int, $ok: Boolean = |', ['true', 'false']],
  ['query Q($n: Int = |', []],
  ['query Q($k: Kind) { ships(kind: $k) { name } } # $k: Kind =\n|', []],
])('the default of a variable may be: %s', (marked, wanted) => {
  expect(labels(askArgued(marked, true)).sort()).toEqual([...wanted].sort());
});

test('a variable that starts with a dollar sign does not get another', () => {
  for (const marked of ['query Q($n: Int) { ships(first: $|', 'query Q($n: Int) { ships(first: $n|']) {
    const result = askArgued(marked);
    expect(result?.from).toBe(marked.indexOf(': $') + 2);
    expect(labels(result)).toEqual(['$n']);
    expect(serves(result, '$n')).toBe(true);
    expect(serves(result, 'n')).toBe(false);
  }
  expect(askArgued('query Q($n: Int) { ships(first: n|')?.from).toBe('query Q($n: Int) { ships(first: '.length);
});

test('an argument is completed with its colon, unless it exists', () => {
  const chosen = (marked: string, label: string): string => {
    const parent = document.createElement('div');
    const pos = marked.indexOf('|');
    const view = new EditorView({
      parent,
      state: EditorState.create({
        doc: marked.replace('|', ''),
        selection: { anchor: pos },
        extensions: [graphqlLanguageSupport()],
      }),
    });
    const result = completeDocument(ARGUED, new CompletionContext(view.state, pos, true));
    const option = result?.options.find(each => each.label === label);
    if (typeof option?.apply === 'function') option.apply(view, option, result?.from ?? 0, pos);
    const text = `${view.state.sliceDoc(0, view.state.selection.main.head)}|${view.state.sliceDoc(view.state.selection.main.head)}`;
    view.destroy();
    return text;
  };
  expect(chosen('{ ships(|)', 'kind')).toBe('{ ships(kind: |)');
  expect(chosen('{ ships(ki|: TANKER)', 'kind')).toBe('{ ships(kind|: TANKER)');
  expect(chosen('{ ships(by: {o|})', 'ok')).toBe('{ ships(by: {ok: |})');
  expect(chosen('{ ships { name @include(|) } }', 'if')).toBe('{ ships { name @include(if: |) } }');
});

/** The document after an option was accepted; `^`: the cursor. */
async function chosenIn(marked: string, label: string, schema = PORT): Promise<string> {
  const parent = document.createElement('div');
  const pos = marked.indexOf('|');
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: marked.replace('|', ''),
      selection: { anchor: pos },
      extensions: [graphqlLanguageSupport(), indentUnit.of('  ')],
    }),
  });
  const result = completeDocument(schema, new CompletionContext(view.state, pos, true));
  const option = result?.options.find(each => each.label === label);
  if (typeof option?.apply === 'function') option.apply(view, option, result?.from ?? 0, pos);
  else view.dispatch({ changes: { from: result?.from ?? 0, to: pos, insert: label } });
  const { main } = view.state.selection;
  const text = `${view.state.sliceDoc(0, main.head)}^${view.state.sliceDoc(main.head)}`;
  view.destroy();
  return text;
}

test.each([
  ['an object gets its braces', '{ shi|', 'ships', '{ ships {\n  ^\n}'],
  ['and the arguments that are required', '{ shi|', 'ship', '{ ship(imo: ^) {\n  \n}'],
  ['and the braces of a required input object', '{ visi|', 'visits', '{ visits(where: { ^ })'],
  ['a leaf gets neither', '{ ships { na| } }', 'name', '{ ships { name^ } }'],
  ['braces that are there stay', '{ shi| { name } }', 'ship', '{ ship(imo: ^) { name } }'],
  ['arguments that are there stay', '{ shi|(imo: 1) { name } }', 'ship', '{ ship(imo: 1) { name } }'],
])('of a field that was chosen %s', async (_, marked, label, wanted) => {
  const found = await chosenIn(marked, label);
  expect(wanted.includes('^') ? found : found.replace('^', '')).toBe(wanted);
});

test.each([
  ['a query', 'que|', 'query', 'query ^ {\n  \n}'],
  ['a mutation behind another operation', 'query A { port }\nmut|', 'mutation', 'query A { port }\nmutation ^ {\n  \n}'],
  ['a fragment', 'fr|', 'fragment', 'fragment ^ on  {\n  \n}'],
  ['nothing, where the rest is there', 'que| Q { port }', 'query', 'query^ Q { port }'],
])('a chosen keyword begins %s', async (_, marked, label, wanted) => {
  const found = await chosenIn(marked, label, buildSchema('type Query { port: String } type Mutation { close: Int }'));
  expect(wanted.includes('query^') ? found.replace('^', '') : found).toBe(wanted.replace('query^', 'query'));
});

test.each([
  ['the argument that it requires', '{ port @inc| }', '{ port @include(if: ^) }'],
  ['nothing else where it has arguments', '{ port @inc|(if: true) }', '{ port @include(if: true) }'],
])('a chosen directive gets %s', async (_, marked, wanted) => {
  const found = await chosenIn(marked, 'include');
  expect(wanted.includes('^') ? found : found.replace('^', '')).toBe(wanted);
});

test('the fields of an input object are offered in its braces', () => {
  expect(labels(ask('{ visits(where: { | }) }', { explicit: true }))).toEqual(['berth']);
});

test('arguments and input fields that are required come first', () => {
  const schema = buildSchema(`
  type Query { book(a: Int, count: Int! = 1, day: Int!, where: Where): Int }
  input Where { berth: String, port: String!, all: [Int!], other: Int! = 2 }
`);
  const firsts = (marked: string): string[] =>
    (ask(marked, { explicit: true, schema })?.options ?? []).filter(({ boost = 0 }) => boost > 0).map(({ label }) => label);
  expect(firsts('{ book(|) }')).toEqual(['day']);
  expect(firsts('{ book(where: { | }) }')).toEqual(['port']);
  expect(firsts('{ book(where: { berth: "1", p| }) }')).toEqual(['port']);
  expect(firsts('{ book(where: { port: | }) }')).toEqual([]);
});

test('fields of the API come before those of every API', () => {
  const options = ask('query Q { |', { explicit: true })?.options ?? [];
  const boosts = options.map(({ label, boost = 0 }) => [label.startsWith('__'), boost]);
  expect(boosts.length).toBeGreaterThan(4);
  for (const [isIntrospection, boost] of boosts) expect(boost).toBe(isIntrospection ? -99 : 0);
});

const ANIMALS = buildSchema(`
  interface Animal { name: String! sound: String @deprecated(reason: "Use voice.") }
  type Dog implements Animal { name: String! sound: String owner: String }
  type Cat implements Animal { name: String! sound: String }
  union Pet = Dog | Cat
  type Query { animals: [Animal!]! pets: [Pet!]! old: String @deprecated }
`);

test('deprecated fields are offered last, once their name is started', () => {
  const options = (marked: string) => ask(marked, { explicit: true, schema: ANIMALS })?.options ?? [];
  const [first, ...others] = options('{ animals { s|');
  expect([first, ...others].find(({ label } = { label: '' }) => label === 'sound')).toMatchObject({
    boost: -50,
    info: expect.stringContaining('Use voice.'),
  });
  expect(labels(ask('{ o|', { schema: ANIMALS }))).toContain('old');
  // The options of an empty word are not reused for its first letter.
  expect(serves(ask('{ |', { explicit: true, schema: ANIMALS }), 'o')).toBe(false);
});

test.each([
  ['{ animals { | } }', ['Cat', 'Dog']],
  ['{ pets { | } }', ['Cat', 'Dog']],
  ['{ pets { d| } }', ['Dog']],
  ['{ pets { ... on Dog { | } } }', []],
  ['{ | }', []],
])('types that a value may have are offered as fragments in %s', (marked, wanted) => {
  const options = ask(marked, { explicit: true, schema: ANIMALS })?.options ?? [];
  const found = options.filter(({ displayLabel }) => displayLabel?.startsWith('... on '));
  expect(found.map(({ label }) => label).sort()).toEqual(wanted);
});

test('a chosen fragment gets its braces', async () => {
  expect(await chosenIn('{ pets { d| } }', 'Dog', ANIMALS)).toBe('{ pets { ... on Dog {\n  ^\n} } }');
});

const WRITING = buildSchema('type Query { a: Int } type Mutation { b: Int }');
test.each([
  ['|', ['fragment', 'mutation', 'query', '{']],
  ['{ a }\n|', ['fragment', 'mutation', 'query']],
  ['query Q { a }\nsub|', []],
  ['{ a }\nf|', ['fragment']],
  ['fragment F |', ['on']],
  ['{ ... |', ['on']],
])('only valid words are offered: %j', (marked, wanted) => {
  expect(labels(ask(marked, { explicit: true, schema: WRITING })).sort()).toEqual(wanted);
});

const GIVING = buildSchema(`
  type Query { ships(first: Int, by: By, one: One): [Ship!]! }
  type Ship { name: String }
  input By { kind: Int ok: Boolean in: By list: [By] }
  input One @oneOf { id: ID name: String }
`);
test.each([
  ['{ ships(first: 1, |) { name } }', ['by', 'one']],
  ['{ ships(|, first: 1) { name } }', ['by', 'one']],
  ['{ ships(| by: {in: {ok: true}}) { name } }', ['first', 'one']],
  ['{ a: ships(first: 1) { name } b: ships(|', ['by', 'first', 'one']],
  ['{ ships(first: 1, fi|) { name } }', ['by']],
  ['{ ships(fi|: 1) { name } }', ['by', 'first']],
  ['{ ships(by: {kind: 1, |})', ['in', 'list', 'ok']],
  ['{ ships(by: {kind: 1 in: {ok: true, |}, list: []})', ['in', 'kind', 'list']],
  ['{ ships(by: {list: [{ok: true}, {|}]})', ['in', 'kind', 'list', 'ok']],
  ['{ ships(by: {in: {kind: 1} |})', ['kind', 'list', 'ok']],
  ['{ ships(one: {|})', ['id', 'name']],
  ['{ ships(one: {id: 1, |})', []],
  ['{ ships(one: {| id: ")"})', []],
  ['{ ships(one: {id|: 1})', ['id']],
])('only missing fields are offered, and of @oneOf only one: %s', (marked, wanted) => {
  expect(labels(ask(marked, { explicit: true, schema: GIVING })).sort()).toEqual(wanted);
});
