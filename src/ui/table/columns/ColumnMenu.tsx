/** The menu of a column. Loaded with the code of menus, when a column head is hovered or focused. */
import type { ReactNode } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import type { Text } from '../../../i18n/language';
import { MenuPopover, type MenuPopoverProps } from '../../frame/menu/MenuPopover';
import type { MenuItem } from '../../frame/menu/menuItem';
import { withMessagesAndIcons } from '../../withMessagesAndIcons';
import type { DataTableColumn } from '../dataTableColumn';

/** Props of `ColumnMenu`. */
export interface ColumnMenuProps extends Pick<MenuPopoverProps, 'anchor' | 'open' | 'onClose' | 'id'> {
  column: DataTableColumn<unknown>;
  /** Ids of all columns, and the index of this one. */
  ids: readonly string[];
  index: number;
  onSort: ((columnId: string, next: 'ascending' | 'descending' | null) => void) | undefined;
  onReorder: ((columnId: string, before: string | null) => void) | undefined;
  onResize: ((columnId: string, width: number) => void) | undefined;
}

function ColumnMenu(props: ColumnMenuProps): ReactNode {
  const { column, anchor, open, onClose, id } = props;
  const text = useText();
  return (
    <MenuPopover
      items={menuItems(props, text)}
      anchor={anchor}
      open={open}
      onClose={onClose}
      label={text('ui.columnMenu', { name: column.header })}
      id={id}
    />
  );
}

/** The items of a column's menu: sorting, the column's own items, moving and resizing. */
function menuItems({ column, ids, index, anchor, onSort, onReorder, onResize }: ColumnMenuProps, text: Text): MenuItem[] {
  const { sort } = column;
  const previous = ids[index - 1];
  return [
    ...(sort !== undefined && onSort
      ? (column.onlySort ? [column.onlySort] : (['ascending', 'descending'] as const)).map(
          (direction): MenuItem => ({
            label: text('ui.sortBy', { direction }),
            icon: direction === 'ascending' ? 'arrowUp' : 'arrowDown',
            checked: sort === direction,
            onSelect: () => onSort(column.id, direction),
          }),
        )
      : []),
    ...(column.menu ?? []),
    ...(onReorder
      ? ([
          {
            label: text('ui.moveLeft'),
            icon: 'arrowStart',
            disabled: previous === undefined,
            onSelect: () => previous !== undefined && onReorder(column.id, previous),
          },
          {
            label: text('ui.moveRight'),
            icon: 'arrowEnd',
            disabled: index === ids.length - 1,
            onSelect: () => onReorder(column.id, ids[index + 2] ?? null),
          },
        ] as MenuItem[])
      : []),
    ...(onResize
      ? [
          {
            label: text('ui.resizeColumn', { name: column.header }),
            icon: 'columns',
            // The arrow keys move the handle then.
            onSelect: () => anchor.current?.querySelector<HTMLElement>('[role="separator"]')?.focus(),
          } as MenuItem,
        ]
      : []),
  ];
}

/** Default export for lazy loading: the component with its messages and icons. */
export default withMessagesAndIcons({}, ColumnMenu);
