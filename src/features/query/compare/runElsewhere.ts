/**
 * Sends the query of a tab to another connection once, to compare the results. Variables get the values of the environment of that
 * connection. Credentials are not sent there: headers are omitted, and a query with a secret or a file is refused.
 */
import { until } from '../../../lib/until';
import type { ConnectionSettings } from '../../../session/connections/connections';
import type { Session } from '../../../session/connections/session';
import { isOneVariable } from '../../../session/environments/fillTemplate';
import { operationMask } from '../../../transport/secrets/documentSecrets';
import { filledRequest } from '../environment/filledRequest';
import { optionedRequest } from '../options/optionedRequest';
import { queryOptionsOf } from '../options/queryOptions';
import { startResultWorker } from '../result/large/startResultWorker';
import type { Refusal } from '../run/prepareRun';
import { createQueryRuns } from '../run/queryRuns';
import type { QueryTool } from '../useQueryTool';
import { filesOf, readVariables } from '../variables/variablesCheck';
import { keptResultsOf } from './keptResults';
import { withPeer } from './withPeer';

/** The part of the tab that is used. */
export type ComparedQuery = Pick<QueryTool, 'tab' | 'document' | 'operation' | 'files' | 'language' | 'model'>;

/** The reason why there is no comparison. `secret`: nothing was sent. `gone`: the result is too large or missing. */
export type NotCompared = Refusal | { code: 'secret' } | { code: 'gone' };

/**
 * Sends the query. Its result is kept with those of the tab.
 * @returns the reason why there is no result, or null
 */
export async function runElsewhere(
  session: Session,
  compared: ComparedQuery,
  connection: ConnectionSettings,
): Promise<NotCompared | null> {
  const { tab, document, operation } = compared;
  const tools = compared.language.support?.tools;
  if (!tools || !document?.document || operation?.kind !== 'query') return { code: 'none' };
  const read = readVariables(tab.variables, operation.variables, compared.model);
  if (read.error !== null) return { code: 'variables', message: read.error };
  const text = tools.operationText(document.document, operation);
  const files = filesOf(compared.files, operation.variables);
  // The value of an environment variable belongs to that connection and is not treated as a secret of this one.
  const variables = JSON.stringify(read.values, (_, value) => (typeof value === 'string' && isOneVariable(value) ? null : value));
  const mask = operationMask(
    () => text,
    () => variables,
    session.token.known.get,
  );
  if (files.size > 0 || mask.sent(text) !== text || mask.sent(variables) !== variables) return { code: 'secret' };
  // It is unknown whether the other service supports `onError`.
  const options = { ...queryOptionsOf(session).get(), onError: undefined };
  return withPeer(session, connection, async (peer, isSame) => {
    const filled = filledRequest(peer, operation.variables, compared.model, { text, values: read.values, headers: [] });
    if ('code' in filled) return filled;
    const request = { text: filled.text, variables: filled.values };
    const more = await optionedRequest(session, options, operation, request);
    const runs = createQueryRuns(peer.transport, peer.clock, startResultWorker, peer.token.known.get);
    runs.run(tab.id, {
      kind: 'query',
      name: operation.name,
      ...request,
      headers: [],
      byPost: filled.byPost,
      ...more,
      shape: tools.requestedShape(document.document, operation),
      placeOf: () => null,
      docsOf: () => null,
    });
    const run = await until(runs.of(tab.id), now => now !== null && now.state !== 'running');
    const isKept = run !== null && (await keptResultsOf(session).keep(tab.id, run, connection, isSame));
    runs.drop(tab.id);
    return isKept ? null : { code: 'gone' };
  });
}
