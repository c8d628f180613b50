/** The rows of the explorer, and its changes to the document. The logic is in documentEdits.ts and explorerRows.ts. */
import type { DocumentNode } from 'graphql';
import { useMemo, useRef, useState } from 'react';
import type { SchemaModel } from '../../../schema/model/schemaModel';
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
import { type ExplorerRow, explorerRows } from './explorerRows';

/** The document, and the handlers of its changes. */
export interface ExplorerOptions {
  /** The text of the editor. */
  value: string;
  model: SchemaModel;
  /** Name of the selected operation; null for the first. */
  operation: string | null;
  /** Applies changes to the editor. */
  onEdit: (edits: readonly TextEdit[]) => void;
  /** Called when another operation is selected. */
  onOperation: (name: string | null) => void;
}

/** The kinds of operations that can be added. */
export type OperationKind = 'query' | 'mutation' | 'subscription';

/** The rows of the explorer and its commands. */
export interface Explorer {
  /** False if the document cannot be parsed: the rows are those of the last version that could, and cannot be changed. */
  isReadable: boolean;
  rows: readonly ExplorerRow[];
  filter: string;
  setFilter: (filter: string) => void;
  /** Key of the row with the keyboard focus. */
  activeKey: string;
  setActiveKey: (key: string) => void;
  fold: (row: ExplorerRow, open: boolean) => void;
  /** Adds or removes a field or an argument; selects an operation and expands or collapses it. */
  toggle: (row: ExplorerRow) => void;
  /** Sets the value of an argument; null removes it. Returns false if the value is invalid. */
  giveArgument: (row: ExplorerRow, given: string | null) => boolean;
  /** Adds a field with its leaf fields that require no arguments. */
  fill: (row: ExplorerRow) => void;
  /** Returns false if the name cannot be used. */
  rename: (row: ExplorerRow, name: string) => boolean;
  remove: (row: ExplorerRow) => void;
  /** Appends an operation to the document. */
  add: (kind: OperationKind) => void;
}

/** Returns the explorer of a document. */
export function useExplorer({ value, model, operation, onEdit, onOperation }: ExplorerOptions): Explorer {
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [filter, setFilter] = useState('');
  const [activeKey, setActiveKey] = useState('0');
  const read = useMemo(() => readLoosely(value), [value]);
  // If the document cannot be parsed, the rows of the last version that could are shown, disabled.
  const last = useRef<EditedDocument | null>(null);
  const initial = useMemo(() => (read ? withFirstOperation(value, read) : null), [read, value]);
  if (read) last.current = initial ? { ...initial, model } : { text: value, document: read, model };
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

  /** True while the operation is only shown and not yet in the text. */
  let isToBegin = initial !== null;
  const put = (edits: readonly TextEdit[] | null): boolean => {
    if (!read || !edits) return false;
    if (edits.length === 0) return true;
    if (initial && isToBegin) {
      isToBegin = false;
      onEdit([{ from: 0, to: value.length, insert: editedText(initial.text, edits) }]);
      onOperation(initial.name);
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
      if (row.kind === 'operation' && !initial) onOperation(row.name === '' ? null : row.name);
      fold(row, !row.open);
    } else if (row.kind === 'argument') giveArgument(row, row.checked ? null : undefined);
    else {
      put(row.checked ? removed(edited, row.place) : added(edited, row.place));
      // Unchecking collapses it, unless the user expands it again.
      setFolds(now => new Map([...now].filter(([key]) => key !== row.key)));
    }
  };
  /** Sets the value of an argument; undefined for an initial value. Adds the field if it is missing. */
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
    // Required arguments were added with the field.
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
  const add = (kind: OperationKind): void => {
    if (!read) return;
    const { edits, name } = withOperation({ text: value, document: read }, kind);
    onEdit(edits);
    onOperation(name);
    setFolds(now => new Map(now).set(String(read.definitions.length), true));
    setActiveKey(String(read.definitions.length));
  };

  return {
    isReadable: read !== null,
    rows,
    filter,
    setFilter,
    activeKey,
    setActiveKey,
    fold,
    toggle,
    giveArgument,
    fill,
    rename,
    remove(row) {
      if (edited) put(removed(edited, row.place));
    },
    add,
  };
}

/**
 * Returns an empty document as it is after a first query has been added, so that its fields are shown at once. Returns null if the document
 * has an operation.
 */
function withFirstOperation(value: string, document: DocumentNode): (Omit<EditedDocument, 'model'> & { name: string }) | null {
  if (document.definitions.some(node => node.kind === 'OperationDefinition')) return null;
  const { edits, name } = withOperation({ text: value, document }, 'query');
  const text = editedText(value, edits);
  const read = readLoosely(text);
  return read && { text, document: read, name };
}
