/** The button at the end of a chip that removes what it stands for: a filter or a sort. */
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/text/Icon';

/** `label`: what it removes, also shown as tooltip. */
export function RemoveChip({ label, onRemove }: { label: string; onRemove: () => void }): ReactNode {
  return (
    <button type="button" className="filter-chip-remove" aria-label={label} title={label} onClick={onRemove}>
      <Icon name="close" size={12} />
    </button>
  );
}
