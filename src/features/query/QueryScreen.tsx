/**
 * The Query screen: a document, its variables and headers, and the result, for users who write GraphQL. Requests of all other screens can
 * be opened here. The logic is in useQueryTool.ts.
 */
import {
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { pin } from '../../i18n/english/data/pin';
import { form } from '../../i18n/english/form';
import { query } from '../../i18n/english/query/query';
import { useFormats, useText } from '../../i18n/LanguageProvider';
import { FailureState } from '../../parts/FailureState';
import { SchemaWaiting } from '../../parts/SchemaWaiting';
import type { Session } from '../../session/connections/session';
import { href } from '../../session/navigation/navigation';
import { schemaFailureProps } from '../../session/schema/schemaFailureProps';
import { useAnnounce } from '../../ui/frame/Announcer';
import { ScreenFrame } from '../../ui/frame/ScreenFrame';
import { SkeletonLines } from '../../ui/frame/Skeleton';
import { Tabs } from '../../ui/frame/Tabs';
import { lazyPart, useRenderOnLoad } from '../../ui/lazyPart';
import { useIsHydrated } from '../../ui/useIsHydrated';
import { useReadable } from '../../ui/useReadable';
import { withMessagesAndIcons } from '../../ui/withMessagesAndIcons';
import { CodeEditor, type CodeEditorHandle } from './editor/CodeEditor';
import type { TextPlace } from './editor/document/documentTools';
import type { TextEdit } from './editor/document/textEdit';
import { lateCompletion } from './editor/lateCompletion';
import { laterHistory } from './editor/laterHistory';
import { useExplorerShown } from './explorer/useExplorerShown';
import { PaneSplit } from './panes/PaneSplit';
import { type QueryPanes, useQueryPanes } from './panes/useQueryPanes';
import { prepareActions, QueryActions } from './QueryActions';
import { ResultPanel, type ResultView } from './result/ResultPanel';
import { NotSent } from './run/NotSent';
import { usePasting } from './share/usePasting';
import { TabStrip } from './tabs/TabStrip';
import { useTabAddress } from './tabs/useTabAddress';
import { type QueryTool, useQueryTool } from './useQueryTool';
import { useRunKey } from './useRunKey';
import { HeadersPanel } from './variables/HeadersPanel';
import { VariablesPanel } from './variables/VariablesPanel';
import './query.css';

const ExplorerPanel = lazyPart(() => import(/* webpackChunkName: "query-explorer" */ './explorer/ExplorerPanel'));
const HistoryDrawer = lazyPart(() => import(/* webpackChunkName: "query-kept" */ './tabs/HistoryDrawer'));

/** Props of `QueryScreen`. */
export interface QueryScreenProps {
  session: Session;
}

export function QueryScreen({ session }: QueryScreenProps): ReactNode {
  const text = useText();
  const announce = useAnnounce();
  const panelId = useId();
  const tool = useQueryTool(session);
  const { tabs, tab, run, language } = tool;
  const editor = useRef<CodeEditorHandle>(null);
  const [resultView, setResultView] = useState<ResultView>('tree');
  const [hasHistory, setHistory] = useState(false);
  const [hasExplorer, setExplorer] = useExplorerShown(session);
  // The explorer has hundreds of rows, so the button is painted first. It is hidden at once: a narrow page starts without it.
  const hasExplorerPane = useDeferredValue(hasExplorer) && hasExplorer;
  const [panes, setPanes] = useQueryPanes(session);
  const followTab = useTabAddress(session, tabs, () => announce.note({ text: text('query.shareBroken'), tone: 'danger' }));

  useEffect(() => {
    const keep = (): void => tabs.flush();
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [tabs]);

  // Preloaded while the schema is being loaded.
  useRenderOnLoad(hasExplorer && language.support ? ExplorerPanel : undefined);
  const extensions = useEditorExtensions(session, tool, followTab);
  const send = useCallback(() => {
    // Makes the result visible.
    if (panes.written === 100) setPanes({ written: null });
    void tool.send();
  }, [tool.send, panes, setPanes]);
  useRunKey(send);
  const goTo = (place: TextPlace): void => {
    if (panes.written === 0) setPanes({ written: null });
    if (panes.document === 0) setPanes({ document: null });
    editor.current?.goTo(place.line, place.column);
  };

  return (
    <ScreenFrame
      crumbs={[{ label: text('query.title') }]}
      actions={
        <QueryActions
          session={session}
          tool={tool}
          editor={editor}
          onSend={send}
          panes={panes}
          onPanes={setPanes}
          explorer={{ isShown: hasExplorer, show: setExplorer }}
          history={{ isShown: hasHistory, show: setHistory }}
        />
      }
      drawer={
        hasHistory ? (
          <Suspense fallback={null}>
            <HistoryDrawer
              session={session}
              content={tab}
              onClose={() => setHistory(false)}
              onOpen={content => tabs.open(content)}
            />
          </Suspense>
        ) : undefined
      }
    >
      <TabStrip tabs={tabs} panel={panelId} onClose={tool.runs.drop} />
      <div id={panelId} role="tabpanel" aria-labelledby={`query-tab-${tab.id}`} className="query-panes">
        <QuerySplits
          panes={panes}
          onPanes={setPanes}
          explorer={hasExplorerPane ? <ExplorerPane session={session} tool={tool} editor={editor} /> : null}
          written={
            <WrittenPane
              session={session}
              tool={tool}
              editor={editor}
              extensions={extensions}
              panes={panes}
              onPanes={setPanes}
              onSend={send}
              onPlace={goTo}
            />
          }
          result={
            <ResultPanel
              key={tab.id}
              session={session}
              run={run}
              view={resultView}
              onView={setResultView}
              onPlace={goTo}
              onAsk={() => tool.runs.again(tab.id)}
              onStopAsking={() => tool.runs.stopAsking(tab.id)}
              compared={tool}
              // A mutation is only sent again by Run.
              onRetry={run && run.request.kind !== 'mutation' ? send : undefined}
            />
          }
        />
      </div>
    </ScreenFrame>
  );
}

/**
 * Returns the extensions of the editor: none initially, then those of the language, then those that need the schema. `onLeave` is called
 * before navigation to Docs.
 */
function useEditorExtensions(
  session: Session,
  { language: { support, schema, fragments }, renameVariable }: QueryTool,
  onLeave: () => void,
) {
  const { navigation } = session;
  const completion = useMemo(lateCompletion, []);
  const extensions = useMemo(
    () => [
      completion.extension,
      support?.graphqlSupport({
        schema,
        fragments,
        onRenamed: renameVariable,
        onDocs: (type, field) => {
          onLeave();
          navigation.go(href(field === null ? ['docs', type] : ['docs', type, field]));
        },
      }) ?? [],
    ],
    [support, schema, renameVariable, navigation, completion, onLeave, fragments],
  );
  useEffect(
    () => completion.answerBy(support && schema ? context => support.completeDocument(schema, context) : null),
    [completion, support, schema],
  );
  return extensions;
}

/** The layout of the panes, and the handler of its changes. */
interface PanesProps {
  panes: QueryPanes;
  onPanes: (change: Partial<QueryPanes>) => void;
}

/** The panes and their separators. */
function QuerySplits({
  panes,
  onPanes,
  explorer,
  written,
  result,
}: PanesProps & { explorer: ReactNode; written: ReactNode; result: ReactNode }): ReactNode {
  const text = useText();
  return (
    <PaneSplit
      className={useIsHydrated() ? 'query-split-explorer' : 'query-split-explorer query-split-early'}
      label={text('query.paneSize', { name: text('query.explorer') })}
      direction="row"
      value={panes.explorer}
      initial={22}
      least={12}
      folds={false}
      onChange={share => onPanes({ explorer: share })}
      first={explorer}
      second={
        <PaneSplit
          className="query-split-written"
          label={text('query.paneSize', { name: text('query.editor') })}
          direction={panes.result === 'below' ? 'column' : 'row'}
          value={panes.written}
          initial={50}
          least={15}
          onChange={share => onPanes({ written: share })}
          first={written}
          second={result}
        />
      }
    />
  );
}

/** The document editor, with the variables and headers below it. */
function WrittenPane({
  session,
  tool,
  editor,
  extensions,
  panes,
  onPanes,
  onSend,
  onPlace,
}: PanesProps & {
  session: Session;
  tool: QueryTool;
  editor: RefObject<CodeEditorHandle | null>;
  extensions: ReturnType<typeof useEditorExtensions>;
  onSend: () => void;
  onPlace: (place: TextPlace) => void;
}): ReactNode {
  const text = useText();
  const formats = useFormats();
  const { tabs, tab, document, operation, refusal } = tool;
  const signedIn = useReadable(session.token.signedIn);
  const [panel, setPanel] = useState<'variables' | 'headers'>('variables');
  const [variablesView, setVariablesView] = useState<'json' | 'form'>('json');
  const paste = usePasting(tabs, editor);
  return (
    <PaneSplit
      className="query-split-document"
      label={text('query.paneSize', { name: text('query.variables') })}
      direction={panes.result === 'below' ? 'row' : 'column'}
      value={panes.document}
      initial={60}
      least={15}
      onChange={share => onPanes({ document: share })}
      first={
        <>
          <div className="query-document">
            <CodeEditor
              // Each tab has its own undo history.
              key={tab.id}
              ref={editor}
              value={tab.query}
              onChange={query => tool.change({ query })}
              label={text('query.editor')}
              hint={text('query.editorHint')}
              extensions={extensions}
              onRun={at => void tool.send(at)}
              onPaste={paste}
              onEditor={laterHistory(session, { tab: tab.id, part: 'document' })}
            />
          </div>
          {refusal ? <NotSent refusal={refusal} onPlace={onPlace} /> : null}
        </>
      }
      second={
        <div className="query-below">
          <Tabs
            label={text('query.variables')}
            selected={panel}
            onSelect={setPanel}
            tabs={[
              { id: 'variables', label: text('query.variables') },
              {
                id: 'headers',
                label: text('query.headers'),
                ...(tab.headers.length > 0 ? { count: formats.number(tab.headers.length) } : {}),
              },
            ]}
          >
            {panel === 'variables' ? (
              <VariablesPanel
                key={tab.id}
                value={tab.variables}
                files={tool.files}
                onChange={tool.changeVariables}
                model={tool.model}
                variables={document?.error === null ? (operation?.variables ?? []) : null}
                view={variablesView}
                onView={setVariablesView}
                onRun={() => onSend()}
                onEditor={laterHistory(session, { tab: tab.id, part: 'variables' })}
              />
            ) : (
              <HeadersPanel headers={tab.headers} signedIn={signedIn} onChange={headers => tool.change({ headers })} />
            )}
          </Tabs>
        </div>
      }
    />
  );
}

/** The explorer beside the document, once the schema is loaded. */
function ExplorerPane({
  session,
  tool,
  editor,
}: {
  session: Session;
  tool: QueryTool;
  editor: RefObject<CodeEditorHandle | null>;
}): ReactNode {
  const { tab } = tool;
  const schemaState = useReadable(session.schema);
  const edit = (edits: readonly TextEdit[]): void => {
    editor.current?.view()?.dispatch({ changes: [...edits], userEvent: 'input.explorer' });
  };
  return (
    <Suspense fallback={<SkeletonLines lines={12} />}>
      {tool.model && tool.language.support ? (
        <ExplorerPanel
          key={tab.id}
          value={tab.query}
          model={tool.model}
          operation={tab.operation}
          onEdit={edit}
          onOperation={operation => tool.change({ operation })}
        />
      ) : schemaState.status === 'failed' ? (
        <FailureState {...schemaFailureProps(session, schemaState.failure)} inline />
      ) : schemaState.status === 'loading' ? (
        <SchemaWaiting session={session} lines={12} />
      ) : (
        <SkeletonLines lines={12} />
      )}
    </Suspense>
  );
}

/**
 * Preloads parts of this screen that a server-rendered page shows: without their code they would disappear briefly. Called by `lazyPart`.
 * @public
 */
export const prepare = prepareActions;

/** The lazy entry point: loads the messages and icons with the component. */
export default withMessagesAndIcons({ query, form, dashboard: pin }, QueryScreen);
