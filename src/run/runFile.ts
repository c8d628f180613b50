/** Runs one file: parses it, fills in its variables, sends its operation with the transport, and checks its assertions. */

import { type CombinedError, createRequest, type OperationResult } from '@urql/core';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  isInputObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  separateOperations,
} from 'graphql';
import { pipe, subscribe } from 'wonka';
import { quoteBareVariables } from '../session/environments/bareVariables';
import { type Environment, valuesOf } from '../session/environments/environments';
import { declaredVariables, fillRequest, unfilledVariable } from '../session/environments/fillRequest';
import { hasVariables } from '../session/environments/fillTemplate';
import { type AssertionResult, checkAssertion, NO_EVENT, type Outcome } from '../session/operations/assertions';
import { type OperationFile, readOperationFile } from '../session/operations/operationFile';
import { type InputFields, mayHaveLargeIntegers, parseVariables } from '../session/operations/parseExactJson';
import { schemaProblems } from '../session/operations/schemaProblems';
import { BrokenResponseError, failureOf } from '../transport/observe/failure';
import { operationMask } from '../transport/secrets/documentSecrets';
import { secretsOf } from '../transport/secrets/mask';
import type { Transport } from '../transport/transport';

/** The report of a file. `error`: it could not be run, or there was no response. */
export interface FileReport {
  /** Path in the folder, with slashes. */
  file: string;
  operation: string | null;
  state: 'passed' | 'failed' | 'error' | 'skipped';
  /** The problems, with their lines in the file. */
  problems: readonly { line: number; message: string }[];
  assertions: readonly AssertionResult[];
  ms: number;
  status: number | null;
}

/** The environment of a file. */
export interface RunContext {
  transport: Transport;
  environment: Environment;
  allowMutations: boolean;
  /** Loads the schema once; resolves with null if that fails. */
  schema(): Promise<GraphQLSchema | null>;
  now(): number;
  /** Masks secrets in a text. */
  hide(text: string): string;
  /** Maximum wait for the first event of a subscription, in ms. */
  timeoutMs: number;
}

/** Runs a file. Never rejects. */
export async function runFile(file: string, source: string, context: RunContext): Promise<FileReport> {
  const read = readOperationFile(source);
  const report: FileReport = {
    file,
    operation: null,
    state: 'error',
    problems: read.problems,
    assertions: [],
    ms: 0,
    status: null,
  };
  if (read.problems.length > 0) return report;
  const wrong = (message: string, line: number = read.queryLine): FileReport => ({ ...report, problems: [{ line, message }] });
  let chosen: ReturnType<typeof chosenOperation>;
  try {
    chosen = chosenOperation(parse(read.query, { maxTokens: 100_000 }), read.operation);
  } catch (error) {
    // The stack overflows with a document that is nested too deeply, or with a long chain of fragments.
    if (error instanceof RangeError) return wrong('The document has too many levels of nesting.');
    const line = error instanceof GraphQLError ? (error.locations?.[0]?.line ?? 1) : 1;
    return wrong(error instanceof Error ? error.message : String(error), read.queryLine + line - 1);
  }
  if (!chosen) return wrong(read.operation === null ? 'The file holds no operation' : `There is no operation ${read.operation}`);
  const { node, alone } = chosen;
  const named = { ...report, operation: node.name?.value ?? null };
  if (node.operation === 'mutation' && !context.allowMutations && !read.allowMutation)
    return { ...named, state: 'skipped', problems: [{ line: read.queryLine, message: MUTATION }] };
  const bearer = read.headers.findIndex(({ name }) => name.toLowerCase() === 'authorization');
  // The transport would silently drop this header.
  if (bearer >= 0 && node.operation !== 'subscription')
    return { ...named, problems: [{ line: read.headerLines[bearer] ?? 1, message: BEARER }] };
  let { hide } = context;
  try {
    const filled = await fill(read, print(alone), node, context);
    if ('unsent' in filled) return { ...named, problems: [{ line: 1, message: filled.unsent }] };
    hide = hiding(context, filled);
    const outcome = await send(context, node, filled);
    const needsSchema = read.assertions.some(({ kind }) => kind === 'schema-valid');
    const schema = needsSchema ? await context.schema() : null;
    const problems = schema && schemaProblems(schema, alone, node, outcome.response.data);
    return judged(named, read, { ...outcome, schemaProblems: problems }, { failure: outcome.failure, hide });
  } catch (error) {
    const message = hide(error instanceof Error ? error.message : String(error));
    return { ...named, problems: [{ line: read.queryLine, message }] };
  }
}

/** Also masks secrets that the file itself sends, because servers can quote invalid values. */
function hiding({ hide }: RunContext, { text, variables, headers }: Filled): RunContext['hide'] {
  const mask = operationMask(
    () => text,
    () => JSON.stringify(variables),
    () => secretsOf(headers, '').filter(secret => secret !== ''),
  );
  return said => mask.got(hide(said));
}

const MUTATION = 'A mutation is run only where its file says "allow-mutation", or with --allow-mutations';
const BEARER = 'Set an Authorization header with ORIEL_TOKEN or --header, not in a file; nothing was sent';

const unsetMessage = (name: string): string =>
  `The variable ${name} has no value; nothing was sent. To send the braces as text, put a backslash before them, or two inside quotes`;

/** Without the value, which can be a secret. */
const notJsonMessage = (name: string): string =>
  `The value of the variable ${name} is not JSON; nothing was sent. To send it as text, put {{${name}}} in quotes`;

function chosenOperation(
  document: DocumentNode,
  name: string | null,
): { node: OperationDefinitionNode; alone: DocumentNode } | null {
  const operations = document.definitions.filter(each => each.kind === Kind.OPERATION_DEFINITION);
  const node = name === null ? operations[0] : operations.find(each => each.name?.value === name);
  if (!node) return null;
  // Two operations without a name cannot be distinguished, and GraphQL does not allow them.
  const alone = separateOperations(document)[node.name?.value ?? ''];
  return alone ? { node, alone } : null;
}

interface Filled {
  text: string;
  variables: Record<string, unknown>;
  headers: Record<string, string>;
}

async function fill(
  { variables, headers }: OperationFile,
  document: string,
  node: OperationDefinitionNode,
  { environment, schema }: RunContext,
): Promise<Filled | { unsent: string }> {
  const declared = declaredVariables(node);
  // The types within input objects are only needed for large integers and for variables of the environment.
  const isTyped = mayHaveLargeIntegers(variables) || hasVariables(variables);
  const needsTypes = isTyped && Object.values(JSON.parse(quoteBareVariables(variables)) as object).some(hasObject);
  const types = needsTypes ? await schema() : null;
  const fieldsOf: InputFields = name => {
    const type = types?.getType(name);
    return isInputObjectType(type)
      ? Object.values(type.getFields()).map(field => ({ name: field.name, type: String(field.type) }))
      : type && null;
  };
  const given = parseVariables(variables || '{}', declared, fieldsOf) as Record<string, unknown>;
  const filled = fillRequest({ text: document, variables: given, headers }, declared, fieldsOf, valuesOf(environment));
  const problem = unfilledVariable(filled);
  if (problem) return { unsent: (problem.code === 'unset' ? unsetMessage : notJsonMessage)(problem.name) };
  const sent = filled.headers.map(({ name, value }) => [name.toLowerCase(), value]);
  return { text: filled.text, variables: filled.variables, headers: Object.fromEntries(sent) };
}

/** True for an input object, and for a list that contains one. */
const hasObject = (value: unknown): boolean => typeof value === 'object' && JSON.stringify(value).includes('{"');

const LONGEST_RESPONSE_MS = 600_000;

/** Sends the operation and waits for the complete result; for a subscription, for the first event. */
async function send(
  { transport, now, timeoutMs }: RunContext,
  { operation: kind }: OperationDefinitionNode,
  { text, variables, headers }: Filled,
): Promise<Outcome & { failure: string | null }> {
  const { client, tap } = transport;
  const request = createRequest(text, variables);
  const context = { requestPolicy: 'network-only' as const, uncached: true, fetchOptions: { headers } };
  let status: number | null = null;
  const stopTap = tap.subscribe(event => {
    if (event.type === 'response') ({ status } = event);
  });
  const started = now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const result = await new Promise<OperationResult>((resolve, reject) => {
      const source = client.executeRequestOperation(client.createRequestOperation(kind, request, context));
      const { unsubscribe } = pipe(
        source,
        subscribe(found => {
          if (kind !== 'subscription' && found.hasNext) return;
          // The transport reports the end as a separate result without data.
          if (kind === 'subscription' && !found.hasNext && found.data === undefined && !found.error) reject(new Error(NO_EVENT));
          else resolve(found);
          queueMicrotask(() => unsubscribe());
        }),
      );
      // The transport limits the wait for a response and its silences, but not a body that never ends.
      const limitMs = kind === 'subscription' ? timeoutMs : Math.max(timeoutMs, LONGEST_RESPONSE_MS);
      timer = setTimeout(() => {
        unsubscribe();
        reject(new Error(`${kind === 'subscription' ? 'No event' : 'No complete response'} within ${limitMs / 1000} s`));
      }, limitMs);
    });
    const ms = now() - started;
    const errors = result.error?.graphQLErrors.map(({ message, path, extensions }) => ({ message, path, extensions })) ?? [];
    const isPlain = result.error === undefined || (!result.error.networkError && errors.length > 0);
    const failure = isPlain || result.error === undefined ? null : reasonOf(result.error);
    return {
      status,
      ms,
      response: {
        ...(result.data === undefined ? {} : { data: result.data as unknown }),
        ...(errors.length === 0 ? {} : { errors }),
        ...(result.extensions === undefined ? {} : { extensions: result.extensions }),
      },
      schemaProblems: null,
      failure,
    };
  } finally {
    clearTimeout(timer);
    stopTap();
  }
}

/** Why a request failed. If the response broke off, the cause says why, such as that it was too long. */
function reasonOf(error: CombinedError): string {
  const { message } = failureOf(error);
  const cause = error.networkError instanceof BrokenResponseError ? error.networkError.cause : undefined;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

/** Without assertions, an operation passes if the response has no errors. */
function judged(
  report: FileReport,
  read: OperationFile,
  outcome: Outcome,
  { failure, hide }: { failure: string | null } & Pick<RunContext, 'hide'>,
): FileReport {
  const assertions = read.assertions.map(assertion => checkAssertion(assertion, outcome, hide));
  const { status, ms } = outcome;
  const found = { ...report, assertions, status, ms };
  const problem = (message: string): { line: number; message: string } => ({
    line: read.queryLine,
    message: shownMessage(message, hide),
  });
  const errors = (outcome.response.errors as { message: string }[] | undefined) ?? [];
  const errorProblems = errors.slice(0, 20).map(({ message }) => problem(message));
  if (assertions.length > 0) {
    const state = assertions.every(({ holds }) => holds) ? 'passed' : 'failed';
    const [asserted] = assertions.filter((_, at) => read.assertions[at]?.kind === 'status');
    // An assertion can expect the status of a failure.
    if (failure === null || asserted?.holds) return { ...found, state };
    const isFailed = asserted !== undefined && status !== null;
    return { ...found, state: isFailed ? 'failed' : 'error', problems: [problem(failure), ...errorProblems] };
  }
  if (failure !== null) return { ...found, state: 'error', problems: [problem(failure), ...errorProblems] };
  return errors.length === 0 ? { ...found, state: 'passed' } : { ...found, state: 'failed', problems: errorProblems };
}

const MOST_SHOWN = 2000;
/** How much of a message is searched for secrets. */
const MOST_MASKED = 100_000;
/** How much of the end of a part is left out, because it may begin with a secret that continues after it. */
const UNSURE = 20_000;

/** Masks secrets in a message of the API, and cuts a long one. */
function shownMessage(message: string, hide: RunContext['hide']): string {
  const isPart = message.length > MOST_MASKED;
  const masked = hide(isPart ? message.slice(0, MOST_MASKED) : message);
  const sure = isPart ? masked.slice(0, Math.max(0, masked.length - UNSURE)) : masked;
  return isPart || sure.length > MOST_SHOWN ? `${sure.slice(0, MOST_SHOWN)}…` : sure;
}
