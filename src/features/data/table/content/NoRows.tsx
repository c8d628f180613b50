/** Message for an empty page, with a way to get rows. */
import { type ReactNode, Suspense } from 'react';
import { dataMore } from '../../../../i18n/english/data/dataMore';
import { useText } from '../../../../i18n/LanguageProvider';
import { useIsAnonymous } from '../../../../parts/useIsAnonymous';
import { EmptyState } from '../../../../ui/frame/EmptyState';
import { Button } from '../../../../ui/inputs/Button';
import { withMessagesAndIcons } from '../../../../ui/withMessagesAndIcons';
import { AddLink } from '../AddLink';
import type { CollectionScreenState } from '../useCollectionScreen';

/** Props of `NoRows`. */
export interface NoRowsProps {
  screen: CollectionScreenState;
}

/** Renders the message. */
export function NoRows({ screen }: NoRowsProps): ReactNode {
  const text = useText();
  const isAnonymous = useIsAnonymous();
  const { session, model, collection, view, change, result } = screen;
  if (result.value?.isParentNull)
    return (
      <EmptyState
        icon="table"
        title={text('data.noList')}
        help={isAnonymous ? text('shell.signInForMore') : undefined}
        actions={
          isAnonymous ? (
            <Button kind="primary" icon="signIn" onClick={session.token.ask}>
              {text('shell.signIn')}
            </Button>
          ) : undefined
        }
      />
    );
  if (view.filters.length > 0)
    return (
      <EmptyState
        icon="filter"
        title={text('data.noRowsFiltered')}
        help={text('data.noRowsFilteredHelp', { collection: collection.label })}
        actions={<Button onClick={() => change({ filters: [] })}>{text('data.clearFilters')}</Button>}
      />
    );
  if (view.page !== null)
    return (
      <EmptyState
        icon="table"
        title={text('data.noRowsPage')}
        help={text('data.noRowsPageHelp')}
        actions={<Button onClick={() => screen.go(null)}>{text('data.firstPage')}</Button>}
      />
    );
  return (
    <EmptyState
      icon="table"
      title={text('data.noRows', { collection: collection.label })}
      help={text('data.noRowsHelp')}
      actions={
        <Suspense fallback={null}>
          <AddLink
            session={session}
            model={model}
            typeName={collection.rowType}
            collection={collection.id}
            onCreated={screen.onCreated}
          />
        </Suspense>
      }
    />
  );
}

/** Default export for lazy loading: the component with its messages and icons. */
export default withMessagesAndIcons({ data: dataMore }, NoRows);
