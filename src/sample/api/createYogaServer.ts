/**
 * The GraphQL engine of both transports: GraphQL Yoga with persisted queries, streamed multipart requests, limits, masked errors and
 * lossless integers.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { useAPQ as persistedQueries } from '@graphql-yoga/plugin-apq';
import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Lexer,
  parse,
  Source,
  TokenKind,
} from 'graphql';
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import { createBodyBudget } from '../../lib/network/bodyBudget';
import type { Lane } from '../createLane';
import type { BlobStore } from '../uploads/createBlobStore';
import { receiveMultipart, type UploadLimits } from '../uploads/receiveMultipart';
import { compressedResponses } from './compressedResponses';
import { createByteCache } from './createByteCache';
import { explainVariables } from './explainVariables';
import type { HarbourContext, HarbourServices } from './harbourContext';
import { checkOperation, type OperationLimits } from './limits/limitOperations';
import { stringifyLossless } from './losslessJson';
import { maskError } from './maskError';
import { receiveJson } from './receiveJson';
import { createLoaders } from './rows/createLoaders';

/** Values that the transports pass to the engine. */
export interface TransportContext extends Record<string, unknown> {
  /** The Authorization header, or its equivalent in the payload of a websocket's first message. */
  authorization: string | null | undefined;
  remoteAddress: string;
  /** Aborted when the connection has closed. */
  gone: AbortSignal;
  /** HTTP only, as is `res`. */
  req?: IncomingMessage;
  res?: ServerResponse;
}

/** Limits of the caches of persisted queries, parsed documents and syntax errors, in bytes. */
const PERSISTED_BYTES = 8 * 1024 * 1024;
const CACHED_DOCUMENT_BYTES = 16 * 1024 * 1024;
const CACHED_ERROR_BYTES = 1024 * 1024;
/** Limit on all JSON bodies together that are still arriving, in bytes. */
const MOST_ARRIVING_BYTES = 32 * 1024 * 1024;
/** Approximate size of a parsed document in bytes for each character of its text. */
const TREE_BYTES_PER_CHARACTER = 80;
/** An operation with more values than this is called large. */
const LARGE_VALUES = 500;

export type HarbourYoga = YogaServerInstance<TransportContext, HarbourContext>;

/** Limits; requests beyond them are refused. */
export interface ApiLimits extends OperationLimits {
  /** Maximum size of a request without files, in bytes. */
  bodyBytes: number;
  /** Maximum number of tokens of a document. */
  tokens: number;
  /** Maximum length of a document in characters. */
  documentLength: number;
  /** Maximum number of full-text searches of visits in one operation. */
  textSearches: number;
  uploads: UploadLimits;
}

/**
 * @param path the path of the API
 * @param large the lane in which queries with large results run one by one
 * @param log called with masked errors, without secrets
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
    // No cookies are used here, but other origins do not need access to a local harbour either.
    cors: false,
    batching: false,
    // `maskError` logs masked errors.
    logging: false,
    // `receivedBodies` reads the bodies.
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
      compressedResponses,
    ],
  });
}

/** Replaces Yoga's reading of request bodies, which keeps every file in memory and has a single limit: files are streamed to the store. */
function receivedBodies(
  blobs: BlobStore,
  { bodyBytes, uploads }: ApiLimits,
  log: (line: string) => void,
): Plugin<object, TransportContext> {
  const budget = createBodyBudget(MOST_ARRIVING_BYTES);
  return {
    onRequestParse({ request, serverContext: { req, res }, setRequestParser }) {
      if (!req || !res || request.method !== 'POST') return;
      if (!/^multipart\/form-data\b/i.test(req.headers['content-type'] ?? ''))
        return setRequestParser(() => receiveJson(req, bodyBytes, budget));
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

/** Headers that a page can only send to another origin after a CORS preflight. Any of them shows that a form is not forged. */
const PREFLIGHTED = [
  'apollo-require-preflight',
  'graphql-require-preflight',
  'x-apollo-operation-name',
  'x-graphql-yoga-csrf',
  'authorization',
];

/** CSRF protection: a page of any site can make a browser post a form here. A form from the same origin has a matching `Origin` header. */
function refuseForgedForm({ headers }: IncomingMessage): void {
  const { origin, host } = headers;
  const own = origin !== undefined && URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
  if (own || PREFLIGHTED.some(name => (headers[name] ?? '') !== '')) return;
  throw new GraphQLError(
    `Send the header ${PREFLIGHTED[0]}: true with a form. It proves that no page of another site sent the form.`,
    {
      extensions: { code: 'PREFLIGHT_REQUIRED', http: { status: 403 } },
    },
  );
}

const parserLimit = ({ tokens: maxTokens, documentLength }: ApiLimits): Plugin => ({
  onParse: ({ params, setParseFn }) => {
    const { length } = String(params.source);
    if (length > documentLength) {
      throw new GraphQLError(`A document can have at most ${documentLength} characters. This one has ${length}.`, {
        extensions: { code: 'DOCUMENT_TOO_LONG', http: { status: 413 } },
      });
    }
    refuseDeep(String(params.source), maxTokens);
    setParseFn((source, options) => parse(source, { ...options, maxTokens }));
  },
});

/** Refuses nested brackets that are too deep for the parser and the validation, which are recursive. */
function refuseDeep(text: string, maxTokens: number): void {
  const lexer = new Lexer(new Source(text));
  let depth = 0;
  for (let count = 0; count < maxTokens; count++) {
    let kind: TokenKind;
    try {
      ({ kind } = lexer.advance());
    } catch {
      // The parser reports the syntax error.
      return;
    }
    if (kind === TokenKind.EOF) return;
    if (OPENING.has(kind)) depth++;
    if (CLOSING.has(kind)) depth--;
    if (depth > MOST_BRACKETS) {
      throw new GraphQLError(`A document can be nested at most ${MOST_BRACKETS} brackets deep.`, {
        extensions: { code: 'QUERY_TOO_DEEP', most: MOST_BRACKETS, http: { status: 400 } },
      });
    }
  }
}

const OPENING: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);
/** Maximum depth of nested brackets in a document. */
const MOST_BRACKETS = 100;

const tooManyTextSearches = (most: number): GraphQLError =>
  new GraphQLError(`An operation can search the remarks of visits at most ${most} times.`, {
    extensions: { code: 'QUERY_TOO_EXPENSIVE', most },
  });

/** Checks a validated operation before it is executed. Queries with large results run one after the other. */
function checkedOperations(limits: OperationLimits, large: Lane): Plugin {
  type Payload = {
    args: { schema: GraphQLSchema; document: DocumentNode; operationName?: string | null; variableValues?: unknown };
    executeFn(args: unknown): unknown;
    setExecuteFn?(run: (args: unknown) => unknown): void;
    setResultAndStopExecution(result: ExecutionResult): void;
  };
  const check = ({ args, executeFn, setExecuteFn, setResultAndStopExecution }: Payload): void => {
    const operation = getOperationAST(args.document, args.operationName ?? undefined);
    // Several operations and no name: the engine reports this error itself.
    if (!operation) return;
    const variables = (args.variableValues ?? {}) as Record<string, unknown>;
    const cost = checkOperation(args.schema, args.document, operation, variables, limits);
    const errors = 'error' in cost ? [cost.error] : explainVariables(args.schema, operation, variables);
    if (errors.length > 0) {
      setResultAndStopExecution({ errors });
      return;
    }
    // Mutations are not queued: one can wait for a file that never arrives.
    if (operation.operation !== 'query' || 'error' in cost || cost.values <= LARGE_VALUES) return;
    setExecuteFn?.(run => large.run(async () => executeFn(run), cost.values));
  };
  return {
    onExecute: payload => check(payload as unknown as Payload),
    onSubscribe: payload => check(payload as unknown as Payload),
  };
}

/** Yoga responds with an empty 406 to a request that does not accept JSON, such as a browser opening the address. This adds a message. */
const saidInWords: Plugin = {
  onResponse({ response, setResponse, fetchAPI }) {
    if (response.status !== 406) return;
    const message = 'This is a GraphQL API. Send operations by POST as application/json, and accept application/json.';
    const body = JSON.stringify({ errors: [{ message, extensions: { code: 'NOT_ACCEPTABLE' } }] });
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    setResponse(new fetchAPI.Response(body, { status: 406, headers }));
  },
};

/** Yoga serialises a result with its `stringify` function if it has one. */
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

/** Masks an error for the websocket in the same way as Yoga does for HTTP. */
export const asGraphQLError = (error: unknown, log: (line: string) => void): GraphQLError => maskError(error, log);
