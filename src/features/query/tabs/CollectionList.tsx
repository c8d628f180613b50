/**
 * The collections with their operations, one below the other. Imported collections can have thousands, so only visible ones are rendered.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useText } from '../../../i18n/LanguageProvider';
import { IconButton } from '../../../ui/inputs/Button';
import { useRowHeight } from '../../../ui/table/useRowHeight';
import { useWindow } from '../../../ui/table/useWindow';
import type { QueryCollection, SavedQuery } from './queryCollectionFile';
import type { QueryCollections } from './queryCollections';
import { tabName } from './TabStrip';

/** Props of `CollectionList`. */
export interface CollectionListProps {
  collections: QueryCollections;
  /** The collections to show, with the operations that match the search. */
  found: readonly QueryCollection[];
  /** Saves the current query in a collection; null if there is none. */
  onSave: ((collection: QueryCollection) => void) | null;
  onOpen: (query: SavedQuery) => void;
  /** Calls `act` and offers to undo it. */
  onRemove: (name: string, act: () => Promise<void>) => void;
}

/** Space above and below a row, with its line, in px. */
const AROUND = 7;

export function CollectionList({ found, ...rest }: CollectionListProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const size = useRowHeight() + AROUND;
  const starts: number[] = [];
  let count = 0;
  for (const { queries } of found) {
    starts.push(count);
    count += queries.length + 1;
  }
  const { first, end } = useWindow({ scroller, count, size });
  const sections = found.flatMap((collection, at) => {
    const head = starts[at] ?? 0;
    const [from, to] = [Math.max(first, head), Math.min(end, head + collection.queries.length + 1)];
    if (from >= to) return [];
    return (
      <section key={collection.id} aria-label={collection.name}>
        {from === head ? <CollectionHead {...rest} collection={collection} size={size} /> : null}
        <ul>
          {collection.queries.slice(Math.max(0, from - head - 1), to - head - 1).map((query, place) => (
            <CollectionEntry
              key={query.id}
              {...rest}
              query={query}
              size={size}
              setSize={collection.queries.length}
              place={Math.max(from - head, 1) + place}
            />
          ))}
        </ul>
      </section>
    );
  });
  return (
    <div ref={scroller} className="query-collections">
      <div style={{ height: count * size }}>
        <div style={{ transform: `translateY(${first * size}px)` }}>{sections}</div>
      </div>
    </div>
  );
}

type RowProps = Pick<CollectionListProps, 'collections' | 'onSave' | 'onOpen' | 'onRemove'> & {
  /** Height in px. */
  size: number;
};

function CollectionHead({
  collections,
  collection,
  onSave,
  onRemove,
  size,
}: RowProps & { collection: QueryCollection }): ReactNode {
  const text = useText();
  const { id, name } = collection;
  return (
    <header className="query-collection-head" style={{ height: size }}>
      <EditableName label={text('query.collectionName')} value={name} onName={next => void collections.rename(id, next)} />
      <IconButton
        icon="plus"
        disabled={onSave === null}
        label={text('query.collectionSave', { name })}
        onClick={() => onSave?.(collection)}
      />
      <IconButton
        icon="trash"
        label={text('query.collectionRemove', { name })}
        onClick={() => onRemove(name, () => collections.remove(id))}
      />
    </header>
  );
}

function CollectionEntry({
  collections,
  query,
  onOpen,
  onRemove,
  size,
  setSize,
  place,
}: RowProps & { query: SavedQuery; setSize: number; place: number }): ReactNode {
  const text = useText();
  const entry = useRef<HTMLLIElement>(null);
  const [isRenaming, setIsRenaming] = useState(false);
  const shown = query.name || (tabName(query) ?? text('query.tabEmpty'));
  const endRenaming = (): void => {
    // The focused input is replaced.
    flushSync(() => setIsRenaming(false));
    if (document.activeElement === document.body) entry.current?.querySelector('button')?.focus();
  };
  return (
    <li ref={entry} className="query-history-entry" style={{ height: size }} aria-setsize={setSize} aria-posinset={place}>
      {isRenaming ? (
        <EditableName
          autoFocus
          label={text('query.collectionEntry')}
          value={shown}
          onName={next => void collections.renameQuery(query.id, next)}
          onEnd={endRenaming}
        />
      ) : (
        <>
          <OpenButton name={shown} onClick={() => onOpen(query)} />
          <IconButton icon="edit" label={`${text('query.rename')}: ${shown}`} onClick={() => setIsRenaming(true)} />
        </>
      )}
      <IconButton
        icon="close"
        label={text('query.collectionRemove', { name: shown })}
        onClick={() => onRemove(shown, () => collections.removeQuery(query.id))}
      />
    </li>
  );
}

/** The name of an operation, which opens it. */
export function OpenButton({ name, onClick }: { name: string; onClick: () => void }): ReactNode {
  const text = useText();
  const label = text('query.collectionOpen', { name });
  return (
    <button type="button" className="query-history-open" aria-label={label} title={label} onClick={onClick}>
      <span className="truncate" dir="auto">
        {name}
      </span>
    </button>
  );
}

/** A name that can be edited; an empty one is not accepted. */
function EditableName({
  label,
  value,
  autoFocus = false,
  onName,
  onEnd,
}: {
  label: string;
  value: string;
  /** Focuses and selects the name. Default false. */
  autoFocus?: boolean;
  onName: (name: string) => void;
  /** Called when the editing ends. */
  onEnd?: () => void;
}): ReactNode {
  const [draft, setDraft] = useState<string | null>(null);
  const finish = (): void => {
    const next = draft?.trim() ?? '';
    if (next !== '' && next !== value) onName(next);
    setDraft(null);
  };
  const latest = useRef(finish);
  latest.current = finish;
  const end = (): void => {
    // The draft is saved or given up. It must not be saved when this unmounts.
    latest.current = () => undefined;
    onEnd?.();
  };
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!autoFocus) return;
    input.current?.focus();
    input.current?.select();
  }, [autoFocus]);
  // A focused row that is scrolled out of view is removed without a blur event.
  useEffect(() => () => latest.current(), []);
  return (
    <input
      ref={input}
      className="query-named"
      aria-label={label}
      dir="auto"
      value={draft ?? value}
      onChange={event => setDraft(event.target.value)}
      onBlur={() => {
        finish();
        end();
      }}
      onKeyDown={event => {
        if (event.key === 'Enter') event.currentTarget.blur();
        else if (event.key === 'Escape' && (draft !== null || onEnd)) {
          event.preventDefault();
          setDraft(null);
          end();
        }
      }}
    />
  );
}
