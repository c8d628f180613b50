/** Shows the start of a long list, with a button for more. */
import { type ReactNode, useState } from 'react';
import { useText } from '../i18n/LanguageProvider';
import { Button } from '../ui/inputs/Button';
import './ShowMore.css';

/**
 * Calls `children` with the visible items. `first`: number of items shown at first; each click shows ten times as many. `isNeeded`: true for
 * later items that are shown at once; default none.
 */
export function ShowMore<T>({
  items,
  first,
  isNeeded,
  children,
}: {
  items: readonly T[];
  first: number;
  isNeeded?: (item: T) => boolean;
  children: (shown: readonly T[]) => ReactNode;
}): ReactNode {
  const text = useText();
  const [count, setCount] = useState(first);
  return (
    <>
      {children(items.filter((item, at) => at < count || isNeeded?.(item)))}
      {items.length > count ? (
        <p className="show-more">
          <Button kind="quiet" icon="chevronDown" onClick={() => setCount(count * 10)}>
            {text('ui.showMore', { count: Math.min(items.length, count * 10) - count })}
          </Button>
        </p>
      ) : null}
    </>
  );
}
