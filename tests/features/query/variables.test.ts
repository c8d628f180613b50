/** Variables as JSON and as a form, and lists of a response as tables. */
import { stringifyVariables } from '@urql/core';
import { chosenOperation, readDocument } from '../../../src/features/query/editor/document/documentTools';
import {
  cellOf,
  columnsOf,
  csvHead,
  csvRows,
  findLists,
  type ResultColumn,
} from '../../../src/features/query/result/resultLists';
import {
  checkVariables,
  filesOf,
  pathKeyOf,
  readVariables,
  withFileNames,
  withFiles,
  withoutFiles,
} from '../../../src/features/query/variables/variablesCheck';
import { modelOf } from '../../schema/modelOf';

const csv = (rows: readonly unknown[], columns: readonly ResultColumn[]): string => csvHead(columns) + csvRows(rows, columns);

const MODEL = modelOf(`
  scalar Upload
  enum Kind { TANKER FERRY }
  input Size { length: Float! unit: String = "m" }
  input ShipInput { name: String! kind: Kind sizes: [Size!] photo: Upload }
  type Query { ship(input: ShipInput!, first: Int, ids: [ID!]): Int }
`);
const { operations } = readDocument(
  'query A($input: ShipInput!, $first: Int! = 3, $ids: [ID!]) { ship(input: $input, first: $first, ids: $ids) }',
);
const variables = chosenOperation(operations, null)?.variables ?? [];
const check = (values: Record<string, unknown>) =>
  checkVariables(MODEL, variables, values).map(({ path, code }) => `${path.join('.')} ${code}`);

it.each([
  [{}, ['input missing']],
  [{ input: { name: 'A' } }, []],
  [{ input: null }, ['input null']],
  [{ input: { name: 7, kind: 'SUB', odd: 1 } }, ['input.odd unknown', 'input.name type', 'input.kind option']],
  [{ input: { name: 'A', sizes: [{ length: 1 }, { unit: 'm' }] } }, ['input.sizes.1.length missing']],
  [{ input: { name: 'A', sizes: { length: 'x' } } }, ['input.sizes.length type']],
  [{ input: { name: 'A' }, first: 1.5, ids: ['a', 3, null] }, ['first type', 'ids.2 null']],
  [{ input: { name: 'A' }, first: 2 ** 31 }, ['first type']],
  // A variable of the environment, which is filled in before sending.
  [{ input: { name: 'A', kind: '{{kind}}' }, first: '{{first}}', ids: ['{{id}}'] }, []],
  [{ input: { name: 'A', sizes: [{ length: '{{length}}' }] }, first: '{{first}} ' }, ['first type']],
  [{ input: [], spare: 1 }, ['spare unknown', 'input type']],
])('variables %j: %j', (values, problems) => {
  expect(check(values)).toEqual(problems);
});

it('a file replaces the null at its place, and nothing if that was removed', () => {
  const photo = new Blob(['x']);
  const { operations: uploads } = readDocument('mutation A($file: Upload!) { a(file: $file) }');
  const taken = chosenOperation(uploads, null)?.variables ?? [];
  const files = new Map([[pathKeyOf(['file']), photo]]);
  expect(checkVariables(MODEL, taken, { file: null }, files)).toEqual([]);
  expect(withFiles({ file: null }, files)).toEqual({ file: photo });
  expect(checkVariables(MODEL, taken, {}, files)).toEqual([{ path: ['file'], code: 'missing', type: 'Upload!' }]);
  expect(withFiles({}, files)).toEqual({});
});

it('a text that is not a JSON object is reported', () => {
  expect(readVariables('  ').values).toEqual({});
  expect(readVariables('[1]')).toEqual({ values: null, error: '' });
  expect(readVariables('{"a": }').error).toMatch(/JSON|token/i);
  for (const number of ['1e400', '-2.5E+309'])
    expect(readVariables(`{"a": {"much": ${number}}}`)).toEqual({ values: null, error: '"much": the number is out of range' });
  expect(readVariables('{"a": 1e-400, "b": 1e300, "c": "1e400"}').values).toEqual({ a: 0, b: 1e300, c: '1e400' });
  expect(readVariables(`{"a": ${'9'.repeat(400)}}`).values).toEqual({ a: '9'.repeat(400) });
});

it('files are shown by their names', () => {
  const file = new File(['a'], 'plan.pdf');
  expect(withFileNames({ id: 1, input: { files: [file, null] } })).toEqual({ id: 1, input: { files: ['plan.pdf', null] } });
});

it('files are kept beside the JSON and inserted at their places', () => {
  const photo = new Blob(['x']);
  const values = { input: { name: 'A', photo }, list: [null, photo] };
  const { text, files } = withoutFiles(values);
  expect(JSON.parse(text)).toEqual({ input: { name: 'A', photo: null }, list: [null, null] });
  expect([...files.keys()]).toEqual([pathKeyOf(['input', 'photo']), pathKeyOf(['list', 1])]);
  expect(withFiles(JSON.parse(text), files)).toEqual(values);
});

it('files are sent with an operation that has their variables', () => {
  const photo = new Blob(['x']);
  const files = new Map([
    [pathKeyOf(['input', 'photo']), photo],
    [pathKeyOf(['list', 1]), photo],
  ]);
  expect([...filesOf(files, [{ name: 'list' }, { name: 'other' }]).keys()]).toEqual([pathKeyOf(['list', 1])]);
  expect(filesOf(files, []).size).toBe(0);
});

const DATA = {
  ships: { edges: [{ node: { id: 'a', size: { length: 3 } }, cursor: 'x' }, { node: { id: 'b', size: null } }] },
  names: ['=1+1', 'a "b", c', null, '-5', 'x', 'y'],
  empty: [],
};

it('nested lists are found after their list, joined', () => {
  const ships = [
    {
      id: 'a',
      visits: [
        { at: 1, marks: ['x'] },
        { at: 2, marks: [] },
      ],
    },
    { id: 'b', visits: [] },
    { id: 'c', visits: [{ at: 3, marks: ['y', 'z'] }] },
  ];
  expect(findLists({ ships, grid: [[1, 2], [3]] }).map(({ path, rows }) => [path, rows])).toEqual([
    ['ships', ships],
    ['grid', [[1, 2], [3]]],
    ['ships.visits', ships.flatMap(ship => ship.visits)],
    ['grid[]', [1, 2, 3]],
    ['ships.visits.marks', ['x', 'y', 'z']],
  ]);
});

it('every list of a response is found, the longest first', () => {
  expect(findLists(DATA).map(({ path, rows }) => [path, rows.length])).toEqual([
    ['names', 6],
    ['ships.edges', 2],
  ]);
  expect(findLists([1])).toEqual([{ path: '', rows: [1] }]);
});

it('columns are the leaves of the rows, edges included', () => {
  const rows = DATA.ships.edges;
  expect(columnsOf(rows).map(({ path }) => path.join('.'))).toEqual(['node.id', 'node.size', 'cursor']);
  expect(cellOf(rows[0], ['node', 'size'])).toEqual({ length: 3 });
  expect(cellOf(rows[1], ['cursor'])).toBeUndefined();
});

it('a table as CSV contains nothing that a spreadsheet would run', () => {
  expect(csv(DATA.names, columnsOf(DATA.names))).toBe('\r\n\'=1+1\r\n"a ""b"", c"\r\n\r\n-5\r\nx\r\ny\r\n');
  expect(csv([{ a: 1, b: [2] }], columnsOf([{ a: 1, b: [2] }]))).toBe('a,b\r\n1,[2]\r\n');
  // The names of a custom scalar, and texts inside its lists.
  const scalar = [{ '=A1': -1, b: [';=A1'] }];
  expect(csv(scalar, columnsOf(scalar))).toBe(`'=A1,b\r\n-1,"[""${';=A1'}""]"\r\n`.replace(';=', ";'="));
});

it('integers beyond 2^53 are sent as typed', () => {
  expect(readVariables('{"value": 9007199254740993, "n": 12}').values).toEqual({ value: '9007199254740993', n: 12 });
});

describe('integers beyond 2^53 for custom scalars', () => {
  const model = modelOf(`
  scalar JSON
  scalar Long
  type Query { a(n: Long, json: JSON, cargo: Cargo): Int }
  input Cargo { tons: Long, all: [Long!], data: JSON, id: ID }
`);
  const { operations } = readDocument('query Q($n: Long, $json: JSON, $cargo: Cargo) { a(n: $n, json: $json, cargo: $cargo) }');
  const { variables = [] } = operations[0] ?? {};
  const text = `{
  "n": 9007199254740993,
  "json": {"n": 9007199254740993, "all": [-12345678901234567890, "9007199254740993", 1.5], "__proto__": 1},
  "cargo": {"tons": 9007199254740993, "all": [9007199254740993, 1], "data": [{"n": 9007199254740993}], "id": 9007199254740993}
}`;

  it('are kept apart from strings of digits', () => {
    const { values } = readVariables(text, variables, model);
    expect(values).toMatchObject({
      n: 9007199254740993n,
      json: { n: 9007199254740993n, all: [-12345678901234567890n, '9007199254740993', 1.5] },
      cargo: { tons: 9007199254740993n, all: [9007199254740993n, 1], data: [{ n: 9007199254740993n }], id: '9007199254740993' },
    });
    expect(checkVariables(model, variables, values ?? {})).toEqual([]);
    // Without the schema, only the types of the operation are known.
    expect(readVariables(text, variables, null).values).toMatchObject({
      n: 9007199254740993n,
      cargo: { tons: '9007199254740993' },
    });
  });

  it('are sent as typed, or as text on a platform without raw JSON', () => {
    const { values } = readVariables('{"n": 9007199254740993}', variables, model);
    expect(JSON.stringify(values)).toBe('rawJSON' in JSON ? '{"n":9007199254740993}' : '{"n":"9007199254740993"}');
    expect(stringifyVariables(values ?? {})).toBe(JSON.stringify(values));
  });
});

it('integers beyond 2^53 stay numbers for a Float, which takes no text', () => {
  const { operations } = readDocument('query Q($tons: Float!, $all: [Float!], $id: ID) { a }');
  const { variables = [] } = operations[0] ?? {};
  const { values } = readVariables(
    '{"tons": 9007199254740993, "all": [-12345678901234567890, 1], "id": 9007199254740993}',
    variables,
  );
  expect(values).toEqual({ tons: 2 ** 53, all: [-12345678901234567000, 1], id: '9007199254740993' });
  expect(checkVariables(MODEL, variables, values ?? {})).toEqual([]);
});

it('integers beyond 2^53 stay numbers for a Float in an input object too, with the schema', () => {
  const model = modelOf(`
  type Query { a(cargo: Cargo, all: [Cargo!]): Int }
  input Cargo { tons: Float!, all: [[Float]], id: ID, inner: Cargo }
`);
  const { operations } = readDocument('query Q($cargo: Cargo, $all: [Cargo!]) { a(cargo: $cargo, all: $all) }');
  const { variables = [] } = operations[0] ?? {};
  const text = `{
  "cargo": {"tons": 9007199254740993, "all": [[9007199254740993, 1]], "id": 9007199254740993, "inner": {"tons": 12345678901234567890}},
  "all": [{"tons": 9007199254740993}]
}`;
  const { values } = readVariables(text, variables, model);
  expect(values).toEqual({
    cargo: { tons: 2 ** 53, all: [[2 ** 53, 1]], id: '9007199254740993', inner: { tons: 12345678901234567000 } },
    all: [{ tons: 2 ** 53 }],
  });
  expect(checkVariables(model, variables, values ?? {})).toEqual([]);
  expect(readVariables(text, variables, null).values).toMatchObject({ cargo: { tons: '9007199254740993' } });
});
