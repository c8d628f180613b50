/**
 * Completion while the schema is being loaded. Pending requests are answered when the schema arrives, if the cursor is still at that word.
 * The options come from documentCompletion.ts.
 */
import type { CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete';
import { EditorState, type Extension } from '@codemirror/state';
import { logException } from '@codemirror/view';

/** Completion with a source that is set later. */
export interface LateCompletion {
  /** The editor extension; it never changes. */
  extension: Extension;
  /** Sets the source for pending and future requests; null if there is no schema any more. */
  answerBy(source: CompletionSource | null): void;
}

/** Initially there is no source. */
export function lateCompletion(): LateCompletion {
  let loaded: CompletionSource | null = null;
  const waiting = new Set<() => void>();
  const complete: CompletionSource = context => (loaded ? loaded(context) : isBegun(context) ? whenKnown(context) : null);
  const whenKnown = (context: CompletionContext): Promise<CompletionResult | null> =>
    new Promise(resolve => {
      // No popup in an editor that has lost the focus.
      const isWanted = (): boolean => !context.aborted && context.view?.hasFocus !== false;
      const resolveAll = (): void => {
        try {
          resolve(isWanted() ? (loaded?.(context) ?? null) : null);
        } catch (error) {
          // Without a result, the editor would wait forever.
          logException(context.state, error, 'completion');
          resolve(null);
        }
      };
      waiting.add(resolveAll);
      context.addEventListener('abort', () => waiting.delete(resolveAll));
    });
  const sources = [{ autocomplete: complete }];
  return {
    extension: EditorState.languageData.of(() => sources),
    answerBy(source) {
      loaded = source;
      if (!source) return;
      for (const answer of waiting) answer();
      waiting.clear();
    },
  };
}

/** Returns whether there is anything to complete: a word, or an explicit request. */
function isBegun(context: CompletionContext): boolean {
  return context.explicit || context.matchBefore(/\w$/) !== null;
}
