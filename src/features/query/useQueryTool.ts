/** The logic of the Query screen: which operation is selected, what is sent, and what prevents sending. The screen renders it. */
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import type { SchemaModel } from '../../schema/model/schemaModel';
import type { Session } from '../../session/connections/session';
import { useReadable } from '../../ui/useReadable';
import type { DocumentOperation, ReadDocument } from './editor/document/documentTools';
import type { OnRenamed } from './editor/document/renameAtCursor';
import { type GraphqlSupport, useGraphqlSupport } from './editor/useGraphqlSupport';
import { prepareRun, type Refusal } from './run/prepareRun';
import type { QueryRun } from './run/queryRun';
import { type QueryRuns, queryRunsOf } from './run/queryRuns';
import type { CopiedSource } from './share/copiedText';
import { queryHistoryOf } from './tabs/queryHistory';
import { type QueryTab, type QueryTabs, queryTabsOf } from './tabs/queryTabs';
import { renamedFiles, renamedVariable } from './variables/renamedVariable';
import { filesOf, readVariables, type VariableFiles, withFiles, withoutFiles } from './variables/variablesCheck';

/** State and commands of the Query screen. */
export interface QueryTool {
  tabs: QueryTabs;
  tab: QueryTab;
  runs: QueryRuns;
  run: QueryRun | null;
  model: SchemaModel | null;
  language: ReturnType<typeof useGraphqlSupport>;
  /** Null until the language support is loaded. */
  document: ReadDocument | null;
  operation: DocumentOperation | undefined;
  files: VariableFiles;
  refusal: Refusal | null;
  change(part: Partial<QueryTab>): void;
  changeVariables(text: string, files: VariableFiles): void;
  /** Renames a variable in the values and files. */
  renameVariable: OnRenamed;
  /** Sends the selected operation. If the offset `at` is in another operation, that one is selected first. */
  send(at?: number): Promise<void>;
  stop(): void;
  /** Returns the selected operation as it would be sent, for copiedText.ts; null if there is none. */
  copied(): CopiedSource | null;
}

const NO_FILES: VariableFiles = new Map();

export function useQueryTool(session: Session): QueryTool {
  const tabs = queryTabsOf(session);
  const runs = queryRunsOf(session);
  const state = useReadable(tabs);
  // Creating the editors of another tab takes long, so the tab strip shows the selection first.
  const shown = useDeferredValue(state.selected);
  const tab = state.tabs.find(({ id }) => id === shown) ?? tabs.current();
  const run = useReadable(runs.of(tab.id));
  const schemaState = useReadable(session.schema);
  const model = schemaState.status === 'ready' ? schemaState.schema : null;
  const language = useGraphqlSupport(session);
  const tools = language.support?.tools;
  const { fragments } = language;
  const document = useMemo(() => tools?.readDocument(tab.query, fragments) ?? null, [tools, tab.query, fragments]);
  const operation = useMemo(
    () => (tools && document ? tools.chosenOperation(document.operations, tab.operation) : undefined),
    [tools, document, tab.operation],
  );
  // Files cannot be stored, so they last as long as the screen.
  const [allFiles, setFiles] = useState<ReadonlyMap<string, VariableFiles>>(new Map());
  const files = allFiles.get(tab.id) ?? NO_FILES;
  const [refused, setRefused] = useState<{ of: string; refusal: Refusal } | null>(null);
  const latest = useRef({ tab, files, allFiles, model });
  latest.current = { tab, files, allFiles, model };

  const change = useCallback((part: Partial<QueryTab>) => tabs.change(latest.current.tab.id, part), [tabs]);
  const changeVariables = useCallback(
    (variables: string, next: VariableFiles) => {
      const { tab: now, files: before } = latest.current;
      if (next !== before) setFiles(all => new Map(all).set(now.id, next));
      if (variables !== now.variables) tabs.change(now.id, { variables });
    },
    [tabs],
  );

  const renameVariable = useCallback<OnRenamed>(
    ({ from, to, isCopy }) => {
      const { tab: now, files: before } = latest.current;
      changeVariables(renamedVariable(now.variables, from, to, isCopy), renamedFiles(before, from, to, isCopy));
    },
    [changeVariables],
  );

  const send = useCallback(
    async (at?: number) => {
      // Right after another tab was selected, the editor may still show the previous one. The selected tab is sent, without the position.
      const sent = tabs.current();
      const { tab: visible, allFiles: kept, model: schema } = latest.current;
      const source = { tab: sent, files: kept.get(sent.id) ?? NO_FILES, model: schema };
      const prepared = await prepareRun(session, source, ({ operations }, known) => {
        const pointed = at === undefined || sent.id !== visible.id ? undefined : known.operationAt(operations, at);
        if (pointed) tabs.change(sent.id, { operation: known.choiceOf(operations, pointed) });
        return pointed ?? known.chosenOperation(operations, sent.operation);
      });
      setRefused('code' in prepared ? { of: signatureOf(sent), refusal: prepared } : null);
      if ('code' in prepared || !runs.run(sent.id, prepared)) return;
      const { query, variables } = sent;
      void queryHistoryOf(session).add({ query, variables, operation: prepared.name, kind: prepared.kind });
    },
    [runs, session, tabs],
  );

  return {
    tabs,
    tab,
    runs,
    run,
    model,
    language,
    document,
    operation,
    files,
    refusal: refused?.of === signatureOf(tab) ? refused.refusal : null,
    change,
    changeVariables,
    renameVariable,
    send,
    stop: () => runs.stop(tab.id),
    copied: () => copiedSource(session, tools, { tab, files, model, document, operation }),
  };
}

/** Everything of a tab that can be the reason why it cannot be sent. */
const signatureOf = ({ id, query, variables, headers }: QueryTab): string =>
  `${id} ${query} ${variables} ${JSON.stringify(headers)}`;

/** The selected operation as it would be sent; null if there is none. */
function copiedSource(
  session: Session,
  tools: GraphqlSupport['tools'] | undefined,
  { tab, files, model, document, operation }: Pick<QueryTool, 'tab' | 'files' | 'model' | 'document' | 'operation'>,
): CopiedSource | null {
  if (!tools || !document?.document || !operation) return null;
  const variables = readVariables(tab.variables, operation.variables, model).values ?? {};
  const { files: sent } = withoutFiles(withFiles(variables, filesOf(files, operation.variables)));
  return {
    endpoint: new URL(session.connection.httpEndpoint, session.pageUrl).href,
    kind: operation.kind,
    name: operation.name,
    text: tools.operationText(document.document, operation),
    variables,
    files: sent,
    headers: tab.headers,
    connectionHeaders: { ...session.connection.headers, ...(sent.size > 0 ? session.connection.uploadHeaders : {}) },
    signedIn: session.token.signedIn.get(),
    model,
    document: document.document,
    node: operation.node,
  };
}
