/** An operation as something to be run elsewhere: cURL, fetch, urql. Where a token goes stands a name for it, never its value. */
import type { QueryHeader } from '../../session/queryTabs';
import { isSecretHeader, withoutSecretLiterals } from '../../session/secretLiterals';

/** What is copied. */
export interface CopiedOperation {
  endpoint: string;
  kind: 'query' | 'mutation' | 'subscription';
  name: string | null;
  /** One operation with its fragments. */
  text: string;
  variables: Readonly<Record<string, unknown>>;
  headers: readonly QueryHeader[];
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

/** For a React component with urql. */
export function asUrql({ kind, text, variables }: CopiedOperation): string {
  const hook = { query: 'useQuery', mutation: 'useMutation', subscription: 'useSubscription' }[kind];
  const values = indentedJson(variables, 0);
  const use =
    kind === 'mutation'
      ? [`const [result, execute] = useMutation(DOCUMENT);`, `const send = () => execute(${values});`]
      : [`const [result] = ${hook}({ query: DOCUMENT, variables: ${indentedJson(variables, 0)} });`];
  return [`import { gql, ${hook} } from 'urql';`, '', `const DOCUMENT = gql${template(text)};`, '', ...use].join('\n');
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
