/**
 * Probes what an endpoint supports: introspection, persisted queries, uploads, the websocket protocol. It uses its own transport with the
 * connection's settings and token. Only queries of `__typename` are sent; nothing is changed on the server, and nothing is stored here.
 */
import type { CombinedError } from '@urql/core';
import { isAppSync } from '../../lib/network/appsyncAddress';
import type { TransportConfig } from '../../transport/config';
import { createTransport } from '../../transport/createTransport';
import { type Failure, failureOf } from '../../transport/observe/failure';
import type { SocketStatus } from '../../transport/observe/status';
import type { Learned, SubscriptionProtocol } from '../../transport/socket/learned';
import { websocketAddress } from '../../transport/socket/websocketAddress';
import type { World } from '../../transport/transport';

/** The result of one probe. `unknown`: the response was inconclusive; `failure` has the details. */
export interface Finding {
  answer: 'yes' | 'no' | 'unknown';
  failure?: Failure;
}

/** The results of all probes. */
export interface EndpointReport {
  /** Whether the endpoint responds to GraphQL over HTTP. If not, the other findings are 'unknown'. */
  reachable: Finding;
  introspection: Finding;
  persistedQueries: Finding;
  /** `preflight`: multipart requests need a header such as `apollo-require-preflight` (CSRF protection). */
  uploads: Finding & { preflight: boolean };
  /** Whether subscriptions are supported, over a websocket or HTTP. `protocol`: the one that the server speaks; null if unknown. */
  websocket: Finding & { protocol: SubscriptionProtocol | null };
}

/** Timeout of one probe, in ms. */
const LIMIT_MS = 8000;

/** Matches a refusal of a multipart request because a preflight header is missing. */
const FORGERY_GUARD = /preflight|CSRF|cross-site request/i;

/**
 * Probes the endpoint of `config`. `world` is the same as for any transport, including its storage. Never rejects. First checks
 * reachability, then runs the other four probes in parallel, each once.
 */
export async function probeEndpoint(config: TransportConfig, world: World): Promise<EndpointReport> {
  const plain = createTransport({ ...config, persistedQueries: false, subscriptionRetries: 0 }, world);
  const persisting = createTransport({ ...config, persistedQueries: true }, world);
  try {
    const reachable = findingOf(await inTime(plain.client.query('query Probe { __typename }', {}).toPromise()));
    if (reachable.answer !== 'yes') return unreachable(reachable);
    const [introspection, persistedQueries, uploads, websocket] = await Promise.all([
      inTime(plain.client.query('query ProbeSchema { __schema { queryType { name } } }', {}).toPromise()).then(findingOf),
      inTime(persisting.client.query('query ProbePersisted { __typename }', {}).toPromise()).then(result => {
        const status = persisting.persisted.get();
        const finding = findingOf(result);
        if (finding.answer !== 'yes' && status.state === 'on') return { ...finding, answer: 'unknown' as const };
        return { answer: status.state === 'on' ? ('yes' as const) : ('no' as const) };
      }),
      inTime(uploadOf(plain.client)).then(uploadFinding),
      config.wsEndpoint === null ? noWebsocket : websocketFinding(plain).then(finding => withProtocol(finding, config, world)),
    ]);
    return { reachable, introspection, persistedQueries, uploads, websocket };
  } finally {
    plain.dispose();
    persisting.dispose();
  }
}

/** The parts of urql's result that a finding depends on. */
interface ProbeResult {
  data?: unknown;
  error?: CombinedError | undefined;
}

const tooLate: Failure = { tag: 'network', message: `No response within ${LIMIT_MS / 1000} s` };

/** Returns the result, or undefined after a timeout. */
function inTime<T>(result: Promise<T>): Promise<T | undefined> {
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve(undefined), LIMIT_MS);
    result.then(value => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}

function findingOf(result: ProbeResult | undefined): Finding {
  if (!result) return { answer: 'unknown', failure: tooLate };
  if (!result.error) return { answer: 'yes' };
  const failure = failureOf(result.error);
  const isRefusal = failure.tag === 'graphql' || failure.tag === 'http' || failure.tag === 'parse';
  return { answer: isRefusal ? 'no' : 'unknown', failure };
}

/** Sends a file in an unused variable: a server that parses multipart requests reports the unused variable. */
const uploadOf = (client: ReturnType<typeof createTransport>['client']): Promise<ProbeResult> =>
  client
    .query('query ProbeUpload($file: Upload) { __typename }', { file: new File(['probe'], 'probe.txt', { type: 'text/plain' }) })
    .toPromise();

function uploadFinding(result: ProbeResult | undefined): EndpointReport['uploads'] {
  if (!result) return { answer: 'unknown', failure: tooLate, preflight: false };
  const { error } = result;
  const messages = error?.graphQLErrors.map(e => e.message) ?? [];
  const failure = error ? failureOf(error) : undefined;
  const body = failure?.tag === 'parse' ? failure.bodyText : '';
  if ([...messages, body].some(text => FORGERY_GUARD.test(text)))
    return { answer: 'unknown', preflight: true, ...withFailure(failure) };
  // The server validated the document, so it has parsed the parts: "unknown type Upload", "variable is never used".
  const wasRead = !error || messages.some(message => /Upload|\$file|never used|not used/i.test(message));
  // A network error is inconclusive: it is also the result of a request that CORS blocks.
  if (failure?.tag === 'network') return { answer: 'unknown', preflight: false, failure };
  return { answer: wasRead ? 'yes' : 'no', preflight: false, ...(wasRead ? {} : withFailure(failure)) };
}

const withFailure = (failure: Failure | undefined): { failure?: Failure } => (failure ? { failure } : {});

const noWebsocket: EndpointReport['websocket'] = { answer: 'no', protocol: null };

/** The older protocol has another subprotocol name, so the handshake alone shows whether the server supports it. */
async function withProtocol(finding: Finding, config: TransportConfig, world: World): Promise<EndpointReport['websocket']> {
  if (finding.answer === 'yes') return { ...finding, protocol: 'websocket' };
  const Socket = world.WebSocket ?? globalThis.WebSocket;
  const address = websocketAddress(config.wsEndpoint, config.httpEndpoint ?? '', world.location ?? globalThis.location);
  if (!Socket || address === null) return { ...finding, protocol: null };
  // AppSync refuses connections without its API key or a token.
  if (isAppSync(address)) return { answer: 'unknown', protocol: 'appsync-websocket' };
  const isOld = await inTime(
    new Promise<boolean>(resolve => {
      const socket = new Socket(address, 'graphql-ws');
      socket.onopen = () => {
        resolve(socket.protocol === 'graphql-ws');
        socket.close(1000);
      };
      socket.onclose = () => resolve(false);
    }).catch(() => false),
  );
  if (isOld) return { answer: 'yes', protocol: 'legacy-websocket' };
  return (await streamFinding(config, world)) ?? { ...finding, protocol: null };
}

/** Subscribes over HTTP to a field that no schema has: it only matters whether the response is a stream. */
async function streamFinding(config: TransportConfig, world: World): Promise<EndpointReport['websocket'] | undefined> {
  let stop = (): void => {};
  const result = await inTime(
    new Promise<Learned>(resolve => {
      const options = { ...config, wsEndpoint: null, subscriptions: 'auto', subscriptionRetries: 0 } as const;
      const transport = createTransport(options, { ...world, learned: { read: () => ({}), write: resolve } });
      stop = transport.dispose;
      transport.client.subscription('subscription Probe { __typename }', {}).subscribe(() => resolve({}));
    }),
  );
  stop();
  return result?.subscriptions ? { answer: 'yes', protocol: result.subscriptions } : undefined;
}

/** Subscribes over the websocket to a field that no schema has: it only matters whether the connection is acknowledged. */
function websocketFinding(transport: ReturnType<typeof createTransport>): Promise<Finding> {
  return new Promise(resolve => {
    let attempts = 0;
    const finish = (finding: Finding): void => {
      clearTimeout(timer);
      stopWatching();
      unsubscribe();
      resolve(finding);
    };
    const timer = setTimeout(() => finish({ answer: 'unknown', failure: tooLate }), LIMIT_MS);
    const stopWatching = transport.socket.subscribe(() => {
      const status: SocketStatus = transport.socket.get();
      if (status.state === 'live') finish({ answer: 'yes' });
      if (status.state === 'failed') {
        finish({ answer: 'no', failure: { tag: 'socket', message: status.reason, code: status.code, reason: status.reason } });
      }
      // A page cannot tell a refused handshake from an unreachable host; the third failure in a row counts as a no.
      if (status.state === 'reconnecting') {
        attempts++;
        if (attempts >= 3) finish({ answer: 'no' });
      }
    });
    const { unsubscribe } = transport.client.subscription('subscription Probe { __typename }', {}).subscribe(result => {
      const failure = result.error ? failureOf(result.error) : undefined;
      if (failure?.tag === 'socket') Promise.resolve().then(() => finish({ answer: 'no', failure }));
    });
  });
}

function unreachable(reachable: Finding): EndpointReport {
  const unknown: Finding = { answer: 'unknown' };
  return {
    reachable,
    introspection: unknown,
    persistedQueries: unknown,
    uploads: { ...unknown, preflight: false },
    websocket: { ...unknown, protocol: null },
  };
}
