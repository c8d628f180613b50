/** Prepares a run of a tab: chooses the operation, reads and fills in variables and headers, and checks what can be sent. */
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import type { UnfilledVariable } from '../../../session/environments/fillRequest';
import type { DocumentOperation, ReadDocument, TextPlace } from '../editor/document/documentTools';
import { type GraphqlSupport, loadFragments, loadGraphqlSupport } from '../editor/useGraphqlSupport';
import type { Filled } from '../environment/filledRequest';
import { queryOptionsOf } from '../options/queryOptions';
import type { QueryTab } from '../tabs/queryTabs';
import { filesOf, readVariables, type VariableFiles, withFiles } from '../variables/variablesCheck';
import { isSendable } from './isSendable';
import type { RunRequest } from './queryRun';

/** The reason why nothing was sent. */
export type Refusal =
  | { code: 'unread'; message: string; place: TextPlace | null }
  | { code: 'none' }
  | { code: 'unloaded' }
  | { code: 'variables'; message: string }
  | { code: 'header'; name: string }
  | { code: 'token'; name: string }
  | UnfilledVariable;

/** The state of the screen when the user runs a tab. */
export interface RunSource {
  tab: QueryTab;
  files: VariableFiles;
  model: SchemaModel | null;
}

/** Returns the request to send, or the reason why nothing can be sent. `choose` selects the operation at the cursor. */
export async function prepareRun(
  session: Session,
  { tab, files, model }: RunSource,
  choose: (document: ReadDocument, tools: GraphqlSupport['tools']) => DocumentOperation | undefined,
): Promise<RunRequest | Refusal> {
  const options = queryOptionsOf(session).get();
  const loaded = await Promise.all([loadGraphqlSupport(), loadFragments(options)]).catch(() => null);
  if (!loaded) return { code: 'unloaded' };
  const [{ tools, resultDocs }, fragments] = loaded;
  const read = tools.readDocument(tab.query, fragments);
  if (read.error) return tab.query.trim() === '' ? { code: 'none' } : { code: 'unread', ...read.error };
  const operation = choose(read, tools);
  if (!operation) return { code: 'none' };
  const { document } = read;
  const filled = await fillTab(session, { tab, model }, operation, tools.operationText(document, operation));
  if ('code' in filled) return filled;
  const { text, values, headers, byPost } = filled;
  const refusal = headerRefusal(headers, operation);
  if (refusal) return refusal;
  // A file stays in its tab while the document is edited, and is sent if the operation uses its variable.
  const variables = withFiles(values, filesOf(files, operation.variables));
  const request = { text, variables };
  const optioned =
    Object.keys(options).length === 0
      ? {}
      : await import(/* webpackChunkName: "query-options" */ '../options/optionedRequest').then(
          ({ optionedRequest }) => optionedRequest(session, options, operation, request),
          () => null,
        );
  if (!optioned) return { code: 'unloaded' };
  return {
    kind: operation.kind,
    name: operation.name,
    ...request,
    headers,
    byPost,
    ...optioned,
    ...(/^# *assert/m.test(tab.query) ? { document: tab.query } : {}),
    shape: tools.requestedShape(document, operation),
    placeOf: (error, sent) => tools.placeOfError({ document, operation, sent }, error),
    docsOf: model ? resultDocs(model, document, operation) : () => null,
  };
}

/** Reads the variables and headers of a tab, and fills in the variables of the environment, also in the text of the operation. */
async function fillTab(
  session: Session,
  { tab, model }: Pick<RunSource, 'tab' | 'model'>,
  operation: DocumentOperation,
  text: string,
): Promise<Filled | Refusal> {
  const read = readVariables(tab.variables, operation.variables, model);
  if (read.error !== null) return { code: 'variables', message: read.error };
  const { values } = read;
  const headers = tab.headers.filter(({ name, value }) => name.trim() !== '' && value !== '');
  if (!(text + tab.variables + JSON.stringify(headers)).includes('{{')) return { text, values, headers, byPost: false };
  const filled = await import(/* webpackChunkName: "query-environment" */ '../environment/filledRequest').then(
    ({ filledRequest }) => filledRequest(session, operation.variables, model, { text, values, headers }),
    () => null,
  );
  return filled ?? { code: 'unloaded' };
}

function headerRefusal(headers: Filled['headers'], { kind }: DocumentOperation): Refusal | null {
  const wrong = headers.find(header => !isSendable(header));
  if (wrong) return { code: 'header', name: wrong.name };
  // The transport derives this header from the token of the connection, and silently drops any other.
  const bearer = headers.find(({ name }) => name.toLowerCase() === 'authorization');
  return bearer && kind !== 'subscription' ? { code: 'token', name: bearer.name } : null;
}
