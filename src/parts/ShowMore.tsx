/** A long list of which the beginning is shown, until more is asked for. */
import { type ReactNode, useState } from 'react';
import { useText } from '../i18n/LanguageProvider';
import { Button } from '../ui/inputs/Button';
import './ShowMore.css';

/** Hands the entries to be shown to `children`; below them a button for more, while there are more. `first`: how many at once. */
export function ShowMore<T>({
  items,
  first,
  children,
}: {
  items: readonly T[];
  first: number;
  children: (shown: readonly T[]) => ReactNode;
}): ReactNode {
  const text = useText();
  const [count, setCount] = useState(first);
  return (
    <>
      {children(items.slice(0, count))}
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
