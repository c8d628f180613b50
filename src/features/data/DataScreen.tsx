/**
 * The Data screen: the table of a collection, or another screen that the URL names (OtherScreen.tsx). It is the first screen that most
 * users see, so its chunk contains only the table; everything else is loaded when it is opened.
 */
import { type ReactNode, Suspense, useEffect } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { collectionById, findCollections } from '../../schema/collections/collections';
import type { SchemaModel } from '../../schema/model/schemaModel';
import type { Session } from '../../session/connections/session';
import { withLastView } from '../../session/navigation/lastView';
import { href } from '../../session/navigation/navigation';
import { schemaFailureProps } from '../../session/schema/schemaFailureProps';
import { EmptyState } from '../../ui/frame/EmptyState';
import { ScreenFrame } from '../../ui/frame/ScreenFrame';
import { SkeletonLines } from '../../ui/frame/Skeleton';
import { useReadable } from '../../ui/useReadable';
import { FailureState, OtherScreen } from './dataParts';
import { CollectionScreen } from './table/CollectionScreen';
import { WaitingTable } from './table/WaitingTable';
import { useRefreshOnSignIn } from './useRefreshOnSignIn';

/** Props of the Data screen. Parts of the URL arrive decoded. */
export interface DataScreenProps {
  session: Session;
  /** Id of a collection, of a lookup, or (with `recordId`) name of a type. Default: the first collection. */
  collection?: string;
  recordId?: string;
}

/** Renders the screen. */
export function DataScreen({ session, collection, recordId }: DataScreenProps): ReactNode {
  const text = useText();
  const state = useReadable(session.schema);
  const title = text('data.title');
  const refused = state.status === 'failed' ? state.failure : null;
  useRefreshOnSignIn(session, refused, () => {
    if (refused) void session.schema.refresh();
  });
  if (state.status === 'loading') return <WaitingTable session={session} />;
  if (state.status === 'failed')
    return (
      <ScreenFrame crumbs={[{ label: title }]}>
        <Suspense fallback={<SkeletonLines lines={3} />}>
          <FailureState {...schemaFailureProps(session, state.failure)} />
        </Suspense>
        <p className="data-schema-file">
          <a href="/connections">{text('data.schemaFile')}</a>
        </p>
      </ScreenFrame>
    );
  const { schema: model } = state;
  if (collection === undefined) return <FirstCollection session={session} model={model} />;
  const found = collectionById(model, collection);
  if (recordId === undefined && found && found.origin !== 'nested')
    return <CollectionScreen key={found.id} session={session} model={model} collection={found} />;
  return (
    <Suspense
      fallback={
        <ScreenFrame crumbs={[{ label: title }]} page>
          <SkeletonLines lines={8} />
        </ScreenFrame>
      }
    >
      <OtherScreen session={session} model={model} collection={collection} {...(recordId === undefined ? {} : { recordId })} />
    </Suspense>
  );
}

/** '/': redirects to the first collection without required arguments. */
function FirstCollection({ session, model }: { session: Session; model: SchemaModel }): ReactNode {
  const text = useText();
  const collections = findCollections(model);
  const first =
    collections.find(
      entry =>
        entry.mustFill.length === 0 && entry.deprecationReason === null && entry.alternateOf === null && !entry.field.hidden,
    ) ?? collections[0];
  const id = first?.id;
  useEffect(() => {
    if (id === undefined) return;
    session.navigation.go(withLastView(session.preferences, href(['data', id]), '/'), { replace: true });
  }, [session, id]);
  if (first) return <CollectionScreen key={first.id} session={session} model={model} collection={first} />;
  return (
    <ScreenFrame crumbs={[{ label: text('data.title') }]}>
      <EmptyState icon="table" title={text('data.noCollections')} help={text('data.noCollectionsHelp')} />
    </ScreenFrame>
  );
}
