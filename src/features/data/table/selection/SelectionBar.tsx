/** The number of selected rows of all pages, with actions on them: copy as a table, run a mutation, clear the selection. */

import { type ReactNode, useMemo } from 'react';
import { dataMore } from '../../../../i18n/english/data/dataMore';
import { useFormats, useText } from '../../../../i18n/LanguageProvider';
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
  /** The selected rows of all pages. */
  rows: readonly Row[];
  /** How many of them are on other pages. */
  elsewhere: number;
  columns: readonly Column[];
  onClear: () => void;
  /** The user chose an action. Its dialog is rendered outside this bar, because sending changes reloads the rows and removes the bar. */
  onAct: (acting: RowActionRequest) => void;
}

/** Renders the bar. */
export function SelectionBar(props: SelectionBarProps): ReactNode {
  const { rows, elsewhere, columns, onClear } = props;
  const text = useText();
  const formats = useFormats();
  const announce = useAnnounce();
  const copy = async (): Promise<void> => {
    const copied = await copyText(tabSeparatedRows(rows, columns));
    if (copied) announce.note({ text: text('data.rowsCopied', { count: rows.length }) });
    else announce.note({ text: text('ui.copyFailed'), tone: 'danger' });
  };
  return (
    <span className="data-selection">
      <span>
        {text('data.selected', { count: rows.length })}
        {elsewhere > 0 ? (
          <span className="quiet"> {text('data.selectedElsewhere', { number: formats.number(elsewhere) })}</span>
        ) : null}
      </span>
      <Button kind="quiet" icon="copy" onClick={() => void copy()}>
        {text('data.copyRows')}
      </Button>
      <RowActions {...props} />
      <IconButton icon="close" label={text('data.clearSelection')} onClick={onClear} />
    </span>
  );
}

/** The mutations that take the key of such rows, applied to all selected rows. */
function RowActions({ session, model, collection, rows, onAct }: SelectionBarProps): ReactNode {
  const text = useText();
  const refused = useRefused(session, model);
  const acted = useMemo(
    () =>
      rows.flatMap(row => {
        const ref = recordRef(model, collection.rowType, row);
        if (ref === null) return [];
        const id = `${ref.typeName}:${formatRecordRef(model, ref)}`;
        return [{ id, title: rowTitle(model, ref.typeName, row) ?? id, row, typeName: ref.typeName }];
      }),
    [model, collection.rowType, rows],
  );
  const typeName = acted[0]?.typeName;
  // All rows must have the same type and a key.
  const isOne = acted.length === rows.length && acted.every(row => row.typeName === typeName);
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
