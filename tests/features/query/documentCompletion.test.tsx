/** Completion of documents: what is offered, and how long an offer serves while the word is written on. */
import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { graphqlLanguageSupport, stateExtensions } from 'cm6-graphql';
import { buildSchema } from 'graphql';
import { completeDocument } from '../../../src/features/query/documentCompletion';

const schema = buildSchema(`
  type Query {
    "A ship by its number."
    ship(imo: Int!): Ship
    ships: [Ship!]!
    port: String
    oldPort: String @deprecated(reason: "Use port.")
  }
  type Ship { name: String shipyard: String }
`);

/** Asks at the `|` of a text. */
function ask(marked: string, { explicit = false, known = true } = {}): ReturnType<typeof completeDocument> {
  const pos = marked.indexOf('|');
  const doc = marked.replace('|', '');
  const state = EditorState.create({ doc, extensions: [graphqlLanguageSupport(), stateExtensions(known ? schema : undefined)] });
  return completeDocument(new CompletionContext(state, pos, explicit));
}

const labels = (result: ReturnType<typeof completeDocument>): string[] => (result?.options ?? []).map(({ label }) => label);

const serves = (result: ReturnType<typeof completeDocument>, text: string): boolean => {
  if (typeof result?.validFor !== 'function') throw new Error('no rule');
  return result.validFor(text, 0, 0, EditorState.create());
};

test('fields of the type at the place are offered with their types and descriptions', () => {
  const result = ask('query Q { sh|');
  expect(result?.from).toBe('query Q { '.length);
  expect(labels(result).slice(0, 2)).toEqual(['ship', 'ships']);
  expect(result?.options[0]).toMatchObject({ detail: 'Ship', info: 'A ship by its number.' });
  expect(labels(ask('query Q { ships { shi|'))).toContain('shipyard');
});

test('an offer serves while the word grows, and not when it gets shorter or ends', () => {
  const result = ask('query Q { sh|');
  expect(serves(result, 'ship')).toBe(true);
  expect(serves(result, 's')).toBe(false);
  expect(serves(result, 'ship ')).toBe(false);
});

test('whatever a longer word would bring was offered for its first letter', () => {
  const first = labels(ask('query Q { s|'));
  for (const word of ['sh', 'shi', 'ship', 'ships'])
    for (const label of labels(ask(`query Q { ${word}|`)).filter(label => label.startsWith(word))) expect(first).toContain(label);
});

test('between words nothing is offered by itself, and everything in use when asked for', () => {
  expect(ask('query Q { |')).toBeNull();
  expect(labels(ask('query Q { |', { explicit: true }))).toEqual(expect.arrayContaining(['ship', 'ships', 'port']));
  expect(labels(ask('query Q { |', { explicit: true }))).not.toContain('oldPort');
});

test('without a schema nothing is offered', () => {
  expect(ask('query Q { sh|', { known: false })).toBeNull();
});
