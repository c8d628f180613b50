/**
 * The Data screen: the table of a collection, or another screen that the URL names (OtherScreen.tsx). It is the first screen that most
 * users see, so its chunk contains only the table; everything else is loaded when it is opened.
 */
import { type ReactNode, Suspense, useEffect } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { type Collection, collectionById, findCollections } from '../../schema/collections/collections';
import { homeCollection } from '../../schema/collections/homeCollection';
import type { SchemaModel } from '../../schema/model/schemaModel';
import type { Session } from '../../session/connections/session';
import { withLastView } from '../../session/navigation/lastView';
import { href } from '../../session/navigation/navigation';
import { schemaFailureProps } from '../../session/schema/schemaFailureProps';
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

/** Renders the screen. Without a collection it redirects to the first one. */
export function DataScreen({ session, collection, recordId }: DataScreenProps): ReactNode {
  const text = useText();
  const state = useReadable(session.schema);
  const title = text('data.title');
  const refused = state.status === 'failed' ? state.failure : null;
  useRefreshOnSignIn(session, refused, () => {
    if (refused) void session.schema.refresh();
  });
  const first = collection === undefined && state.status === 'ready' ? firstCollection(state.schema) : undefined;
  const firstId = first?.id;
  useEffect(() => {
    if (firstId === undefined) return;
    session.navigation.go(withLastView(session.preferences, href(['data', firstId]), '/'), { replace: true });
  }, [session, firstId]);
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
  const found = collection === undefined ? first : collectionById(model, collection);
  // The same element before and after the redirect, so that the table and its request go on.
  if (found && (collection === undefined || (recordId === undefined && found.origin !== 'nested')))
    return <CollectionScreen key={found.id} session={session} model={model} collection={found} />;
  return (
    <Suspense
      fallback={
        <ScreenFrame crumbs={[{ label: title }]} page>
          <SkeletonLines lines={8} />
        </ScreenFrame>
      }
    >
      <OtherScreen session={session} model={model} collection={collection} recordId={recordId} />
    </Suspense>
  );
}

/** The first collection without required arguments that is no search among the records of another one. */
function firstCollection(model: SchemaModel): Collection | undefined {
  const collections = findCollections(model);
  const isPlain = (entry: Collection): boolean =>
    entry.mustFill.length === 0 &&
    entry.deprecationReason === null &&
    !entry.field.hidden &&
    entry === homeCollection(model, entry.rowType);
  return collections.find(isPlain) ?? collections[0];
}
