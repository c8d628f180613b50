/**
 * @jest-environment node
 */
/** The TypeScript of an operation, checked by the TypeScript compiler: the types are exactly the expected ones. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { OperationDefinitionNode } from 'graphql';
import { parse } from 'graphql';
import { operationTypes } from '../../../../../src/features/query/editor/document/operationTypes';
import { asTada, asTypedDocument, asUrql, type CopiedOperation } from '../../../../../src/features/query/share/copyAs';
import { modelOf } from '../../../../schema/modelOf';

const MODEL = modelOf(`
  scalar Date
  scalar Upload
  scalar File
  input Record { name: String }
  scalar Long
  scalar JSON
  scalar Odd @specifiedBy(url: "https://scalars.graphql.org/andimarek/date-time")
  scalar Strange
  enum string { a b }
  enum TypedDocumentNode { class }
  enum as { b }
  input constructor { toString: [hasOwnProperty] }
  enum hasOwnProperty { a }
  scalar valueOf
  input class { default: string __proto__: class _1: [[Long!]]! }
  input Scalars { id: ID }
  enum Sort { ASC DESC }
  input Filter { name: String sort: Sort! = ASC tags: [String!]! ranges: [[Int]] inner: Filter }
  input One @oneOf { id: ID at: Int }
  interface Node { id: ID! }
  type Ship implements Node { id: ID! name: String built: Date! sizes: [Float!]! grid: [[Int!]] sort: Sort port: Port! visits(first: Int): [Visit] }
  type Port implements Node { id: ID! name: String! }
  type Visit implements Node { id: ID! ship: Ship! }
  union Found = Ship | Port
  type Query { ship(id: ID!): Ship ships(filter: Filter, one: One): [Ship!]! find(text: String!): [Found!]! node(id: ID!): Node attached(file: File!, record: Record): Ship scalars(a: Long, b: JSON, c: Strange, scalars: Scalars): Scaled strange(class: class!): TypedDocumentNode inherited(a: constructor): as plain: valueOf }
  type Scaled { long: Long! json: JSON odd: Odd! strange: [Strange] }
  type Mutation { photo(file: Upload!): Ship }
`);
const typesOf = (text: string) => {
  const document = parse(text);
  const node = document.definitions.find(each => each.kind === 'OperationDefinition') as OperationDefinitionNode;
  return { types: operationTypes(MODEL, document, node), node };
};

/** Each: the operation, the type of its data, and the type of its variables. */
const CASES: [name: string, text: string, data: string, variables: string][] = [
  [
    'Plain',
    'query Plain { ships { id name built sizes grid sort } }',
    '{ ships: { id: string; name: string | null; built: string; sizes: number[]; grid: (number[] | null)[] | null; sort: "ASC" | "DESC" | null }[] }',
    'Record<string, never>',
  ],
  [
    'Aliased',
    'query Aliased($id: ID!) { one: ship(id: $id) { called: name port { name } visits { ship { id } } } }',
    '{ one: { called: string | null; port: { name: string }; visits: ({ ship: { id: string } } | null)[] | null } | null }',
    '{ id: string }',
  ],
  [
    'Union',
    'query Union { find(text: "a") { __typename ... on Ship { name } ... on Port { id name } } }',
    '{ find: ({ __typename: "Ship"; name: string | null } | { __typename: "Port"; id: string; name: string })[] }',
    'Record<string, never>',
  ],
  [
    'Interface',
    'query Interface { node(id: 1) { id __typename ...S } } fragment S on Ship { ...N built } fragment N on Node { id }',
    '{ node: { id: string; __typename: "Ship"; built: string } | { id: string; __typename: "Port" | "Visit" } | null }',
    'Record<string, never>',
  ],
  [
    'Merged',
    'query Merged($with: Boolean!) { ship(id: 1) { port { id } name @skip(if: $with) ... @include(if: $with) { port { name } sort } name } }',
    '{ ship: { port: { id: string; name?: string }; name: string | null; sort?: "ASC" | "DESC" | null } | null }',
    '{ with: boolean }',
  ],
  [
    'Taken',
    'query Taken($filter: Filter, $one: One!, $n: Int! = 3, $ids: [ID!] = []) { ships(filter: $filter, one: $one) { id visits(first: $n) { id } } }',
    '{ ships: { id: string; visits: ({ id: string } | null)[] | null }[] }',
    '{ filter?: Filter | null; one: { id: string; at?: never } | { at: number; id?: never }; n?: number; ids?: string[] | null }',
  ],
  [
    'Upload',
    'mutation Upload($file: Upload!) { photo(file: $file) { id } }',
    '{ photo: { id: string } | null }',
    '{ file: File | Blob }',
  ],
  [
    'Shadows',
    'query Shadows($file: File!, $record: Record) { attached(file: $file, record: $record) { ... on Ship @skip(if: true) { id } } __typename }',
    '{ attached: { id?: string } | null; __typename: "Query" }',
    '{ file: globalThis.File | Blob; record?: Record | null }',
  ],
  [
    'Scaled',
    'query Scaled($a: Long, $b: JSON, $c: [Strange!], $d: Scalars) { scalars(a: $a, b: $b, scalars: $d) { long json odd strange } }',
    '{ scalars: { long: string | number; json: unknown; odd: string; strange: unknown[] | null } | null }',
    '{ a?: string | number | null; b?: unknown; c?: unknown[] | null; d?: { id?: string | null } | null }',
  ],
  [
    'await',
    'query await($class: class!, $_1: string = a, $__proto__: Int) { default: strange(class: $class) __typename }',
    '{ default: "class" | null; __typename: "Query" }',
    '{ class: class_; _1?: "a" | "b" | null; __proto__?: number | null }',
  ],
  [
    'Inherited',
    'query Inherited($a: constructor) { inherited(a: $a) plain }',
    '{ inherited: "b" | null; plain: unknown }',
    '{ a?: { toString?: ("a" | null)[] | null } | null }',
  ],
  ['__proto__', 'query __proto__ { constructor: ships { id } }', '{ constructor: { id: string }[] }', 'Record<string, never>'],
  [
    '_1',
    'query _1 { ...F ... on Query { ships { ...S } } } fragment F on Query { ships { port { id } } } fragment S on Ship { port { name } }',
    '{ ships: { port: { id: string; name: string } }[] }',
    'Record<string, never>',
  ],
];

it('the compiler finds the types equal to the expected ones, and the urql code valid', () => {
  const root = path.resolve('.build');
  mkdirSync(root, { recursive: true });
  const folder = mkdtempSync(path.join(root, 'operation-types-'));
  try {
    for (const [name, text, data, variables] of CASES) {
      const { types, node } = typesOf(text);
      const operation: CopiedOperation = {
        endpoint: 'http://test/graphql',
        kind: node.operation,
        name,
        text,
        variables: { a: 'b' },
        headers: [],
        files: new Map(),
        connectionHeaders: {},
        types,
        signedIn: false,
      };
      const code = asUrql(operation);
      const checks = [
        'type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;',
        'type Flat<T> = T extends File | Blob ? T : T extends readonly (infer I)[] ? Flat<I>[] : T extends object ? { [K in keyof T]: Flat<T[K]> } : T;',
        `export const data: Same<Flat<${types.data}>, Flat<${data}>> = true;`,
        `export const given: Same<Flat<${types.variables}>, Flat<${variables}>> = true;`,
      ];
      if (name === 'Taken')
        checks.push(
          "export const filters: Filter[] = [{ tags: [] }, { name: null, sort: 'DESC', tags: ['a'], ranges: [[1, null], null], inner: { tags: [] } }];",
          '// @ts-expect-error: tags have to be given',
          'export const less: Filter = {};',
          '// @ts-expect-error: one of them, not both',
          "export const both: One = { id: 'a', at: 1 };",
        );
      writeFileSync(path.join(folder, `${name}.ts`), `${code}\n${checks.join('\n')}\n`);
      const constant = /^export const (\w+) = parse/m.exec(asTypedDocument(operation))?.[1];
      const typed = [
        `import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';`,
        `export const decoration: DocumentTypeDecoration<${types.data}, ${types.variables}> = ${constant};`,
      ];
      writeFileSync(
        path.join(folder, `${name}.typed.ts`),
        `${asTypedDocument(operation)}\n${[...typed, ...checks].join('\n')}\n`,
      );
      writeFileSync(path.join(folder, `${name}.tada.ts`), asTada(operation));
    }
    const options = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--target',
      'es2022',
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
      '--types',
      '',
    ];
    // gql.tada is not among the packages: only the form of its code is checked.
    writeFileSync(
      path.join(folder, 'tada.d.ts'),
      "declare module 'gql.tada' { export function graphql<T extends string>(text: T): { text: T }; export type ResultOf<T> = T; export type VariablesOf<T> = T; }",
    );
    const files = [
      path.join(folder, 'tada.d.ts'),
      ...CASES.flatMap(([name]) => ['', '.typed', '.tada'].map(end => path.join(folder, `${name}${end}.ts`))),
    ];
    let output = '';
    try {
      execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '--ignoreConfig', ...options, ...files], {
        encoding: 'utf8',
      });
    } catch (error) {
      output = (error as { stdout: string }).stdout;
    }
    expect(output).toBe('');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);

it('names differ from those of the schema, and an anonymous operation gets one', () => {
  expect(typesOf('{ ships { id } }').types).toMatchObject({ data: 'ShipsQuery', variables: 'ShipsQueryVariables' });
  const model = modelOf('type Query { a: AQuery } type AQuery { id: ID }');
  const document = parse('query A { a { id } }');
  expect(operationTypes(model, document, document.definitions[0] as OperationDefinitionNode).data).toBe('AQuery_');
});

it('the types of scalars are declared at the top', () => {
  expect(typesOf('query A($file: Upload, $c: Strange) { scalars { odd } }').types.text).toMatch(
    /^\/\*\* What .+ \*\/\nexport type Scalars_ = \{\n {2}Odd: string;\n {2}Upload: globalThis.File \| Blob;\n {2}Strange: unknown;\n\};\n\nexport/,
  );
});

it('unknown fields have the type unknown', () => {
  expect(typesOf('query A($x: Gone) { gone ships { gone { id } } }').types.text).toBe(
    'export type AQueryVariables = {\n  x?: unknown | null;\n};\n\nexport type AQuery = {\n  gone: unknown;\n  ships: {\n    gone: unknown;\n  }[];\n};',
  );
});
