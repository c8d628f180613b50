/** Fragments with their own variables, which are supported only if the option is on. */
import { documentProblems } from '../../../../../src/features/query/editor/document/documentLint';
import { formatted, operationText, readDocument } from '../../../../../src/features/query/editor/document/documentTools';
import * as fragments from '../../../../../src/features/query/editor/document/fragmentArguments';
import { schemaOf } from '../../../../schema/modelOf';

const schema = schemaOf('type Query { ship(id: ID): Ship } type Ship { id: ID! picture(size: Int!): String }');
const TEXT = `query Q($wide: Int!) {
  ship { ...Picture(size: $wide) }
}
fragment Picture($size: Int! = 10) on Ship { picture(size: $size) }`;
const messages = (text: string, isOn = true) =>
  documentProblems(text, schema, undefined, isOn ? fragments : null).map(({ message, from, to }) => [
    text.slice(from, to),
    message,
  ]);

test('such a document is read with its positions, and sent unchanged', () => {
  const read = readDocument(TEXT, fragments);
  if (read.error) throw new Error(read.error.message);
  const [operation] = read.operations;
  expect(operation && operationText(read.document, operation)).toBe(TEXT.replace('\nfragment', '\n\nfragment'));
});

test('without the option it cannot be read, and the position is reported', () => {
  expect(readDocument(TEXT).error).toMatchObject({ place: { line: 2 } });
  expect(messages(TEXT, false)).toHaveLength(1);
});

test('with the option it has no problems', () => {
  expect(messages(TEXT)).toEqual([]);
});

test('unknown and missing arguments of a fragment are marked, like all other mistakes', () => {
  expect(messages(TEXT.replace('(size: $wide)', '(height: $wide)'))).toEqual([
    ['height', 'Fragment "Picture" has no argument "height".'],
  ]);
  expect(
    messages(
      TEXT.replace(' = 10', '')
        .replace('(size: $wide)', '')
        .replace('$wide: Int!', '$wide: ID!')
        .replace('ship {', 'ship(id: $wide) {'),
    ),
  ).toEqual([['...Picture', 'Fragment "Picture" requires the argument "size".']]);
  expect(messages(TEXT.replace('{ picture', '{ pictures'))[0]?.[0]).toBe('pictures');
  expect(messages(TEXT.replace('size: $wide', 'size: 1'))[0]?.[1]).toMatch(/\$wide.*never used/);
});

test('it is prettified with its arguments, and with comments by lines', () => {
  const flat = TEXT.replace(/\s+/g, ' ').replace('(size: $wide)', '(size:$wide,by:{at:[1,2]})');
  const pretty = `query Q($wide: Int!) {
  ship {
    ...Picture(size: $wide, by: {at: [1, 2]})
  }
}

fragment Picture($size: Int! = 10) on Ship {
  picture(size: $size)
}
`;
  expect(formatted(flat, fragments)).toBe(pretty);
  expect(formatted(pretty, fragments)).toBe(pretty);
  expect(formatted(flat)).toBe(flat);
  const commented = pretty.replace('  ship {', '# why\nship {');
  expect(formatted(commented, fragments)).toBe(pretty.replace('  ship {', '  # why\n  ship {'));
});

test('the text for parsers without support has spaces in their place', () => {
  const plain = fragments.withoutArguments(TEXT);
  expect(plain).toHaveLength(TEXT.length);
  expect(plain.replace(/\s+/g, ' ')).toBe(
    'query Q($wide: Int!) { ship { ...Picture } } fragment Picture on Ship { picture(size: $size) }',
  );
});

test('an unclosed bracket is a mistake with a position', () => {
  expect(readDocument('{ ship { ...Picture(size: [1 } }', fragments).error).not.toBeNull();
  expect(readDocument('{ ship { ...Picture(size: "a } }', fragments).error?.place).toMatchObject({ line: 1 });
});

test('brackets in comments are ignored', () => {
  const text = '{ ship { ...F(a: 1) } } fragment F # (all of it)\n($a: Int) # see (x) there\n on Ship { id }';
  const plain = fragments.withoutArguments(text);
  expect(plain).toHaveLength(text.length);
  expect(plain.replace(/\s+/g, ' ')).toBe('{ ship { ...F } } fragment F # (all of it) # see (x) there on Ship { id }');
});
