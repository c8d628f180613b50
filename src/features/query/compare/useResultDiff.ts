/** The difference of two kept results, computed in a worker if workers are available. */

import { useEffect, useState } from 'react';
import { laidOutJson } from '../../../lib/text/laidOutJson';
import type { LineDiff } from '../../../lib/text/lineDiff';
import { createChannel } from '../result/large/largeData';
import { startResultWorker } from '../result/large/startResultWorker';
import { shownResult } from '../result/shownResult';
import { type ComparedResult, diffResults } from './diffResults';
import type { KeptResult } from './keptResults';

/** Returns the difference; null while it is computed, 'failed' if that failed. */
export function useResultDiff(first: KeptResult | undefined, second: KeptResult | undefined): LineDiff | 'failed' | null {
  const [found, setFound] = useState<{ first: KeptResult; second: KeptResult; diff: LineDiff | 'failed' } | null>(null);
  useEffect(() => {
    if (!first || !second) return;
    let isHere = true;
    const channel = startResultWorker ? createChannel(startResultWorker()) : null;
    const compare = channel?.compare ?? diffResults;
    const tell = (diff: LineDiff | 'failed'): void => {
      channel?.close();
      if (isHere) setFound({ first, second, diff });
    };
    compare(asCompared(first), asCompared(second)).then(tell, () => tell('failed'));
    return () => {
      isHere = false;
      channel?.close();
    };
  }, [first, second]);
  return found && found.first === first && found.second === second ? found.diff : null;
}

function asCompared({ run, body }: KeptResult): ComparedResult {
  return body ? { body, shape: run.request.shape } : { text: laidOutJson(shownResult(run)) };
}
