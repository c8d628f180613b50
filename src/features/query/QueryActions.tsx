/** The buttons above the Query screen: operation, run or stop, explorer, link, history, and a menu with all other commands. */
import { type ReactNode, type RefObject, Suspense, useState } from 'react';
import { useFormats, useText } from '../../i18n/LanguageProvider';
import { type NewTile, usePin } from '../../parts/usePin';
import type { Session } from '../../session/connections/session';
import { hasVariables } from '../../session/environments/fillTemplate';
import { publicVariables } from '../../session/navigation/queryLink';
import { useAnnounce } from '../../ui/frame/Announcer';
import { Menu } from '../../ui/frame/menu/Menu';
import { Button, IconButton } from '../../ui/inputs/Button';
import { Select } from '../../ui/inputs/Select';
import { lazyPart } from '../../ui/lazyPart';
import { copyText } from '../../ui/text/CopyButton';
import type { CodeEditorHandle } from './editor/CodeEditor';
import type { DocumentOperation } from './editor/document/documentTools';
import type { QueryPanes } from './panes/useQueryPanes';
import type { CopyFormat } from './share/copiedText';
import { LONGEST_ADDRESS, shareAddress } from './share/shareAddress';
import { tabName } from './tabs/TabStrip';
import { useTrustedDocuments } from './trusted/useTrustedDocuments';
import type { QueryTool } from './useQueryTool';

const EnvironmentChoice = lazyPart(
  () => import(/* webpackChunkName: "query-environment" */ '../../parts/environments/EnvironmentChoice'),
);
/** Preloads the code of lazy parts. */
export const prepareActions = (): Promise<void> => EnvironmentChoice.prepare(null);
const OptionsDialog = lazyPart(() => import(/* webpackChunkName: "query-options" */ './options/OptionsDialog'));
const loadCopying = () => import(/* webpackChunkName: "query-copy" */ './share/copiedText');

/** A pane beside the document that can be shown or hidden. */
interface Pane {
  isShown: boolean;
  show(isShown: boolean): void;
}

/** Props of `QueryActions`. */
export interface QueryActionsProps {
  session: Session;
  tool: QueryTool;
  editor: RefObject<CodeEditorHandle | null>;
  onSend: () => void;
  panes: QueryPanes;
  onPanes: (change: Partial<QueryPanes>) => void;
  explorer: Pane;
  history: Pane;
}

export function QueryActions(props: QueryActionsProps): ReactNode {
  const { session, tool, onSend, explorer, history } = props;
  const text = useText();
  const formats = useFormats();
  const announce = useAnnounce();
  const { tab, run, document, operation, language } = tool;
  const { support } = language;
  const isRunning = run?.state === 'running';
  const isMutating = isRunning && run.request.kind === 'mutation';
  const operations = document?.operations ?? [];
  const share = async (): Promise<void> => {
    // The tab keeps the name of an operation that is no longer in the document.
    const chosen = tab.operation !== null && support && operation ? support.tools.choiceOf(operations, operation) : tab.operation;
    const path = await shareAddress({ ...tab, operation: chosen });
    const address = new URL(session.navigation.outer(path), session.pageUrl).href;
    if (!(await copyText(address))) announce.note({ text: text('ui.copyFailed'), tone: 'danger' });
    else if (address.length > LONGEST_ADDRESS)
      announce.note({ text: text('query.sharedLong', { size: formats.bytes(address.length) }) });
    else announce.note({ text: text('query.shared') });
  };
  const choose = (chosen: DocumentOperation | undefined): void => {
    if (support && chosen) tool.change({ operation: support.tools.choiceOf(operations, chosen) });
  };
  return (
    <>
      <Suspense fallback={null}>
        <EnvironmentChoice session={session} />
      </Suspense>
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
          onClick={onSend}
        >
          {text('query.run')}
        </Button>
      )}
      <IconButton
        icon="tree"
        label={text('query.explorer')}
        pressed={explorer.isShown}
        onClick={() => explorer.show(!explorer.isShown)}
      />
      <IconButton icon="link" label={text('query.share')} onClick={() => void share()} />
      <IconButton
        icon="history"
        label={text('query.kept')}
        pressed={history.isShown}
        onClick={() => history.show(!history.isShown)}
      />
      <QueryMenu {...props} />
    </>
  );
}

/** The menu: formats, adds leaf fields, copies, closes and reopens tabs. */
function QueryMenu({ session, tool, editor, panes, onPanes }: QueryActionsProps): ReactNode {
  const text = useText();
  const announce = useAnnounce();
  const { tabs, tab } = tool;
  const { support, schema, fragments } = tool.language;
  const trusted = useTrustedDocuments(session);
  const pinned = usePin(session);
  const [hasOptions, setOptions] = useState(false);
  const copy = async (format: CopyFormat): Promise<void> => {
    const copied = tool.copied();
    if (!copied) {
      announce.note({ text: text('query.copyNothing'), tone: 'danger' });
      return;
    }
    const isCopied = await loadCopying().then(
      ({ copiedText }) => copyText(copiedText(format, copied, session)),
      () => false,
    );
    announce.note(isCopied ? { text: text('ui.copied') } : { text: text('ui.copyFailed'), tone: 'danger' });
  };
  const command = (name: 'fillAllFields' | 'showInDocs'): void => {
    const view = editor.current?.view();
    if (view && support) support.commands[name](view);
  };

  return (
    <>
      {trusted.picker}
      {hasOptions ? (
        <Suspense fallback={null}>
          <OptionsDialog session={session} model={tool.model} onClose={() => setOptions(false)} />
        </Suspense>
      ) : null}
      <Menu
        align="end"
        items={[
          {
            label: text('query.format'),
            icon: 'edit',
            disabled: !support,
            onSelect: () => support && editor.current?.replace(support.tools.formatted(tab.query, fragments)),
          },
          { label: text('query.fill'), icon: 'plus', disabled: !schema, onSelect: () => command('fillAllFields') },
          { label: text('query.docs'), icon: 'docs', disabled: !schema, onSelect: () => command('showInDocs') },
          { label: text('shell.schemaAgain'), icon: 'refresh', onSelect: () => void session.schema.refresh() },
          { line: true },
          { label: text('query.copyCurl'), icon: 'copy', onSelect: () => void copy('curl') },
          { label: text('query.copyFetch'), icon: 'copy', onSelect: () => void copy('fetch') },
          { label: text('query.copyUrql'), icon: 'copy', onSelect: () => void copy('urql') },
          ...(['TypedDocumentNode', 'gql.tada', 'TypeScript'] as const).map(format => ({
            label: format,
            icon: 'copy' as const,
            disabled: format === 'TypeScript' && !tool.model,
            onSelect: () => void copy(format),
          })),
          { line: true },
          {
            label: text('dashboard.pin'),
            icon: 'pin',
            disabled: tool.operation === undefined || tool.operation.kind === 'mutation',
            onSelect: pinned(() => pinnedTile(tool)),
          },
          ...trusted.items,
          { label: text('query.options'), icon: 'settings', onSelect: () => setOptions(true) },
          { line: true },
          ...(['beside', 'below'] as const).map(place => ({
            label: text(place === 'beside' ? 'query.resultBeside' : 'query.resultBelow'),
            checked: panes.result === place,
            onSelect: () => onPanes({ result: place, written: null, document: null }),
          })),
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
              // Some browsers only allow a page to copy directly after a click.
              void loadCopying().catch(() => undefined);
              trigger.onClick();
            }}
          />
        )}
      </Menu>
    </>
  );
}

/**
 * Returns a dashboard tile of the selected operation; null if it needs files, headers, secrets or environment variables, which a tile
 * cannot store.
 */
function pinnedTile(tool: QueryTool): NewTile | null {
  const copied = tool.copied();
  if (copied === null || copied.files.size > 0 || copied.headers.some(({ name }) => name.trim() !== '')) return null;
  const variables = JSON.stringify(copied.variables);
  if (publicVariables(copied.text, copied.variables) !== variables || hasVariables(copied.text + variables)) return null;
  return {
    title: tabName(tool.tab) ?? tool.operation?.name ?? '',
    show: 'list',
    source: { kind: copied.kind === 'subscription' ? 'feed' : 'query', document: copied.text, variables },
  };
}
