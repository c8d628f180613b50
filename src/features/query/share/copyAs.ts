/**
 * Converts an operation to cURL, fetch or urql code. Secrets are replaced by names (a shell variable, a constant in the code); their values
 * are never included. Values that are secret by their names are left empty.
 */

import { withoutSecretLiterals } from '../../../session/wire/secretLiterals';
import { isSecretHeader, isSecretParameter } from '../../../transport/secrets/isSecretName';
import type { OperationTypes } from '../editor/document/operationTypes';
import { hasSecret, type QueryHeader } from '../tabs/queryTabs';
import type { VariableFiles, VariablePath } from '../variables/variablesCheck';

/** The operation to copy. */
export interface CopiedOperation {
  endpoint: string;
  kind: 'query' | 'mutation' | 'subscription';
  name: string | null;
  /** One operation with its fragments. */
  text: string;
  variables: Readonly<Record<string, unknown>>;
  /** Files in the variables. They are sent as separate parts. */
  files: VariableFiles;
  headers: readonly QueryHeader[];
  /** Headers of the connection. Their values are never included. */
  connectionHeaders: Readonly<Record<string, string>>;
  /** TypeScript types of the operation; null while the schema is not loaded. */
  types: OperationTypes | null;
  /** True if the user is signed in: an Authorization header is included. */
  signedIn: boolean;
}

/**
 * Converts to a shell command: `TOKEN=… ; curl …`. The body is in single quotes; secrets are in double quotes, so that `$TOKEN` is
 * expanded.
 */
export function asCurl(operation: CopiedOperation): string {
  const files = filesOf(operation);
  const lines = [
    `curl${isStreamed(operation) ? ' --no-buffer' : ''} ${shellAddress(operation.endpoint)}`,
    ...headersOf(operation).map(({ name, value, secret }) =>
      secret === null ? `-H ${single(`${name}: ${value}`)}` : `-H ${double(`${name}: ${value}`, secret)}`,
    ),
    ...(files.length === 0
      ? [`--data-raw ${single(bodyOf(operation))}`]
      : [
          `--form-string ${single(`operations=${bodyOf(operation)}`)}`,
          `--form-string ${single(`map=${JSON.stringify(mapOf(files))}`)}`,
          ...files.map(({ name }, at) => `-F ${single(`${at}=@"${name.replace(/[\\"]/g, char => `\\${char}`)}"`)}`),
        ]),
  ];
  return lines.join(' \\\n  ');
}

/** Converts to code for a browser console or Node. Secrets and files are declared at the top, to be filled in. */
export function asFetch(operation: CopiedOperation): string {
  const files = filesOf(operation);
  const { secrets } = addressParts(operation.endpoint);
  const headers = headersOf(operation);
  const names = [...new Set([...secrets, ...headers.flatMap(({ secret }) => secret ?? [])])];
  const declared = [
    ...names.map(name => `const ${name} = '';`),
    ...files.map(({ name }, at) => `const FILE_${at} = new File([''], ${JSON.stringify(name)});`),
  ];
  const { name, text, variables } = operation;
  const body = (indent: string): string[] => [
    'JSON.stringify({',
    ...(name === null ? [] : [`${indent}  operationName: ${JSON.stringify(name)},`]),
    `${indent}  query: ${template(withoutSecretLiterals(text))},`,
    `${indent}  variables: ${indentedJson(variables, indent.length + 2, text)},`,
    `${indent}})`,
  ];
  const form = [
    'const form = new FormData();',
    `form.set('operations', ${body('').join('\n')});`,
    `form.set('map', JSON.stringify(${JSON.stringify(mapOf(files))}));`,
    ...files.map((_, at) => `form.set('${at}', FILE_${at});`),
  ];
  const [first = '', ...rest] = body('  ');
  return [
    ...declared,
    ...(files.length > 0 ? form : []),
    `const response = await fetch(${codeAddress(operation.endpoint)}, {`,
    `  method: 'POST',`,
    '  headers: {',
    ...headers.map(
      ({ name: header, value, secret }) =>
        `    ${JSON.stringify(header)}: ${secret === null ? JSON.stringify(value) : `\`${value}\${${secret}}\``},`,
    ),
    '  },',
    ...(files.length > 0 ? ['  body: form,'] : [`  body: ${first}`, ...rest.slice(0, -1), '  }),']),
    '});',
    ...(isStreamed(operation)
      ? [
          'const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();',
          'for (let part = await reader.read(); !part.done; part = await reader.read()) console.log(part.value);',
        ]
      : ['const { data, errors } = await response.json();']),
  ].join('\n');
}

/** Converts to a React component with urql, with the types of variables and result. */
export function asUrql({ kind, name, text, variables, types }: CopiedOperation): string {
  const hook = { query: 'useQuery', mutation: 'useMutation', subscription: 'useSubscription' }[kind];
  const values = indentedJson(variables, 2, text);
  const constant = constantName(name);
  const hookName = `use${name === null ? 'Operation' : name.charAt(0).toUpperCase() + name.slice(1)}`;
  // An operation can be named "Query".
  const component = hookName === hook ? `${hookName}Operation` : hookName;
  const generics = types ? `<${types.data}, ${types.variables}>` : '';
  // Omitted values and files must be supplied by the caller.
  const hasVariables = types ? types.takesVariables : Object.keys(variables).length > 0;
  const parameter = hasVariables ? `variables: ${types?.variables ?? 'Record<string, unknown>'}` : '';
  const body =
    kind === 'mutation'
      ? [
          `export function ${component}() {`,
          `  const [result, execute] = useMutation(${constant});`,
          `  // execute(${values.replace(/\n/g, '\n  // ')})`,
          '  return { result, execute };',
          '}',
        ]
      : [
          `export function ${component}(${parameter}) {`,
          `  const [result] = ${hook}({ query: ${constant}${hasVariables ? ', variables' : ', variables: {}'} });`,
          '  return result;',
          '}',
          ...(hasVariables ? ['', `// ${component}(${values.replace(/\n {2}/g, '\n// ')})`] : []),
        ];
  return [
    `import { gql, ${hook} } from 'urql';`,
    '',
    ...(types ? [types.text, ''] : []),
    `export const ${constant} = gql${generics}${template(withoutSecretLiterals(text))};`,
    '',
    ...body,
    '',
  ].join('\n');
}

/** Converts to a typed document node for any client, with the types of variables and result. */
export function asTypedDocument({ name, text, types }: CopiedOperation): string {
  const generics = types ? `<${types.data}, ${types.variables}>` : '';
  return [
    `import type { TypedDocumentNode } from '@graphql-typed-document-node/core';`,
    `import { parse } from 'graphql';`,
    '',
    ...(types ? [types.text, ''] : []),
    `export const ${constantName(name)} = parse(${template(withoutSecretLiterals(text))}) as TypedDocumentNode${generics};`,
    '',
  ].join('\n');
}

/** Converts to a document for gql.tada, which infers the types from the text. */
export function asTada({ name, text, types }: CopiedOperation): string {
  const constant = constantName(name);
  return [
    `import { graphql, type ResultOf, type VariablesOf } from 'gql.tada';`,
    '',
    `export const ${constant} = graphql(${template(withoutSecretLiterals(text))});`,
    '',
    `export type ${types?.data ?? 'Data'} = ResultOf<typeof ${constant}>;`,
    `export type ${types?.variables ?? 'DataVariables'} = VariablesOf<typeof ${constant}>;`,
    '',
  ].join('\n');
}

/** Returns the name of the constant with the document. */
function constantName(name: string | null): string {
  return name === null ? 'DOCUMENT' : name.replace(/(?<=[a-z\d])(?=[A-Z])/g, '_').toUpperCase();
}

/** A header: the text before the secret, and the name of the secret; null if it has none. */
interface CopiedHeader {
  name: string;
  value: string;
  secret: string | null;
}

/** Merges headers like the transport: those of the tab override those of the connection, and the token overrides both. */
function headersOf(operation: CopiedOperation): CopiedHeader[] {
  const { headers, connectionHeaders, signedIn, files } = operation;
  const all = new Map<string, CopiedHeader>();
  const put = (name: string, value: string, secret: string | null = null): void => {
    all.set(name.toLowerCase(), { name, value, secret });
  };
  if (files.size === 0) put('content-type', 'application/json');
  put('accept', acceptOf(operation));
  for (const name of Object.keys(connectionHeaders)) put(name, '', secretName(name));
  for (const { name, value } of headers) {
    if (name.trim() === '') continue;
    if (isSecretHeader(name) || hasSecret({ name, value })) put(name, '', secretName(name));
    else put(name, value);
  }
  if (signedIn) put('authorization', 'Bearer ', 'TOKEN');
  return [...all.values()];
}

function acceptOf(operation: CopiedOperation): string {
  if (operation.kind === 'subscription') return 'text/event-stream, multipart/mixed';
  const plain = 'application/graphql-response+json, application/json';
  return isStreamed(operation) ? `${plain}, multipart/mixed, text/event-stream` : plain;
}

/** Returns true if the result is incremental. */
function isStreamed({ kind, text }: CopiedOperation): boolean {
  return kind === 'subscription' || /@(?:defer|stream)\b/.test(text);
}

function secretName(name: string): string {
  if (/^authorization$/i.test(name)) return 'TOKEN';
  const upper = name.toUpperCase().replace(/[^A-Z\d]+/g, '_');
  return /^\d/.test(upper) ? `_${upper}` : upper;
}

/** A file, and its path in the variables. */
interface CopiedFile {
  name: string;
  path: VariablePath;
}

function filesOf({ files }: CopiedOperation): CopiedFile[] {
  return [...files].map(([key, file]) => ({
    name: 'name' in file ? String(file.name) : 'file',
    path: JSON.parse(key) as VariablePath,
  }));
}

/** Returns the `map` of the multipart request specification. */
function mapOf(files: readonly CopiedFile[]): Record<string, string[]> {
  return Object.fromEntries(files.map(({ path }, at) => [at, [['variables', ...path].join('.')]]));
}

/** The body as JSON text: parsing the variables again would round large integers. */
function bodyOf({ name, text, variables }: CopiedOperation): string {
  const operationName = name === null ? '' : `"operationName":${JSON.stringify(name)},`;
  const values = withoutSecretLiterals(JSON.stringify(variables), text);
  return `{${operationName}"variables":${values},"query":${JSON.stringify(withoutSecretLiterals(text))}}`;
}

/** The variables for code, which would round large integers: they become strings of digits. */
function publicValues(variables: Readonly<Record<string, unknown>>, text: string): unknown {
  return JSON.parse(withoutSecretLiterals(JSON.stringify(variables, inCode), text));
}

function inCode(this: Record<string, unknown>, name: string, value: unknown): unknown {
  return typeof this[name] === 'bigint' ? String(this[name]) : value;
}

/** Splits a URL at its secrets, and returns the pieces and the names of the secrets. */
function addressParts(address: string): { pieces: string[]; secrets: string[] } {
  const pieces: string[] = [];
  const secrets: string[] = [];
  let from = 0;
  for (const match of address.matchAll(/(?<=[?&])([^=&#?]*)=([^&#]+)/g)) {
    const [, name = '', value = ''] = match;
    if (!isSecretHeader(name) && !isSecretParameter(name)) continue;
    const to = match.index + match[0].length;
    pieces.push(address.slice(from, to - value.length));
    secrets.push(secretName(name));
    from = to;
  }
  return { pieces: [...pieces, address.slice(from)], secrets };
}

function shellAddress(address: string): string {
  const { pieces, secrets } = addressParts(address);
  return pieces.map((piece, at) => (piece === '' ? '' : single(piece)) + (secrets[at] ? `"$${secrets[at]}"` : '')).join('');
}

function codeAddress(address: string): string {
  const { pieces, secrets } = addressParts(address);
  if (secrets.length === 0) return JSON.stringify(address);
  const inside = (piece: string): string => template(piece).slice(1, -1);
  return `\`${pieces.map((piece, at) => inside(piece) + (secrets[at] ? `\${${secrets[at]}}` : '')).join('')}\``;
}

function single(text: string): string {
  return `'${text.replace(/'/g, `'\\''`)}'`;
}

/** Puts a text in double quotes, followed by a variable. */
function double(text: string, variable: string): string {
  return `"${text.replace(/["\\$`]/g, char => `\\${char}`)}$${variable}"`;
}

function template(text: string): string {
  return `\`${text.replace(/[\\`]|\$(?=\{)/g, char => `\\${char}`)}\``;
}

function indentedJson(value: Readonly<Record<string, unknown>>, by: number, text: string): string {
  const json = JSON.stringify(publicValues(value, text), null, 2).replace(/\n/g, `\n${' '.repeat(by)}`);
  // JSON does not escape these characters, but in code they are line terminators, even in comments.
  return json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
