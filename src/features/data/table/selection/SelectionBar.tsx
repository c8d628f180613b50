/** The number of selected rows, with actions on them: copy as a table, run a mutation, clear the selection. */

import { type ReactNode, useMemo } from 'react';
import { dataMore } from '../../../../i18n/english/data/dataMore';
import { useText } from '../../../../i18n/LanguageProvider';
import type { Collection } from '../../../../schema/collections/collections';
import type { Column } from '../../../../schema/collections/columns/columns';
import { formatRecordRef, recordRef } from '../../../../schema/collections/records';
import type { Row } from '../../../../schema/documents/documents';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import type { Session } from '../../../../session/connections/session';
import { useAnnounce } from '../../../../ui/frame/Announcer';
import { Menu } from '../../../../ui/frame/menu/Menu';
import type { MenuItem } from '../../../../ui/frame/menu/menuItem';
import { Button, IconButton } from '../../../../ui/inputs/Button';
import { copyText } from '../../../../ui/text/CopyButton';
import { Icon } from '../../../../ui/text/Icon';
import { withMessagesAndIcons } from '../../../../ui/withMessagesAndIcons';
import { isDeniedByRecord } from '../../change/refusedOffers';
import { rowActions } from '../../change/rows/rowActions';
import type { RowActionRequest } from '../../change/rows/useRowActionRun';
import { useRefused } from '../../change/useRefused';
import { rowTitle } from '../../record/rowTitle';
import { tabSeparatedRows } from './tabSeparated';

/** Props of `SelectionBar`. */
export interface SelectionBarProps {
  session: Session;
  model: SchemaModel;
  collection: Collection;
  rows: readonly Row[];
  selected: ReadonlySet<number>;
  columns: readonly Column[];
  onClear: () => void;
  /** The user chose an action. Its dialog is rendered outside this bar, because sending changes reloads the rows and removes the bar. */
  onAct: (acting: RowActionRequest) => void;
}

/** Renders the bar. */
export function SelectionBar(props: SelectionBarProps): ReactNode {
  const { rows, selected, columns, onClear } = props;
  const text = useText();
  const announce = useAnnounce();
  const copy = async (): Promise<void> => {
    const chosen = rows.filter((_, at) => selected.has(at));
    const copied = await copyText(tabSeparatedRows(chosen, columns));
    if (copied) announce.note({ text: text('data.rowsCopied', { count: chosen.length }) });
    else announce.note({ text: text('ui.copyFailed'), tone: 'danger' });
  };
  return (
    <span className="data-selection">
      <span>{text('data.selected', { count: selected.size })}</span>
      <Button kind="quiet" icon="copy" onClick={() => void copy()}>
        {text('data.copyRows')}
      </Button>
      <RowActions {...props} />
      <IconButton icon="close" label={text('data.clearSelection')} onClick={onClear} />
    </span>
  );
}

/** The mutations that take the key of such rows, applied to all selected rows. */
function RowActions({ session, model, collection, rows, selected, onAct }: SelectionBarProps): ReactNode {
  const text = useText();
  const refused = useRefused(session, model);
  const acted = useMemo(
    () =>
      rows.flatMap((row, at) => {
        const ref = selected.has(at) ? recordRef(model, collection.rowType, row) : null;
        if (ref === null) return [];
        const id = `${ref.typeName}:${formatRecordRef(model, ref)}`;
        return [{ id, title: rowTitle(model, ref.typeName, row) ?? id, row, typeName: ref.typeName }];
      }),
    [model, collection.rowType, rows, selected],
  );
  const typeName = acted[0]?.typeName;
  // All rows must have the same type and a key.
  const isOne = acted.length === selected.size && acted.every(row => row.typeName === typeName);
  const actions = typeName === undefined || !isOne ? [] : rowActions(model, typeName);
  if (typeName === undefined || actions.length === 0) return null;
  const items = actions.flatMap((rowAction): MenuItem[] => {
    const reason = refused.get(rowAction.action.id);
    const isBarredHere = rowAction.isDelete && acted.some(({ row }) => isDeniedByRecord(row, 'delete'));
    if (isBarredHere) return [];
    return [
      {
        label: rowAction.action.label,
        ...(reason === undefined ? {} : { disabled: true, hint: text('data.offerRefused', { reason }) }),
        danger: rowAction.action.danger || rowAction.isDelete,
        onSelect: () => onAct({ rowAction, typeName, rows: acted }),
      },
    ];
  });
  return (
    <Menu items={items} align="end">
      {trigger => (
        <Button kind="quiet" {...trigger}>
          {text('data.rowActions')}
          <Icon name="chevronDown" />
        </Button>
      )}
    </Menu>
  );
}

/** Default export for lazy loading: the component with its messages and icons. */
export default withMessagesAndIcons({ data: dataMore }, SelectionBar);
