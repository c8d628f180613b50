import { readOperationFile, writeOperationFile } from '../../../src/session/operations/operationFile';
import fc from '../../support/fastCheck';

const FILE = `# oriel
# variables: {"first":   10}
# header X-Region: {{region}}
# assert   status = 200
# allow-mutation
# ---
# a comment of the document
query Ships($first: Int) { ships(first: $first) { name } }
`;

it('reads the head and does not change the document', () => {
  const file = readOperationFile(FILE);
  expect(file).toMatchObject({
    variables: '{"first":   10}',
    headers: [{ name: 'X-Region', value: '{{region}}' }],
    assertions: [{ kind: 'status', status: 200, line: 4 }],
    allowMutation: true,
    operation: null,
    queryLine: 7,
    problems: [],
  });
  expect(file.query.startsWith('# a comment')).toBe(true);
});

it('a file without a head is a document only', () => {
  const text = '# some comment\r\n{ a }';
  expect(readOperationFile(text)).toMatchObject({ query: text, problems: [], headers: [] });
});

it.each([
  ['without a head', '# What it does\n# assert status = 200\n{ a }', 2],
  ['with a comment before the head', '# What it does\n# oriel\n# assert status = 200\n{ a }', 2],
  ['after an empty line that ended the head', '# oriel\n# assert status = 200\n\n# assert time < 500\n{ a }', 4],
  ['after the end of the head', '# oriel\n# ---\n# allow-mutation\nmutation { a }', 3],
])('a line outside the head that would have no effect is a problem: %s', (_what, text, line) => {
  expect(readOperationFile(text).problems).toEqual([{ line, message: expect.stringContaining('outside the head') }]);
});

it('comments of the document that only contain these words are no problem', () => {
  const text = '# asserts nothing\n# assert that it works\n# oriel runs it\n{ a }\n# assert status = 200';
  expect(readOperationFile(text).problems).toEqual([]);
});

it.each([
  ['as it was', FILE],
  ['with CRLF line breaks', FILE.replaceAll('\n', '\r\n')],
  ['with a byte order mark', `\ufeff${FILE}`],
  ['without a final line break', FILE.trimEnd()],
  ['with only a head', '# oriel'],
  ['empty', ''],
])('a file %s is written with the same bytes', (_what, text) => {
  const { query, variables, headers, operation } = readOperationFile(text);
  expect(writeOperationFile(text, { query, variables, headers, operation })).toBe(text);
});

it('any text is written with the same bytes, and never throws', () => {
  const line = fc.constantFrom(
    '# oriel',
    '# ---',
    '# variables: {',
    '#   "a": 1',
    '# }',
    '# header A: b',
    '',
    '{ a }',
    '# x',
    '\t',
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(line).chain(lines => fc.constantFrom('\n', '\r\n', '\r').map(end => lines.join(end))),
  );
  fc.assert(
    fc.property(texts, text => {
      const { query, variables, headers, operation } = readOperationFile(text);
      expect(writeOperationFile(text, { query, variables, headers, operation })).toBe(text);
    }),
  );
});

it('a change replaces only the lines of the changed parts', () => {
  const next = writeOperationFile(FILE, { variables: '{"first": 20}', query: '{ b }' });
  expect(next).toBe(
    '# oriel\n# variables: {"first": 20}\n# header X-Region: {{region}}\n# assert   status = 200\n# allow-mutation\n# ---\n{ b }',
  );
  expect(writeOperationFile(FILE, { variables: '{ "first": 10 }' })).toBe(FILE);
  const headed = writeOperationFile('{ a }', { variables: '{\n  "a": 1\n}', headers: [{ name: 'X', value: 'y\nz' }] });
  expect(headed).toBe('# oriel\n# variables: {\n#     "a": 1\n#   }\n# header X: y z\n# ---\n{ a }');
  expect(readOperationFile(headed)).toMatchObject({ query: '{ a }', problems: [], headers: [{ name: 'X', value: 'y z' }] });
  expect(JSON.parse(readOperationFile(headed).variables)).toEqual({ a: 1 });
});

it('reports problems with their line', () => {
  const { problems } = readOperationFile('# oriel\n# header no\n# variables: [1]\n# other\n# assert path a..b = 1\n# ---\n{ a }');
  expect(problems.map(({ line }) => line)).toEqual([2, 3, 4, 5]);
  expect(readOperationFile('x'.repeat(1_000_001)).problems).toHaveLength(1);
});

it('a header has one line', () => {
  const text = '# oriel\n# header A: b\n#   c\n#   header D: e\n# ---\n{ a }';
  const { headers, problems } = readOperationFile(text);
  expect(headers).toEqual([
    { name: 'A', value: 'b' },
    { name: 'D', value: 'e' },
  ]);
  expect(problems).toEqual([{ line: 3, message: expect.stringContaining('one line') }]);
  expect(writeOperationFile(text, { headers: [] })).toBe('# oriel\n# ---\n{ a }');
});
