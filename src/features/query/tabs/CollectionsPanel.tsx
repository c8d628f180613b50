/** Collections of operations: saved from the selected tab, opened in a tab, renamed in place, exported as a file. */
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { readStarterQueries, type StarterQuery } from '../../../lib/page/starterQueries';
import type { Session } from '../../../session/connections/session';
import { useAnnounce } from '../../../ui/frame/Announcer';
import { EmptyState } from '../../../ui/frame/EmptyState';
import { SkeletonLines } from '../../../ui/frame/Skeleton';
import { Button } from '../../../ui/inputs/Button';
import { SearchInput } from '../../../ui/inputs/SearchInput';
import { TextInput } from '../../../ui/inputs/TextInput';
import { useReadable } from '../../../ui/useReadable';
import { CollectionList, OpenButton } from './CollectionList';
import { FileButtons, type FileButtonsProps } from './FileButtons';
import type { QueryCollection, SavedQuery } from './queryCollectionFile';
import { queryCollectionsOf } from './queryCollections';
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
  const found = useMemo(() => matching(all ?? [], wanted), [all, wanted]);
  const starters = readStarterQueries(session.connection.queries ?? []).filter(({ name, query }) =>
    `${name} ${query}`.toLowerCase().includes(wanted),
  );
  const isNothing = all !== null && found.length === 0 && starters.length === 0;
  return (
    <div className="query-kept">
      <SearchInput label={text('query.collectionSearch')} value={words} onChange={setWords} />
      {all === null ? <SkeletonLines lines={6} /> : null}
      {starters.length > 0 ? <Starters name={session.connection.name} starters={starters} onOpen={onOpen} /> : null}
      {isNothing && wanted === '' ? (
        <EmptyState icon="star" title={text('query.collectionsEmpty')} help={text('query.collectionsEmptyHelp')} />
      ) : null}
      {isNothing && wanted !== '' ? <EmptyState icon="search" title={text('query.historyNothing')} /> : null}
      {found.length > 0 ? (
        <CollectionList
          collections={collections}
          found={found}
          onSave={isEmpty ? null : save}
          onOpen={query => onOpen(contentOf(query))}
          onRemove={removeWithUndo}
        />
      ) : null}
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
          accept={acceptWithEnvironments(session)}
          types={['.agc', '.agq', '.agx', '.yaml', '.yml', '.bru', '.graphql', '.gql']}
          several
          broken={text('query.collectionsUnknown')}
        />
      </div>
    </div>
  );
}

/** The collections with the operations that match the search. Without a search, empty collections are included. */
const matching = (all: readonly QueryCollection[], wanted: string): readonly QueryCollection[] =>
  wanted === ''
    ? all
    : all
        .map(collection => {
          const isFound = ({ name, query }: SavedQuery): boolean =>
            `${collection.name} ${name} ${query}`.toLowerCase().includes(wanted);
          return { ...collection, queries: collection.queries.filter(isFound) };
        })
        .filter(({ queries }) => queries.length > 0);

/** Adds the operations of files to the collections, and their environments to the connection. */
const acceptWithEnvironments =
  (session: Session): FileButtonsProps['accept'] =>
  async (files, options) => {
    const { environments, ...result } = await queryCollectionsOf(session).accept(files, options);
    const { addEnvironments } = await import(/* webpackChunkName: "read-collections" */ './addEnvironments');
    const { added, left } = addEnvironments(session, environments);
    return { added: result.added + added, left: result.left + left.length, leftNames: [...result.leftNames, ...left] };
  };

const contentOf = ({ query, variables, headers, operation }: SavedQuery): QueryContent => ({
  query,
  variables,
  headers,
  operation,
});

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
            <OpenButton
              name={shown}
              onClick={() => onOpen({ query, variables: variables ? JSON.stringify(variables, null, 2) : '', operation: null })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
