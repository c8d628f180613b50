/** The logic of the Query screen: which operation is selected, what is sent, and what prevents sending. The screen renders it. */
import { useCallback, useMemo, useRef, useState } from 'react';
import type { SchemaModel } from '../../schema/model/schemaModel';
import type { Session } from '../../session/connections/session';
import { useReadable } from '../../ui/text/useReadable';
import type { DocumentOperation, ReadDocument, TextPlace } from './editor/document/documentTools';
import type { OnRenamed } from './editor/document/renameAtCursor';
import { loadFragments, loadGraphqlSupport, useGraphqlSupport } from './editor/useGraphqlSupport';
import { isSendable } from './isSendable';
import { queryOptionsOf } from './options/queryOptions';
import type { QueryRun } from './queryRun';
import { type QueryRuns, queryRunsOf } from './queryRuns';
import type { CopiedSource } from './share/copiedText';
import { queryHistoryOf } from './tabs/queryHistory';
import { type QueryHeader, type QueryTab, type QueryTabs, queryTabsOf } from './tabs/queryTabs';
import { renamedFiles, renamedVariable } from './variables/renamedVariable';
import { filesOf, readVariables, type VariableFiles, withFiles, withoutFiles } from './variables/variablesCheck';

/** The reason why nothing was sent. */
export type Refusal =
  | { code: 'unread'; message: string; place: TextPlace | null }
  | { code: 'none' }
  | { code: 'unloaded' }
  | { code: 'variables'; message: string }
  | { code: 'header'; name: string }
  | { code: 'token'; name: string }
  | { code: 'unset'; name: string };

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
  const tab = state.tabs.find(({ id }) => id === state.selected) ?? tabs.current();
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
  const signature = `${tab.id} ${tab.query} ${tab.variables} ${JSON.stringify(tab.headers)}`;
  const latest = useRef({ tab, files, signature, model });
  latest.current = { tab, files, signature, model };

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
      const asked = latest.current;
      const options = queryOptionsOf(session).get();
      const refuse = (refusal: Refusal): void => setRefused({ of: asked.signature, refusal });
      const loaded = await Promise.all([loadGraphqlSupport(), loadFragments(options)]).catch(() => null);
      if (!loaded) {
        refuse({ code: 'unloaded' });
        return;
      }
      const [{ tools: known, answerDocs }, fragments] = loaded;
      const read = known.readDocument(asked.tab.query, fragments);
      if (read.error) {
        refuse(asked.tab.query.trim() === '' ? { code: 'none' } : { code: 'unread', ...read.error });
        return;
      }
      const pointed = at === undefined ? undefined : known.operationAt(read.operations, at);
      if (pointed) tabs.change(asked.tab.id, { operation: known.choiceOf(read.operations, pointed) });
      const chosen = pointed ?? known.chosenOperation(read.operations, asked.tab.operation);
      if (!chosen) {
        refuse({ code: 'none' });
        return;
      }
      const variables = readVariables(asked.tab.variables);
      if (variables.error !== null) {
        refuse({ code: 'variables', message: variables.error });
        return;
      }
      const ownHeaders = asked.tab.headers.filter(({ name, value }) => name.trim() !== '' && value !== '');
      let { values } = variables;
      let headers: readonly QueryHeader[] = ownHeaders;
      let byPost = false;
      if ((asked.tab.variables + JSON.stringify(ownHeaders)).includes('{{')) {
        const inserted = await import(/* webpackChunkName: "query-environment" */ './environment/filledRequest').then(
          ({ filledRequest }) => filledRequest(session, chosen.variables, { values: variables.values, headers: ownHeaders }),
          () => null,
        );
        if (!inserted || 'unset' in inserted) {
          refuse(inserted ? { code: 'unset', name: inserted.unset } : { code: 'unloaded' });
          return;
        }
        ({ values, headers, byPost } = inserted);
      }
      const wrong = headers.find(header => !isSendable(header));
      if (wrong) {
        refuse({ code: 'header', name: wrong.name });
        return;
      }
      // The transport derives this header from the token of the connection, and silently drops any other.
      const bearer = headers.find(({ name }) => name.toLowerCase() === 'authorization');
      if (bearer && chosen.kind !== 'subscription') {
        refuse({ code: 'token', name: bearer.name });
        return;
      }
      const { document: whole } = read;
      // A file stays in its tab while the document is edited, and is sent if the operation uses its variable.
      const filled = withFiles(values, filesOf(asked.files, chosen.variables));
      const request = { text: known.operationText(whole, chosen), variables: filled };
      const more =
        Object.keys(options).length === 0
          ? {}
          : await import(/* webpackChunkName: "query-options" */ './options/optionedRequest').then(
              ({ optionedRequest }) => optionedRequest(session, options, chosen, request),
              () => null,
            );
      if (!more) {
        refuse({ code: 'unloaded' });
        return;
      }
      setRefused(null);
      const isSent = runs.run(asked.tab.id, {
        kind: chosen.kind,
        name: chosen.name,
        ...request,
        headers,
        byPost,
        ...more,
        ...(/^# *assert/m.test(asked.tab.query) ? { document: asked.tab.query } : {}),
        shape: known.requestedShape(whole, chosen),
        placeOf: (error, sent) => known.placeOfError({ document: whole, operation: chosen, sent }, error),
        docsOf: asked.model ? answerDocs(asked.model, whole, chosen) : () => null,
      });
      if (!isSent) return;
      const { query, variables: typed } = asked.tab;
      void queryHistoryOf(session).add({ query, variables: typed, operation: chosen.name, kind: chosen.kind });
    },
    [runs, session, tabs],
  );

  const copied = (): CopiedSource | null => {
    if (!tools || !document?.document || !operation) return null;
    const variables = readVariables(tab.variables).values ?? {};
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
  };
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
    refusal: refused?.of === signature ? refused.refusal : null,
    change,
    changeVariables,
    renameVariable,
    send,
    stop: () => runs.stop(tab.id),
    copied,
  };
}
