/**
 * The Query screen: a document, its variables and headers, and what the server answers. For those who write GraphQL; whatever another screen
 * sends can be opened here. The rules are in useQueryTool.ts.
 */
import { type ReactNode, Suspense, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { form } from '../../i18n/english/form';
import { query } from '../../i18n/english/query';
import { useFormats, useText } from '../../i18n/LanguageProvider';
import type { Text } from '../../i18n/language';
import { FailureState } from '../../parts/FailureState';
import { SchemaWaiting } from '../../parts/SchemaWaiting';
import type { Session } from '../../session/connections/session';
import { href } from '../../session/navigation/navigation';
import { schemaTrouble } from '../../session/schema/schemaTrouble';
import { useAnnounce } from '../../ui/frame/Announcer';
import { Menu } from '../../ui/frame/Menu';
import { ScreenFrame } from '../../ui/frame/ScreenFrame';
import { SkeletonLines } from '../../ui/frame/Skeleton';
import { Tabs } from '../../ui/frame/Tabs';
import { Button, IconButton } from '../../ui/inputs/Button';
import { Select } from '../../ui/inputs/Select';
import { lazyPart, useArrival } from '../../ui/lazyPart';
import { copyText } from '../../ui/text/CopyButton';
import { Icon } from '../../ui/text/Icon';
import { useReadable } from '../../ui/text/useReadable';
import { withMessagesAndIcons } from '../../ui/withMessagesAndIcons';
import { CodeEditor, type CodeEditorHandle } from './editor/CodeEditor';
import type { DocumentOperation, TextPlace } from './editor/documentTools';
import { lateCompletion } from './editor/lateCompletion';
import type { TextEdit } from './editor/textEdit';
import { useExplorerShown } from './explorer/useExplorerShown';
import { PlaceLink } from './result/ResultErrors';
import { ResultPanel, type ResultView } from './result/ResultPanel';
import type { CopyFormat } from './share/copiedText';
import { looksCopied } from './share/looksCopied';
import type { PastedRequest } from './share/readPasted';
import { LONGEST_ADDRESS, shareAddress } from './share/shareAddress';
import { TabStrip, tabName } from './tabs/TabStrip';
import { useTabAddress } from './tabs/useTabAddress';
import { type Refusal, useQueryTool } from './useQueryTool';
import { HeadersPanel } from './variables/HeadersPanel';
import { VariablesPanel } from './variables/VariablesPanel';
import './query.css';

const ExplorerPanel = lazyPart(() => import(/* webpackChunkName: "query-explorer" */ './explorer/ExplorerPanel'));
const HistoryDrawer = lazyPart(() => import(/* webpackChunkName: "query-kept" */ './tabs/HistoryDrawer'));
const loadPasting = () => import(/* webpackChunkName: "query-copy" */ './share/readPasted');
const loadCopying = () => import(/* webpackChunkName: "query-copy" */ './share/copiedText');

/** Props of the Query screen. */
export interface QueryScreenProps {
  session: Session;
}

/** The screen. */
export function QueryScreen({ session }: QueryScreenProps): ReactNode {
  const text = useText();
  const formats = useFormats();
  const announce = useAnnounce();
  const panelId = useId();
  const tool = useQueryTool(session);
  const { tabs, tab, run, language, document, operation, refusal } = tool;
  const signedIn = useReadable(session.token.signedIn);
  const schemaState = useReadable(session.schema);
  const editor = useRef<CodeEditorHandle>(null);
  const [panel, setPanel] = useState<'variables' | 'headers'>('variables');
  const [variablesView, setVariablesView] = useState<'json' | 'form'>('json');
  const [resultView, setResultView] = useState<ResultView>('tree');
  const [hasHistory, setHistory] = useState(false);
  const [hasExplorer, setExplorer] = useExplorerShown(session);
  const followTab = useTabAddress(session, tabs, () => announce.note({ text: text('query.shareBroken'), tone: 'danger' }));

  useEffect(() => {
    const keep = (): void => tabs.flush();
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [tabs]);

  const { navigation } = session;
  const { support, schema } = language;
  // Fetched while the schema is.
  useArrival(hasExplorer && support ? ExplorerPanel : undefined);
  const completion = useMemo(lateCompletion, []);
  const extensions = useMemo(
    () => [
      completion.extension,
      support?.graphqlSupport({
        schema,
        onDocs: (type, field) => {
          followTab();
          navigation.go(href(field === null ? ['docs', type] : ['docs', type, field]));
        },
      }) ?? [],
    ],
    [support, schema, navigation, completion, followTab],
  );
  useEffect(
    () => completion.answerBy(support && schema ? context => support.completeDocument(schema, context) : null),
    [completion, support, schema],
  );
  const isRunning = run?.state === 'running';
  const isMutating = isRunning && run.request.kind === 'mutation';
  const send = useCallback(() => void tool.send(), [tool.send]);
  const goTo = (place: TextPlace): void => editor.current?.goTo(place.line, place.column);
  const open = (pasted: PastedRequest | null): boolean => {
    if (!pasted) return false;
    const { missing = [], ...request } = pasted;
    const files = missing.join(', ');
    // Without a document there is nothing to open: the text goes where it was pasted.
    if (request.query === undefined) {
      announce.note({ text: text('query.pastedFile', { files }), tone: 'danger' });
      return false;
    }
    tabs.open(request);
    if (missing.length > 0) announce.note({ text: text('query.pastedWithout', { files }), tone: 'danger' });
    else announce.note({ text: text('query.pasted') });
    return true;
  };
  const paste = (pasted: string): boolean => {
    if (!looksCopied(pasted)) return false;
    const view = editor.current?.view();
    void loadPasting()
      .then(({ readPasted }) => open(readPasted(pasted)))
      .catch(() => false)
      .then(isOpened => {
        if (!isOpened) view?.dispatch(view.state.replaceSelection(pasted), { userEvent: 'input.paste', scrollIntoView: true });
      });
    return true;
  };
  const copy = async (format: CopyFormat): Promise<void> => {
    const copied = tool.copied();
    if (!copied) {
      announce.note({ text: text('query.copyNothing'), tone: 'danger' });
      return;
    }
    const isCopied = await loadCopying().then(
      ({ copiedText }) => copyText(copiedText(format, copied)),
      () => false,
    );
    announce.note(isCopied ? { text: text('ui.copied') } : { text: text('ui.copyFailed'), tone: 'danger' });
  };
  const share = async (): Promise<void> => {
    const address = new URL(navigation.outer(await shareAddress(tab)), session.pageUrl).href;
    if (!(await copyText(address))) announce.note({ text: text('ui.copyFailed'), tone: 'danger' });
    else if (address.length > LONGEST_ADDRESS)
      announce.note({ text: text('query.sharedLong', { size: formats.bytes(address.length) }) });
    else announce.note({ text: text('query.shared') });
  };
  const operations = document?.operations ?? [];
  const choose = (chosen: DocumentOperation | undefined): void => {
    if (support && chosen) tool.change({ operation: support.tools.choiceOf(operations, chosen) });
  };
  const edit = (edits: readonly TextEdit[]): void => {
    editor.current?.view()?.dispatch({ changes: [...edits], userEvent: 'input.explorer' });
  };
  const command = (name: 'fillAllFields' | 'showInDocs'): void => {
    const view = editor.current?.view();
    if (view && support) support.commands[name](view);
  };

  return (
    <ScreenFrame
      crumbs={[{ label: text('query.title') }]}
      actions={
        <>
          {operations.length > 1 ? (
            <Select
              aria-label={text('query.operation')}
              className="query-operation"
              value={String(operation ? operations.indexOf(operation) : 0)}
              options={operations.map(({ name, kind }, at) => ({
                value: String(at),
                label: name ?? text('query.operationUnnamed', { kind, number: at + 1 }),
              }))}
              onChange={at => choose(operations[Number(at)])}
            />
          ) : null}
          {isRunning && !isMutating ? (
            <Button icon="stop" onClick={tool.stop}>
              {text('query.stop')}
            </Button>
          ) : (
            <Button
              kind="primary"
              icon="play"
              busy={isMutating}
              title={text(isMutating ? 'query.sendingMutation' : 'query.runHint')}
              onClick={send}
            >
              {text('query.run')}
            </Button>
          )}
          <IconButton
            icon="tree"
            label={text('query.explorer')}
            pressed={hasExplorer}
            onClick={() => setExplorer(!hasExplorer)}
          />
          <IconButton icon="link" label={text('query.share')} onClick={() => void share()} />
          <IconButton icon="history" label={text('query.kept')} pressed={hasHistory} onClick={() => setHistory(!hasHistory)} />
          <Menu
            align="end"
            items={[
              {
                label: text('query.format'),
                icon: 'edit',
                disabled: !support,
                onSelect: () => support && editor.current?.replace(support.tools.formatted(tab.query)),
              },
              { label: text('query.fill'), icon: 'plus', disabled: !schema, onSelect: () => command('fillAllFields') },
              { label: text('query.docs'), icon: 'docs', disabled: !schema, onSelect: () => command('showInDocs') },
              { line: true },
              { label: text('query.copyCurl'), icon: 'copy', onSelect: () => void copy('curl') },
              { label: text('query.copyFetch'), icon: 'copy', onSelect: () => void copy('fetch') },
              { label: text('query.copyUrql'), icon: 'copy', onSelect: () => void copy('urql') },
              { line: true },
              {
                label: text('query.tabClose', { name: tabName(tab) ?? text('query.tabEmpty') }),
                icon: 'close',
                onSelect: () => {
                  tool.runs.drop(tab.id);
                  tabs.close(tab.id);
                },
              },
              { label: text('query.tabReopen'), icon: 'undo', onSelect: () => void tabs.reopen() },
            ]}
          >
            {trigger => (
              <IconButton
                icon="more"
                label={text('query.more')}
                {...trigger}
                onClick={() => {
                  // Some browsers let a page copy only right after the press.
                  void loadCopying().catch(() => undefined);
                  trigger.onClick();
                }}
              />
            )}
          </Menu>
        </>
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
      <div
        id={panelId}
        role="tabpanel"
        aria-labelledby={`query-tab-${tab.id}`}
        className={hasExplorer ? 'query-panes query-panes-explored' : 'query-panes'}
      >
        {hasExplorer ? (
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
              <FailureState {...schemaTrouble(session, schemaState.failure)} inline />
            ) : schemaState.status === 'loading' ? (
              <SchemaWaiting session={session} lines={12} />
            ) : (
              <SkeletonLines lines={12} />
            )}
          </Suspense>
        ) : null}
        <div className="query-written">
          <div className="query-document">
            <CodeEditor
              // Each tab has a history of its own to undo.
              key={tab.id}
              ref={editor}
              value={tab.query}
              onChange={query => tool.change({ query })}
              label={text('query.editor')}
              hint={text('query.editorHint')}
              extensions={extensions}
              onRun={at => void tool.send(at)}
              onPaste={paste}
            />
          </div>
          {refusal ? <NotSent refusal={refusal} onPlace={goTo} /> : null}
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
                  onRun={() => send()}
                />
              ) : (
                <HeadersPanel headers={tab.headers} signedIn={signedIn} onChange={headers => tool.change({ headers })} />
              )}
            </Tabs>
          </div>
        </div>
        <ResultPanel
          key={tab.id}
          session={session}
          run={run}
          view={resultView}
          onView={setResultView}
          onPlace={goTo}
          // What may have changed something is sent again by Run alone.
          onRetry={run && run.request.kind !== 'mutation' ? send : undefined}
        />
      </div>
    </ScreenFrame>
  );
}

function NotSent({ refusal, onPlace }: { refusal: Refusal; onPlace: (place: TextPlace) => void }): ReactNode {
  const text = useText();
  return (
    <p className="query-refusal" role="alert">
      <Icon name="error" />
      <span>
        <strong>{text('query.notSent')}</strong> {refusalWords(text, refusal)}
        {refusal.code === 'unread' && refusal.place ? <PlaceLink place={refusal.place} onPlace={onPlace} /> : null}
      </span>
    </p>
  );
}

function refusalWords(text: Text, refusal: Refusal): string {
  switch (refusal.code) {
    case 'none':
      return text('query.noOperation');
    case 'unloaded':
      return text('shell.notAvailableHelp');
    case 'unread':
      return text('query.notRead', { message: refusal.message });
    case 'header':
      return text('query.headerBroken', { name: refusal.name });
    case 'token':
      return text('query.headerToken', { name: refusal.name });
    case 'variables':
      return refusal.message === ''
        ? text('query.variablesNoObject', { example: '{"first": 10}' })
        : text('query.variablesBroken', { error: refusal.message });
  }
}

/** As it is fetched: with its texts and the icons inside it. */
export default withMessagesAndIcons({ query, form }, QueryScreen);
