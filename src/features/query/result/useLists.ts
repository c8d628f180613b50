/** The lists of an answer: those that are known at once, and all once they were found. */
import { useEffect, useState } from 'react';
import type { ListSource } from './listSource';

/** The lists, and the way to choose one of them; `list`: the chosen one, else the first. */
export function useLists(source: ListSource): {
  lists: ListSource['lists'];
  list: ListSource['lists'][number] | undefined;
  choose: (path: string) => void;
} {
  const [chosen, choose] = useState<string | null>(null);
  const [found, setFound] = useState<{ of: ListSource; lists: ListSource['lists'] } | null>(null);
  useEffect(() => {
    let here = true;
    source.more?.().then(
      lists => here && setFound({ of: source, lists }),
      // What cannot be looked through has the lists that are known.
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [source]);
  const lists = found?.of === source ? found.lists : source.lists;
  return { lists, list: lists.find(({ path }) => path === chosen) ?? lists[0], choose };
}
