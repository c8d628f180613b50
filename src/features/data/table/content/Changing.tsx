/** Cell editing, and the dialog of an action on the selected rows. */
import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../../../../ui/lazyPart';
import { withMessagesAndIcons } from '../../../../ui/withMessagesAndIcons';
import { RowActionDialog } from '../../change/recordParts';
import type { CollectionScreenState } from '../useCollectionScreen';

const TableEditing = lazyPart(() => import(/* webpackChunkName: "edit" */ '../../edit/TableEditing'));

/** Props of `Changing`. */
export interface ChangingProps {
  screen: CollectionScreenState;
}

/** Renders the cell editor and the dialog of an action. */
export function Changing({ screen }: ChangingProps): ReactNode {
  const { session, model, collection, editing, result, acting } = screen;
  return (
    <>
      {editing.isWanted && result.value ? (
        <Suspense fallback={null}>
          <TableEditing
            key={collection.id}
            session={session}
            model={model}
            collection={collection}
            rows={result.value.rows}
            columns={screen.kind.columns}
            onHandle={editing.onHandle}
            onOld={result.refresh}
            onPressed={at => {
              // The first click of the two has opened the record.
              if (at === screen.openRow) screen.change(screen.closed.current, { replace: true });
            }}
          />
        </Suspense>
      ) : null}
      {acting ? (
        <Suspense fallback={null}>
          <RowActionDialog
            {...acting}
            session={session}
            model={model}
            collection={collection.id}
            onClose={sent => {
              screen.setActing(null);
              if (sent.length === 0) return;
              if (acting.rowAction.isDelete)
                screen.deselect(acting.rows.filter(({ id }) => sent.includes(id)).map(({ row }) => row));
              screen.onChanged();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** Default export for lazy loading: the component with its icons. */
export default withMessagesAndIcons({}, Changing);
