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
  let more = 0;
  const shown = items.filter((item, at) => {
    const isShown = at < count || isNeeded?.(item) === true;
    if (!isShown && at < count * 10) more++;
    return isShown;
  });
  return (
    <>
      {children(shown)}
      {items.length > shown.length ? (
        <p className="show-more">
          <Button kind="quiet" icon="chevronDown" onClick={() => setCount(count * 10)}>
            {text('ui.showMore', { count: more })}
          </Button>
        </p>
      ) : null}
    </>
  );
}
