/** Variables of an environment in the strings of a document: the server reads the exact value, whatever it contains. */
import { type FieldNode, type OperationDefinitionNode, parse } from 'graphql';
import { fillDocument } from '../../../src/session/environments/fillDocument';

/** The strings that a server reads in `{ a(…) b(…) }`. */
function textsIn(document: string): unknown[] {
  const { selectionSet } = parse(document).definitions[0] as OperationDefinitionNode;
  return (selectionSet.selections as FieldNode[]).flatMap(field =>
    (field.arguments ?? []).map(({ value }) => ('value' in value ? value.value : value.kind)),
  );
}

const filled = (document: string, value: string): string =>
  fillDocument(document, new Map([['v', value]]), { unset: new Set(), used: new Set() });

it.each([
  ['quotes and a backslash', 'a "quoted" \\'],
  ['quotes that would end a block', '") { b } """) { c } \\""" \\'],
  ['lines without the indentation of a block', '-----BEGIN-----\nabc\n-----END-----'],
  ['empty lines and spaces at its ends', '\n\n  x \n '],
  ['Windows line breaks and control characters', 'a\r\nb\u0000\u2028'],
  ['a variable', '{{v}}'],
])('a value with %s is read unchanged', (_, value) => {
  expect(textsIn(filled('{ a(t: "in {{v}} end") z }', value))).toEqual([`in ${value} end`]);
  const block = '{ a(t: """\n    To {{v}},\n      it is \\""""\n    end\n  """) z }';
  expect(textsIn(filled(block, value))).toEqual([`To ${value},\n  it is """"\nend`]);
});

it('strings without variables, comments and escaped variables stay', () => {
  const document = '{ a(t: """\n  x\n  """) # {{v}}\n b(t: "\\\\{{v}}") }';
  expect(filled(document, 'y')).toBe('{ a(t: """\n  x\n  """) # {{v}}\n b(t: "{{v}}") }');
});
