/** Collections of operations: saved from the selected tab, opened in a tab, renamed in place, exported as a file. */
import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { readStarterQueries, type StarterQuery } from '../../../lib/page/starterQueries';
import type { Session } from '../../../session/connections/session';
import { useAnnounce } from '../../../ui/frame/Announcer';
import { EmptyState } from '../../../ui/frame/EmptyState';
import { SkeletonLines } from '../../../ui/frame/Skeleton';
import { Button, IconButton } from '../../../ui/inputs/Button';
import { SearchInput } from '../../../ui/inputs/SearchInput';
import { TextInput } from '../../../ui/inputs/TextInput';
import { useReadable } from '../../../ui/useReadable';
import { FileButtons } from './FileButtons';
import type { QueryCollection, SavedQuery } from './queryCollectionFile';
import { type QueryCollections, queryCollectionsOf } from './queryCollections';
import type { QueryContent } from './queryTabs';
import { tabName } from './TabStrip';

/** Props of `CollectionsPanel`. */
export interface CollectionsPanelProps {
  session: Session;
  /** The content of the selected tab, which can be saved. */
  content: QueryContent;
  onOpen: (content: Partial<QueryContent>) => void;
}

export function CollectionsPanel({ session, content, onOpen }: CollectionsPanelProps): ReactNode {
  const text = useText();
  const announce = useAnnounce();
  const collections = queryCollectionsOf(session);
  const all = useReadable(collections);
  useEffect(() => void collections.refresh(), [collections]);
  const [words, setWords] = useState('');
  const [name, setName] = useState('');
  const isEmpty = content.query.trim() === '';
  const own = tabName(content) ?? '';
  const save = (collection: QueryCollection): void => {
    void collections.save(collection.id, own, content);
    announce.note({ text: text('query.fileSaved', { file: collection.name }) });
  };
  const add = async (): Promise<void> => {
    const id = await collections.add(name.trim());
    if (!isEmpty) await collections.save(id, own, content);
    setName('');
  };
  /** Removes something, and offers to undo that. */
  const removeWithUndo = (what: string, act: () => Promise<void>): void => {
    const before = all ?? [];
    void act();
    announce.note({
      text: text('query.collectionGone', { name: what }),
      action: { label: text('query.collectionUndo'), onSelect: () => void collections.restore(before) },
    });
  };
  const wanted = words.toLowerCase();
  const starters = readStarterQueries(session.connection.queries ?? []).filter(({ name, query }) =>
    `${name} ${query}`.toLowerCase().includes(wanted),
  );
  return (
    <div className="query-kept">
      <SearchInput label={text('query.collectionSearch')} value={words} onChange={setWords} />
      {all === null ? <SkeletonLines lines={6} /> : null}
      {starters.length > 0 ? <Starters name={session.connection.name} starters={starters} onOpen={onOpen} /> : null}
      {all?.length === 0 && starters.length === 0 ? (
        <EmptyState icon="star" title={text('query.collectionsEmpty')} help={text('query.collectionsEmptyHelp')} />
      ) : null}
      {all?.map(collection => {
        const found = collection.queries.filter(query =>
          `${collection.name} ${query.name} ${query.query}`.toLowerCase().includes(wanted),
        );
        if (wanted !== '' && found.length === 0) return null;
        return (
          <CollectionSection
            key={collection.id}
            collections={collections}
            collection={collection}
            found={found}
            onSave={isEmpty ? null : () => save(collection)}
            onOpen={onOpen}
            onRemove={removeWithUndo}
          />
        );
      })}
      <form
        className="query-collection-new"
        onSubmit={event => {
          event.preventDefault();
          if (name.trim() !== '') void add();
        }}
      >
        <TextInput
          aria-label={text('query.collectionNew')}
          placeholder={text('query.collectionNew')}
          value={name}
          onChange={setName}
        />
        <Button type="submit" icon="plus" disabled={name.trim() === ''}>
          {text(isEmpty ? 'query.collectionAdd' : 'query.collectionAddWith')}
        </Button>
      </form>
      <div className="query-kept-foot">
        <FileButtons
          name={`${session.connection.name}-collections.json`}
          disabled={!all?.length}
          exported={collections.exported}
          accept={collections.accept}
          types={['.agc', '.agq', '.agx', '.yaml', '.yml', '.bru', '.graphql', '.gql']}
          several
          broken={text('query.collectionsUnknown')}
        />
      </div>
    </div>
  );
}

const contentOf = ({ query, variables, headers, operation }: SavedQuery): QueryContent => ({
  query,
  variables,
  headers,
  operation,
});

/** A collection with those of its queries that match the search. */
function CollectionSection({
  collections,
  collection,
  found,
  onSave,
  onOpen,
  onRemove,
}: {
  collections: QueryCollections;
  collection: QueryCollection;
  found: QueryCollection['queries'];
  /** Saves the present query in it; null if there is none. */
  onSave: (() => void) | null;
  onOpen: CollectionsPanelProps['onOpen'];
  /** Calls `act` and offers to undo it. */
  onRemove: (name: string, act: () => Promise<void>) => void;
}): ReactNode {
  const text = useText();
  return (
    <section className="query-collection" aria-label={collection.name}>
      <header className="query-collection-head">
        <EditableName
          label={text('query.collectionName')}
          value={collection.name}
          onName={next => void collections.rename(collection.id, next)}
        />
        <IconButton
          icon="plus"
          disabled={onSave === null}
          label={text('query.collectionSave', { name: collection.name })}
          onClick={() => onSave?.()}
        />
        <IconButton
          icon="trash"
          label={text('query.collectionRemove', { name: collection.name })}
          onClick={() => onRemove(collection.name, () => collections.remove(collection.id))}
        />
      </header>
      <ul className="query-history">
        {found.map(query => {
          const shown = query.name || (tabName(query) ?? text('query.tabEmpty'));
          return (
            <li key={query.id} className="query-history-entry">
              <EditableName
                label={text('query.collectionEntry')}
                value={shown}
                onName={next => void collections.renameQuery(query.id, next)}
              />
              <IconButton
                icon="arrowEnd"
                label={text('query.collectionOpen', { name: shown })}
                onClick={() => onOpen(contentOf(query))}
              />
              <IconButton
                icon="close"
                label={text('query.collectionRemove', { name: shown })}
                onClick={() => onRemove(shown, () => collections.removeQuery(query.id))}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Operations from the configuration of the page. They can be opened, but not changed. */
function Starters({
  name,
  starters,
  onOpen,
}: {
  name: string;
  starters: readonly StarterQuery[];
  onOpen: CollectionsPanelProps['onOpen'];
}): ReactNode {
  const text = useText();
  return (
    <section className="query-collection" aria-label={name}>
      <header className="query-collection-head">
        <h3 className="query-starters truncate" dir="auto">
          {name}
        </h3>
      </header>
      <ul className="query-history">
        {starters.map(({ name: shown, query, variables }, at) => (
          // The list never changes.
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <li key={at} className="query-history-entry">
            <span className="query-starter truncate" dir="auto">
              {shown}
            </span>
            <IconButton
              icon="arrowEnd"
              label={text('query.collectionOpen', { name: shown })}
              onClick={() => onOpen({ query, variables: variables ? JSON.stringify(variables, null, 2) : '', operation: null })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A name that can be edited; an empty one is not accepted. */
function EditableName({ label, value, onName }: { label: string; value: string; onName: (name: string) => void }): ReactNode {
  const [draft, setDraft] = useState<string | null>(null);
  const finish = (): void => {
    const next = draft?.trim() ?? '';
    if (next !== '' && next !== value) onName(next);
    setDraft(null);
  };
  return (
    <input
      className="query-named"
      aria-label={label}
      dir="auto"
      value={draft ?? value}
      onChange={event => setDraft(event.target.value)}
      onBlur={finish}
      onKeyDown={event => {
        if (event.key === 'Enter') event.currentTarget.blur();
        else if (event.key === 'Escape' && draft !== null) {
          event.preventDefault();
          setDraft(null);
        }
      }}
    />
  );
}
