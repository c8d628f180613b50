/** An operation as something to be run elsewhere: cURL, fetch, urql. Where a token goes stands a name for it, never its value. */
import type { QueryHeader } from '../../session/queryTabs';
import { isSecretHeader, withoutSecretLiterals } from '../../session/secretLiterals';
import type { OperationTypes } from './operationTypes';

/** What is copied. */
export interface CopiedOperation {
  endpoint: string;
  kind: 'query' | 'mutation' | 'subscription';
  name: string | null;
  /** One operation with its fragments. */
  text: string;
  variables: Readonly<Record<string, unknown>>;
  headers: readonly QueryHeader[];
  /** TypeScript for it; null while the schema is not known. */
  types: OperationTypes | null;
  /** Somebody is signed in: an Authorization header goes along. */
  signedIn: boolean;
}

/** For a shell: `TOKEN=… ; curl …`. The body is in single quotes, the token in double ones so that `$TOKEN` is put in. */
export function asCurl(operation: CopiedOperation): string {
  const lines = [
    `curl ${single(operation.endpoint)}`,
    ...headersOf(operation).map(([name, value, secret]) =>
      secret === null ? `-H ${single(`${name}: ${value}`)}` : `-H "${name}: ${value}$${secret}"`,
    ),
    `--data-raw ${single(bodyOf(operation))}`,
  ];
  return lines.join(' \\\n  ');
}

/** For a browser's console or Node. */
export function asFetch(operation: CopiedOperation): string {
  const headers = headersOf(operation).map(
    ([name, value, secret]) =>
      `    ${JSON.stringify(name)}: ${secret === null ? JSON.stringify(value) : `\`${value}\${${secret}}\``},`,
  );
  return [
    `const response = await fetch(${JSON.stringify(operation.endpoint)}, {`,
    `  method: 'POST',`,
    '  headers: {',
    ...headers,
    '  },',
    '  body: JSON.stringify({',
    ...(operation.name === null ? [] : [`    operationName: ${JSON.stringify(operation.name)},`]),
    `    query: ${template(operation.text)},`,
    `    variables: ${indentedJson(operation.variables, 4)},`,
    '  }),',
    '});',
    'const { data, errors } = await response.json();',
  ].join('\n');
}

/** For a React component with urql, with the types of variables and answer. */
export function asUrql({ kind, name, text, variables, types }: CopiedOperation): string {
  const hook = { query: 'useQuery', mutation: 'useMutation', subscription: 'useSubscription' }[kind];
  const values = indentedJson(variables, 2);
  const constant = name === null ? 'DOCUMENT' : name.replace(/(?<=[a-z\d])(?=[A-Z])/g, '_').toUpperCase();
  const component = `use${name === null ? 'Operation' : name.charAt(0).toUpperCase() + name.slice(1)}`;
  const generics = types ? `<${types.data}, ${types.variables}>` : '';
  // A value that is left out, or put in by a file, is the caller's to give.
  const hasVariables = types ? types.takesVariables : Object.keys(variables).length > 0;
  const given = hasVariables ? `variables: ${types?.variables ?? 'Record<string, unknown>'}` : '';
  const body =
    kind === 'mutation'
      ? [
          `export function ${component}() {`,
          `  const [result, execute] = useMutation(${constant});`,
          `  // execute(${indentedJson(variables, 2).replace(/\n/g, '\n  // ')})`,
          '  return { result, execute };',
          '}',
        ]
      : [
          `export function ${component}(${given}) {`,
          `  const [result] = ${hook}({ query: ${constant}${hasVariables ? ', variables' : ', variables: {}'} });`,
          '  return result;',
          '}',
          ...(hasVariables ? ['', `// ${component}(${values.replace(/\n {2}/g, '\n// ')})`] : []),
        ];
  return [
    `import { gql, ${hook} } from 'urql';`,
    '',
    ...(types ? [types.text, ''] : []),
    `export const ${constant} = gql${generics}${template(text)};`,
    '',
    ...body,
    '',
  ].join('\n');
}

/** Name, value before the secret, name of the secret or null. */
function headersOf({ headers, signedIn }: CopiedOperation): [string, string, string | null][] {
  const own = headers.filter(({ name }) => name.trim() !== '' && !(signedIn && /^authorization$/i.test(name)));
  return [
    ['content-type', 'application/json', null],
    ['accept', 'application/graphql-response+json, application/json', null],
    ...(signedIn ? [['authorization', 'Bearer ', 'TOKEN'] as [string, string, string]] : []),
    ...own.map(({ name, value }): [string, string, string | null] =>
      isSecretHeader(name) ? [name, '', /^authorization$/i.test(name) ? 'TOKEN' : secretName(name)] : [name, value, null],
    ),
  ];
}

function secretName(header: string): string {
  return header.toUpperCase().replace(/[^A-Z\d]+/g, '_');
}

function bodyOf({ name, text, variables }: CopiedOperation): string {
  return JSON.stringify({ ...(name === null ? {} : { operationName: name }), variables: publicValues(variables), query: text });
}

function publicValues(variables: Readonly<Record<string, unknown>>): unknown {
  return JSON.parse(withoutSecretLiterals(JSON.stringify(variables, (_key, value) => (value instanceof Blob ? null : value))));
}

function single(text: string): string {
  return `'${text.replace(/'/g, `'\\''`)}'`;
}

function template(text: string): string {
  return `\`${text.replace(/[\\`]|\$(?=\{)/g, char => `\\${char}`)}\``;
}

function indentedJson(value: Readonly<Record<string, unknown>>, by: number): string {
  return JSON.stringify(publicValues(value), null, 2).replace(/\n/g, `\n${' '.repeat(by)}`);
}
