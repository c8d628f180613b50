/**
 * The GraphQL engine behind both transports: GraphQL Yoga with persisted queries, multipart requests received as a stream, limits, masked
 * errors and lossless integers.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { useAPQ as persistedQueries } from '@graphql-yoga/plugin-apq';
import { type DocumentNode, type ExecutionResult, GraphQLError, type GraphQLSchema, getOperationAST, parse } from 'graphql';
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import type { Lane } from '../createLane';
import type { BlobStore } from '../uploads/createBlobStore';
import { receiveMultipart, type UploadLimits } from '../uploads/receiveMultipart';
import { createByteCache } from './createByteCache';
import { createLoaders } from './createLoaders';
import { explainVariables } from './explainVariables';
import type { HarbourContext, HarbourServices } from './harbourContext';
import { checkOperation, type OperationLimits } from './limitOperations';
import { stringifyLossless } from './losslessJson';
import { maskError } from './maskError';
import { receiveJson } from './receiveJson';

/** What the transports hand to the engine. */
export interface TransportContext extends Record<string, unknown> {
  /** Value of the Authorization header, or of the same in a websocket's payload. */
  authorization: string | null | undefined;
  remoteAddress: string;
  /** Aborted when the connection is gone. */
  gone: AbortSignal;
  /** HTTP only. */
  req?: IncomingMessage;
  res?: ServerResponse;
}

/** Bytes of all persisted queries, of all parsed documents and of all syntax errors that are remembered. */
const PERSISTED_BYTES = 8 * 1024 * 1024;
const CACHED_DOCUMENT_BYTES = 16 * 1024 * 1024;
const CACHED_ERROR_BYTES = 1024 * 1024;
/** A parsed document is about this much larger than its text. */
const TREE_BYTES_PER_CHARACTER = 80;
/** Above this an operation counts as large. */
const LARGE_VALUES = 500;

export type HarbourYoga = YogaServerInstance<TransportContext, HarbourContext>;

/** Refused beyond these. */
export interface ApiLimits extends OperationLimits {
  /** Bytes of a request that brings no files. */
  bodyBytes: number;
  /** Tokens of a document. */
  tokens: number;
  /** Characters of a document. */
  documentLength: number;
  /** Searches through the text of all visits in one operation. */
  textSearches: number;
  uploads: UploadLimits;
}

/**
 * @param path where the API is reached.
 * @param large where queries with large answers wait for one another.
 * @param log called with the errors that were masked, without secrets.
 */
export function createYogaServer(
  path: string,
  services: HarbourServices,
  blobs: BlobStore,
  limits: ApiLimits,
  schema: GraphQLSchema,
  large: Lane,
  log: (line: string) => void,
): HarbourYoga {
  return createYoga<TransportContext, HarbourContext>({
    schema: schema as never,
    graphqlEndpoint: path,
    graphiql: false,
    landingPage: false,
    // No cookies are used here, but other origins need no access to a local harbour either.
    cors: false,
    batching: false,
    // `maskError` logs masked errors.
    logging: false,
    // Bodies are read by `receivedBodies`.
    maxRequestBodySize: false,
    multipart: false,
    maskedErrors: { maskError: error => maskError(error, log) },
    parserAndValidationCache: {
      documentCache: createByteCache(CACHED_DOCUMENT_BYTES, (_document, text) => text.length * TREE_BYTES_PER_CHARACTER),
      errorCache: createByteCache(CACHED_ERROR_BYTES, (_error, text) => 2 * text.length),
    },
    context: ({ authorization, remoteAddress, gone }) => {
      let session: ReturnType<HarbourContext['session']> | undefined;
      let textSearches = 0;
      return {
        ...services,
        remoteAddress,
        gone,
        countTextSearches(count) {
          textSearches += count;
          if (textSearches > limits.textSearches) throw tooManyTextSearches(limits.textSearches);
        },
        loaders: createLoaders(services.database),
        session: () => (session ??= services.tokens.read(authorization)),
      };
    },
    plugins: [
      persistedQueries({ store: createByteCache<string>(PERSISTED_BYTES, text => 2 * text.length) }),
      receivedBodies(blobs, limits, log),
      parserLimit(limits),
      checkedOperations(limits, large),
      losslessResults,
      saidInWords,
    ],
  });
}

/**
 * Takes the reading of bodies out of Yoga's hands, which would hold every file in memory and has one limit for all: files go to the store as
 * they come.
 */
function receivedBodies(
  blobs: BlobStore,
  { bodyBytes, uploads }: ApiLimits,
  log: (line: string) => void,
): Plugin<object, TransportContext> {
  return {
    onRequestParse({ request, serverContext: { req, res }, setRequestParser }) {
      if (!req || !res || request.method !== 'POST') return;
      if (!/^multipart\/form-data\b/i.test(req.headers['content-type'] ?? ''))
        return setRequestParser(() => receiveJson(req, bodyBytes));
      setRequestParser(() => {
        refuseForgedForm(req);
        const reception = receiveMultipart(req, blobs, uploads);
        res.once('close', () => {
          reception.end().catch((error: Error) => log(`files of an upload could not be removed: ${error.message.slice(0, 500)}`));
        });
        return reception.params;
      });
    },
  };
}

/** Headers that no page can send to another origin without being asked; any of them shows that a form is not forged. */
const PREFLIGHTED = [
  'apollo-require-preflight',
  'graphql-require-preflight',
  'x-apollo-operation-name',
  'x-graphql-yoga-csrf',
  'authorization',
];

/** A page of any site can make a browser post a form here. One of our own names its origin. */
function refuseForgedForm({ headers }: IncomingMessage): void {
  const { origin, host } = headers;
  const own = origin !== undefined && URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
  if (own || PREFLIGHTED.some(name => (headers[name] ?? '') !== '')) return;
  throw new GraphQLError(`Send the header ${PREFLIGHTED[0]}: true with a form; it shows that no page of another site sent it.`, {
    extensions: { code: 'PREFLIGHT_REQUIRED', http: { status: 403 } },
  });
}

const parserLimit = ({ tokens: maxTokens, documentLength }: ApiLimits): Plugin => ({
  onParse: ({ params, setParseFn }) => {
    const { length } = String(params.source);
    if (length > documentLength) {
      throw new GraphQLError(`A document can have ${documentLength} characters at most; this one has ${length}.`, {
        extensions: { code: 'DOCUMENT_TOO_LONG', http: { status: 413 } },
      });
    }
    setParseFn((source, options) => parse(source, { ...options, maxTokens }));
  },
});

const tooManyTextSearches = (most: number): GraphQLError =>
  new GraphQLError(`An operation can search the text of visits ${most} times at most.`, {
    extensions: { code: 'QUERY_TOO_EXPENSIVE', most },
  });

/** Looks at an operation once it is valid and before it runs. Queries with large answers run one after the other. */
function checkedOperations(limits: OperationLimits, large: Lane): Plugin {
  type Payload = {
    args: { schema: GraphQLSchema; document: DocumentNode; operationName?: string | null; variableValues?: unknown };
    executeFn(args: unknown): unknown;
    setExecuteFn?(run: (args: unknown) => unknown): void;
    setResultAndStopExecution(result: ExecutionResult): void;
  };
  const check = ({ args, executeFn, setExecuteFn, setResultAndStopExecution }: Payload): void => {
    const operation = getOperationAST(args.document, args.operationName ?? undefined);
    // Several operations and no name: the engine has the words for it.
    if (!operation) return;
    const variables = (args.variableValues ?? {}) as Record<string, unknown>;
    const cost = checkOperation(args.schema, args.document, operation, variables, limits);
    const errors = 'error' in cost ? [cost.error] : explainVariables(args.schema, operation, variables);
    if (errors.length > 0) {
      setResultAndStopExecution({ errors });
      return;
    }
    // Never a mutation: it may wait for a file that does not come.
    if (operation.operation !== 'query' || 'error' in cost || cost.values <= LARGE_VALUES) return;
    setExecuteFn?.(run => large.run(async () => executeFn(run), cost.values));
  };
  return {
    onExecute: payload => check(payload as unknown as Payload),
    onSubscribe: payload => check(payload as unknown as Payload),
  };
}

/** Yoga refuses a request that takes no JSON, such as a browser's for the bare address, without a word. */
const saidInWords: Plugin = {
  onResponse({ response, setResponse, fetchAPI }) {
    if (response.status !== 406) return;
    const message = 'This is a GraphQL API: post operations as application/json, and accept application/json.';
    const body = JSON.stringify({ errors: [{ message, extensions: { code: 'NOT_ACCEPTABLE' } }] });
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    setResponse(new fetchAPI.Response(body, { status: 406, headers }));
  },
};

/** Yoga writes an answer with `stringify` of the result when there is one. */
const losslessResults: Plugin = {
  onExecute: () => ({
    onExecuteDone: ({ result, setResult }) => {
      if (!(Symbol.asyncIterator in result)) setResult({ ...result, stringify: stringifyLossless } as typeof result);
    },
  }),
  onSubscribe: () => ({
    onSubscribeResult: () => ({
      onNext: ({ result, setResult }) => setResult({ ...result, stringify: stringifyLossless } as typeof result),
    }),
  }),
};

/** For the websocket: an error in the form Yoga's masking gives it. */
export const asGraphQLError = (error: unknown, log: (line: string) => void): GraphQLError => maskError(error, log);
