/**
 * The schema as a tree beside the document (the WAI-ARIA tree pattern with check boxes): what is ticked is asked for. Each press changes the text
 * of the editor in place, as a step that can be undone there. The rules are in documentEdits.ts and explorerRows.ts.
 */
import type { DocumentNode } from 'graphql';
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import { Button } from '../../../ui/inputs/Button';
import { SearchInput } from '../../../ui/inputs/SearchInput';
import { VirtualList, type VirtualListHandle } from '../../../ui/table/VirtualList';
import {
  added,
  type EditedDocument,
  filled,
  firstValue,
  removed,
  renamed,
  withArgument,
  withOperation,
} from '../editor/document/documentEdits';
import { readLoosely } from '../editor/document/documentPlace';
import { editedText, type TextEdit } from '../editor/document/textEdit';
import { ExplorerLine } from './ExplorerLine';
import { type ExplorerRow, explorerRows } from './explorerRows';

/** Props of the panel. */
export interface ExplorerPanelProps {
  /** The document as it stands in the editor. */
  value: string;
  model: SchemaModel;
  /** Name of the selected operation; null: the first. */
  operation: string | null;
  /** Makes changes in the editor. */
  onEdit: (edits: readonly TextEdit[]) => void;
  /** Another operation is selected now. */
  onOperation: (name: string | null) => void;
}

/** Height of a row in px; query.css says the same. */
const ROW = 26;
const KINDS = ['query', 'mutation', 'subscription'] as const;

/** The panel; it fills the room it is given. */
export default function ExplorerPanel({ value, model, operation, onEdit, onOperation }: ExplorerPanelProps): ReactNode {
  const text = useText();
  const id = useId();
  const list = useRef<VirtualListHandle>(null);
  const tree = useRef<HTMLDivElement>(null);
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [filter, setFilter] = useState('');
  const [activeKey, setActiveKey] = useState('0');
  const read = useMemo(() => readLoosely(value), [value]);
  // While a document is half written, the rows of the last one that could be read stay, and cannot be pressed.
  const last = useRef<EditedDocument | null>(null);
  const begun = useMemo(() => (read ? withFirstOperation(value, read) : null), [read, value]);
  if (read) last.current = begun ? { ...begun, model } : { text: value, document: read, model };
  const edited = last.current;
  const document = edited?.document ?? null;
  const chosen = useMemo(() => {
    const operations =
      document?.definitions.map(node => (node.kind === 'OperationDefinition' ? (node.name?.value ?? '') : null)) ?? [];
    const named = operation === null ? -1 : operations.indexOf(operation);
    return named >= 0 ? named : operations.findIndex(name => name !== null);
  }, [document, operation]);
  const rows = useMemo(
    () => (document ? explorerRows({ model, document, folds, chosen, filter }) : []),
    [document, model, folds, chosen, filter],
  );
  const active = Math.max(
    0,
    rows.findIndex(row => row.key === activeKey),
  );

  /** Whether the operation that is only shown is still to be put into the text. */
  let isToBegin = begun !== null;
  const put = (edits: readonly TextEdit[] | null): boolean => {
    if (!read || !edits) return false;
    if (edits.length === 0) return true;
    if (begun && isToBegin) {
      isToBegin = false;
      onEdit([{ from: 0, to: value.length, insert: editedText(begun.text, edits) }]);
      onOperation(begun.name);
    } else onEdit(edits);
    return true;
  };
  const fold = (row: ExplorerRow, open: boolean): void => {
    if (row.expandable) setFolds(now => new Map(now).set(row.key, open));
  };
  const toggle = (row: ExplorerRow): void => {
    setActiveKey(row.key);
    if (!read || !edited) return;
    if (row.kind === 'operation' || row.kind === 'fragment') {
      if (row.kind === 'operation' && !begun) onOperation(row.name === '' ? null : row.name);
      fold(row, !row.open);
    } else if (row.kind === 'argument') giveArgument(row, row.checked ? null : undefined);
    else if (row.checked) {
      put(removed(edited, row.place));
      // Closed with its tick, unless it is opened again to look around.
      setFolds(now => new Map([...now].filter(([key]) => key !== row.key)));
    } else {
      put(added(edited, row.place));
      setFolds(now => new Map([...now].filter(([key]) => key !== row.key)));
    }
  };
  /** Gives an argument a value; undefined: one to begin with. The field comes along when it is not there yet. */
  const giveArgument = (row: ExplorerRow, given: string | null | undefined): boolean => {
    const { argument, place } = row;
    if (!edited || !argument) return false;
    const first = given === null ? [] : added(edited, place);
    const between = editedText(edited.text, first);
    const now = readLoosely(between);
    if (!now || !read) return false;
    const next = { text: between, document: now, model };
    const edits = withArgument(next, place, argument, given === undefined ? firstValue(next, place, argument) : given);
    if (!edits) return false;
    // Required ones came with the field.
    const isThere = first.length > 0 && row.required && given === undefined;
    put(first);
    return isThere || put(edits);
  };
  const fill = (row: ExplorerRow): void => {
    setActiveKey(row.key);
    if (!edited || !row.fillable) return;
    const first = row.checked ? [] : added(edited, row.place);
    const between = editedText(edited.text, first);
    const now = readLoosely(between);
    put(first);
    if (now) put(filled({ text: between, document: now, model }, row.place));
  };
  const rename = (row: ExplorerRow, name: string): boolean => {
    if (!edited || name === row.name) return edited !== null;
    const isDone = put(renamed(edited, row.place.definition, name));
    if (isDone && row.kind === 'operation' && operation === row.name) onOperation(name);
    return isDone;
  };
  const add = (kind: (typeof KINDS)[number]): void => {
    if (!read) return;
    const { edits, name } = withOperation({ text: value, document: read }, kind);
    onEdit(edits);
    onOperation(name);
    setFolds(now => new Map(now).set(String(read.definitions.length), true));
    setActiveKey(String(read.definitions.length));
  };

  const goTo = (at: number): void => {
    const place = Math.max(0, Math.min(rows.length - 1, at));
    const target = rows[place];
    if (!target) return;
    setActiveKey(target.key);
    list.current?.reveal(place);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const row = rows[active];
    if (!row || event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / ROW) - 1);
    if (event.key === 'ArrowDown') goTo(active + 1);
    else if (event.key === 'ArrowUp') goTo(active - 1);
    else if (event.key === 'PageDown') goTo(active + page);
    else if (event.key === 'PageUp') goTo(active - page);
    else if (event.key === 'Home') goTo(0);
    else if (event.key === 'End') goTo(rows.length - 1);
    else if (event.key === 'ArrowRight') {
      if (row.expandable && !row.open) fold(row, true);
      else if (row.open) goTo(active + 1);
    } else if (event.key === 'ArrowLeft') {
      if (row.open) fold(row, false);
      else goTo(rows.findLastIndex((other, at) => at < active && other.depth < row.depth));
    } else if ((event.key === 'Enter' || event.key === ' ') && event.shiftKey) fill(row);
    else if (event.key === ' ') toggle(row);
    else if (event.key === 'F2' || event.key === 'Enter') {
      const input = event.currentTarget.querySelector<HTMLInputElement>(`[data-row="${CSS.escape(row.key)}"]`);
      if (input) input.focus();
      else toggle(row);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <section className="query-explorer" aria-label={text('query.explorer')}>
      <div className="query-panel-bar">
        <SearchInput label={text('query.explorerFilter')} value={filter} onChange={setFilter} />
      </div>
      {read ? null : <p className="query-explorer-note quiet">{text('query.explorerUnread')}</p>}
      <VirtualList
        ref={list}
        count={rows.length}
        size={ROW}
        label={text('query.explorer')}
        role="tree"
        rowKey={at => rows[at]?.key ?? at}
        className={read ? 'query-explorer-tree' : 'query-explorer-tree query-explorer-waiting'}
        focusable={{
          // Code keeps its direction in every language.
          dir: 'ltr',
          'aria-activedescendant': rows.length > 0 ? `${id}-${active}` : undefined,
          'aria-disabled': read === null,
          onKeyDown,
          onFocus: event => {
            tree.current = event.currentTarget;
          },
        }}
      >
        {at => {
          const row = rows[at];
          return row ? (
            <ExplorerLine
              id={`${id}-${at}`}
              row={row}
              active={at === active}
              onToggle={() => toggle(row)}
              onFold={() => {
                setActiveKey(row.key);
                fold(row, !row.open);
              }}
              onFill={() => fill(row)}
              onValue={given => (row.kind === 'argument' ? giveArgument(row, given) : rename(row, given))}
              onRemove={() => edited && put(removed(edited, row.place))}
              onLeave={() => tree.current?.focus()}
            />
          ) : null;
        }}
      </VirtualList>
      <div className="query-explorer-foot">
        {KINDS.filter(kind => kind === 'query' || model[`${kind}Type`] !== null).map(kind => (
          <Button
            key={kind}
            kind="quiet"
            icon="plus"
            disabled={!read}
            title={text('query.explorerAdd', { kind })}
            onClick={() => add(kind)}
          >
            {kind}
          </Button>
        ))}
      </div>
    </section>
  );
}

/** A document that asks for nothing yet, as it is once a first query is in it: what can be asked for is shown at once. Null when it asks. */
function withFirstOperation(value: string, document: DocumentNode): (Omit<EditedDocument, 'model'> & { name: string }) | null {
  if (document.definitions.some(node => node.kind === 'OperationDefinition')) return null;
  const { edits, name } = withOperation({ text: value, document }, 'query');
  const text = editedText(value, edits);
  const read = readLoosely(text);
  return read && { text, document: read, name };
}
