/**
 * The sort order of a table as chips, if the column headers do not show it completely: it uses fields that are not visible columns, or
 * several fields.
 */
import type { ReactNode } from 'react';
import { dataMore } from '../../../../i18n/english/data/dataMore';
import { useText } from '../../../../i18n/LanguageProvider';
import type { Column } from '../../../../schema/collections/columns/columns';
import type { Sort, SortCapability } from '../../../../schema/filters/sorting';
import { Icon } from '../../../../ui/text/Icon';
import { withMessagesAndIcons } from '../../../../ui/withMessagesAndIcons';
import { RemoveChip } from '../../filter/RemoveChip';
import { directionOf, sortFieldOf } from './columnSorting';

/** Props of `SortChips`. */
export interface SortChipsProps {
  capability: SortCapability | null;
  sorts: readonly Sort[];
  columns: readonly Column[];
  onSort: (sorts: readonly Sort[]) => void;
}

/** Renders the chips; nothing if the column headers show the complete order. */
export function SortChips({ capability, sorts, columns, onSort }: SortChipsProps): ReactNode {
  const text = useText();
  if (!capability) return null;
  const inHeads = new Set(
    columns.flatMap(column => {
      const field = sortFieldOf(capability, column);
      return field && directionOf(field, sorts) !== 'none' ? [field.id] : [];
    }),
  );
  const possible = sorts.filter(sort => capability.fields.some(field => field.id === sort.field));
  const shown = possible.length > 1 ? possible : possible.filter(sort => !inHeads.has(sort.field));
  if (shown.length === 0) return null;
  return (
    <ul className="filter-chips" aria-label={text('data.sort')}>
      {shown.map(sort => {
        const label = capability.fields.find(field => field.id === sort.field)?.label ?? sort.field;
        const words = text('data.sortedBy', { fields: label, direction: sort.direction });
        return (
          <li key={sort.field} className="filter-chip data-sort-chip">
            <span className="filter-chip-words">
              <Icon name={sort.direction === 'ascending' ? 'arrowUp' : 'arrowDown'} size={12} />
              <span dir="auto">{words}</span>
            </span>
            <RemoveChip
              label={text('data.removeSort', { fields: label })}
              onRemove={() => onSort(sorts.filter(other => other !== sort))}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** Default export for lazy loading: the component with its messages and icons. */
export default withMessagesAndIcons({ data: dataMore }, SortChips);
