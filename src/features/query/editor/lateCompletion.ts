/**
 * Completion for a document that is written before the schema is there: what is asked for meanwhile is answered when it comes, if the cursor is
 * still at that word. What belongs at a place is for documentCompletion.ts to say.
 */
import type { CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete';
import { EditorState, type Extension } from '@codemirror/state';
import { logException } from '@codemirror/view';

/** See the head of the file. */
export interface LateCompletion {
  /** For the editor; the same for as long as it is there. */
  extension: Extension;
  /** What answers from now on, and what waits; null: nothing is known any longer. */
  answerBy(source: CompletionSource | null): void;
}

/** Makes one; at first nothing is known. */
export function lateCompletion(): LateCompletion {
  let known: CompletionSource | null = null;
  const waiting = new Set<() => void>();
  const complete: CompletionSource = context => (known ? known(context) : isBegun(context) ? whenKnown(context) : null);
  const whenKnown = (context: CompletionContext): Promise<CompletionResult | null> =>
    new Promise(resolve => {
      // Nothing is put up over an editor that was left meanwhile.
      const isWanted = (): boolean => !context.aborted && context.view?.hasFocus !== false;
      const answer = (): void => {
        try {
          resolve(isWanted() ? (known?.(context) ?? null) : null);
        } catch (error) {
          // The editor would wait for one that failed for good.
          logException(context.state, error, 'completion');
          resolve(null);
        }
      };
      waiting.add(answer);
      context.addEventListener('abort', () => waiting.delete(answer));
    });
  const sources = [{ autocomplete: complete }];
  return {
    extension: EditorState.languageData.of(() => sources),
    answerBy(source) {
      known = source;
      if (!source) return;
      for (const answer of waiting) answer();
      waiting.clear();
    },
  };
}

/** Whether there is anything to wait for: a word, or an explicit request. */
function isBegun(context: CompletionContext): boolean {
  return context.explicit || context.matchBefore(/\w$/) !== null;
}
