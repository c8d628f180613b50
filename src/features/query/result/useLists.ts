/** The lists of a result: at first those that are known at once, then all of them. */
import { useEffect, useState } from 'react';
import type { ListSource } from './listSource';

/** Returns the lists, the selected list (by default the first), and a function to select another one. */
export function useLists(source: ListSource): {
  lists: ListSource['lists'];
  list: ListSource['lists'][number] | undefined;
  choose: (path: string) => void;
} {
  const [chosen, choose] = useState<string | null>(null);
  const [found, setFound] = useState<{ of: ListSource; lists: ListSource['lists'] } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    source.more?.().then(
      lists => isCurrent && setFound({ of: source, lists }),
      // If the search fails, only the known lists are shown.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [source]);
  const lists = found?.of === source ? found.lists : source.lists;
  return { lists, list: lists.find(({ path }) => path === chosen) ?? lists[0], choose };
}
