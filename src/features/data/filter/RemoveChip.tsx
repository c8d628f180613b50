/** The button at the end of a chip that removes the chip's filter or sorting. */
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/text/Icon';

/** `label`: the accessible name, also shown as a tooltip. */
export function RemoveChip({ label, onRemove }: { label: string; onRemove: () => void }): ReactNode {
  return (
    <button type="button" className="filter-chip-remove" aria-label={label} title={label} onClick={onRemove}>
      <Icon name="close" size={12} />
    </button>
  );
}
