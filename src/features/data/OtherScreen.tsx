/** Data screens other than a table: a record's own page, a query that returns one record, or a "not found" message. */
import type { ReactNode } from 'react';
import { dataMore } from '../../i18n/english/data/dataMore';
import { useText } from '../../i18n/LanguageProvider';
import { collectionById } from '../../schema/collections/collections';
import { findLookups } from '../../schema/collections/lookups';
import type { SchemaModel } from '../../schema/model/schemaModel';
import type { Session } from '../../session/connections/session';
import { EmptyState } from '../../ui/frame/EmptyState';
import { ScreenFrame } from '../../ui/frame/ScreenFrame';
import { withMessagesAndIcons } from '../../ui/withMessagesAndIcons';
import { LookupScreen } from './record/LookupScreen';
import { RecordScreen } from './record/RecordScreen';
import { recordOfPath } from './record/recordOfPath';

/** Props of `OtherScreen`. Parts of the URL arrive decoded. */
export interface OtherScreenProps {
  session: Session;
  model: SchemaModel;
  /** Id of a lookup or, with `recordId`, of a collection or name of a type. */
  collection: string;
  recordId?: string;
}

/** Renders the screen. */
export function OtherScreen({ session, model, collection, recordId }: OtherScreenProps): ReactNode {
  const text = useText();
  if (recordId !== undefined) {
    const found = collectionById(model, collection);
    const record = recordOfPath(model, found, collection, recordId);
    if (record)
      return (
        <RecordScreen key={`${collection}/${recordId}`} session={session} model={model} collection={found} record={record} />
      );
  } else {
    const lookup = findLookups(model).find(entry => entry.id === collection);
    if (lookup) return <LookupScreen key={lookup.id} session={session} model={model} lookup={lookup} />;
  }
  return (
    <ScreenFrame crumbs={[{ label: text('data.title'), href: '/' }, { label: collection }]}>
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
