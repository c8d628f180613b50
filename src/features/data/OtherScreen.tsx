/** Data screens other than a table: a record's own page, a query that returns one record, or a message that there is nothing to show. */
import type { ReactNode } from 'react';
import { dataMore } from '../../i18n/english/data/dataMore';
import { useText } from '../../i18n/LanguageProvider';
import { useIsAnonymous } from '../../parts/useIsAnonymous';
import { collectionById } from '../../schema/collections/collections';
import { findLookups } from '../../schema/collections/lookups';
import { showsLittle } from '../../schema/collections/showsLittle';
import type { SchemaModel } from '../../schema/model/schemaModel';
import type { Session } from '../../session/connections/session';
import { EmptyState } from '../../ui/frame/EmptyState';
import { ScreenFrame } from '../../ui/frame/ScreenFrame';
import { Button } from '../../ui/inputs/Button';
import { withMessagesAndIcons } from '../../ui/withMessagesAndIcons';
import { LookupScreen } from './record/LookupScreen';
import { RecordScreen } from './record/RecordScreen';
import { recordOfPath } from './record/recordOfPath';

/** Props of `OtherScreen`. Parts of the URL arrive decoded. */
export interface OtherScreenProps {
  session: Session;
  model: SchemaModel;
  /** Id of a lookup or, with `recordId`, of a collection or name of a type. Default: the schema has no collection. */
  collection?: string | undefined;
  recordId?: string | undefined;
}

/** Renders the screen. */
export function OtherScreen({ session, model, collection, recordId }: OtherScreenProps): ReactNode {
  const text = useText();
  const isAnonymous = useIsAnonymous();
  if (collection !== undefined && recordId !== undefined) {
    const found = collectionById(model, collection);
    const record = recordOfPath(model, found, collection, recordId);
    if (record)
      return (
        <RecordScreen key={`${collection}/${recordId}`} session={session} model={model} collection={found} record={record} />
      );
  } else if (collection !== undefined) {
    const lookup = findLookups(model).find(entry => entry.id === collection);
    if (lookup) return <LookupScreen key={lookup.id} session={session} model={model} lookup={lookup} />;
  }
  const title = text('data.title');
  const crumbs = collection === undefined ? [{ label: title }] : [{ label: title, href: '/' }, { label: collection }];
  // Some servers show their schema, or most of it, to signed-in users only.
  if (isAnonymous && showsLittle(model))
    return (
      <ScreenFrame crumbs={crumbs}>
        <EmptyState
          icon="key"
          title={text('shell.signInForMore')}
          help={text('data.noCollectionsHelp')}
          actions={
            <Button kind="primary" icon="signIn" onClick={session.token.ask}>
              {text('shell.signIn')}
            </Button>
          }
        />
      </ScreenFrame>
    );
  if (collection === undefined)
    return (
      <ScreenFrame crumbs={crumbs}>
        <EmptyState icon="table" title={text('data.noCollections')} help={text('data.noCollectionsHelp')} />
      </ScreenFrame>
    );
  return (
    <ScreenFrame crumbs={crumbs}>
      <EmptyState
        icon="search"
        title={text('data.unknownCollection', { name: collection.slice(0, 200) })}
        help={text('data.unknownCollectionHelp')}
        actions={
          <a className="button button-secondary" href="/">
            {text('data.chooseCollection')}
          </a>
        }
      />
    </ScreenFrame>
  );
}

/** Default export for lazy loading: the component with its messages and icons. */
export default withMessagesAndIcons({ data: dataMore }, OtherScreen);
