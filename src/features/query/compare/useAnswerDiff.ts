/** The difference of two kept results, computed in a worker if workers are available. */
import { useEffect, useState } from 'react';
import type { LineDiff } from '../../../lib/text/lineDiff';
import { createChannel } from '../result/large/largeData';
import { startResultWorker } from '../result/large/startResultWorker';
import { shownResult } from '../result/shownResult';
import { type ComparedAnswer, compareAnswers } from './compareAnswers';
import type { KeptResult } from './keptResults';

/** Returns the difference; null while it is computed, 'failed' if that failed. */
export function useAnswerDiff(first: KeptResult | undefined, second: KeptResult | undefined): LineDiff | 'failed' | null {
  const [found, setFound] = useState<{ first: KeptResult; second: KeptResult; diff: LineDiff | 'failed' } | null>(null);
  useEffect(() => {
    if (!first || !second) return;
    let isHere = true;
    const channel = startResultWorker ? createChannel(startResultWorker()) : null;
    const compare = channel?.compare ?? compareAnswers;
    const tell = (diff: LineDiff | 'failed'): void => {
      channel?.close();
      if (isHere) setFound({ first, second, diff });
    };
    compare(answerOf(first), answerOf(second)).then(tell, () => tell('failed'));
    return () => {
      isHere = false;
      channel?.close();
    };
  }, [first, second]);
  return found && found.first === first && found.second === second ? found.diff : null;
}

function answerOf({ run, body }: KeptResult): ComparedAnswer {
  return body ? { body, shape: run.request.shape } : { text: JSON.stringify(shownResult(run), null, 2) };
}
