/**
 * Sends the query of a tab to another connection, once, to compare what comes back. Variables get the values of that connection's environment, and
 * the headers of the tab are not sent: what lets a person in here may be a secret there.
 */
import type { ConnectionSettings } from '../../../session/connections/connections';
import type { Session } from '../../../session/connections/session';
import { filledRequest } from '../environment/filledRequest';
import { createQueryRuns } from '../queryRuns';
import { startResultWorker } from '../result/startResultWorker';
import type { QueryTool, Refusal } from '../useQueryTool';
import { filesOf, readVariables, withFiles } from '../variables/variablesCheck';
import { keptResultsOf } from './keptResults';

/** What is known of the tab. */
export type AskedTab = Pick<QueryTool, 'tab' | 'document' | 'operation' | 'files' | 'language'>;

/** Sends it; the result is with those of the tab once it has come. @returns what stands against sending, or null when it has come */
export async function runElsewhere(session: Session, asked: AskedTab, connection: ConnectionSettings): Promise<Refusal | null> {
  const { tab, document, operation } = asked;
  const tools = asked.language.support?.tools;
  if (!tools || !document?.document || operation?.kind !== 'query') return { code: 'none' };
  const read = readVariables(tab.variables);
  if (read.error !== null) return { code: 'variables', message: read.error };
  const kept = keptResultsOf(session);
  const peer = kept.peer(connection);
  const filled = filledRequest(peer, operation.variables, { values: read.values, headers: [] });
  if ('unset' in filled) return { code: 'unset', name: filled.unset };
  const { transport, clock, token } = peer;
  const runs = peer.part('comparedRuns', () => createQueryRuns(transport, clock, startResultWorker, token.known.get));
  const state = runs.of(tab.id);
  runs.run(tab.id, {
    kind: 'query',
    name: operation.name,
    text: tools.operationText(document.document, operation),
    variables: withFiles(filled.values, filesOf(asked.files, operation.variables)),
    headers: [],
    byPost: filled.byPost,
    shape: tools.askedShape(document.document, operation),
    placeOf: () => null,
    docsOf: () => null,
  });
  const run = await new Promise<ReturnType<typeof state.get>>(resolve => {
    const stop = state.subscribe(() => {
      if (state.get()?.state === 'running') return;
      stop();
      resolve(state.get());
    });
  });
  if (run) await kept.keep(tab.id, run, connection);
  runs.drop(tab.id);
  return null;
}
