/**
 * Completion of documents by the schema. The list that the first letter of a word brings serves for the letters after it: the editor narrows it
 * by itself, in the same step in which the letter appears. What belongs at a place is for graphql-language-service to say.
 */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { getSchema, graphqlLanguage, offsetToPos } from 'cm6-graphql';
import { getAutocompleteSuggestions } from 'graphql-language-service';

/** The extension; the schema is the one of cm6-graphql's state. */
export function documentCompletion(): Extension {
  return graphqlLanguage.data.of({ autocomplete: completeDocument });
}

/** What may stand at the place; null where nothing is to be offered. */
export function completeDocument(context: CompletionContext): CompletionResult | null {
  const { state, pos } = context;
  const schema = getSchema(state);
  const word = context.matchBefore(/\w*/);
  if (!schema || !word) return null;
  // By itself only while a word is written; when asked for, everywhere.
  if (word.text === '' && !context.explicit) return null;
  const found = getAutocompleteSuggestions(schema, state.doc.toString(), offsetToPos(state.doc, pos));
  if (found.length === 0) return null;
  return {
    from: word.from,
    options: found.map(({ label, detail, documentation, deprecationReason }): Completion => {
      const info = documentation || deprecationReason;
      return { label, detail: detail ?? '', ...(info ? { info } : {}) };
    }),
    // What was found is near to the word as it stood: letters more only narrow it, letters less would bring others.
    validFor: text => /^\w*$/.test(text) && text.startsWith(word.text),
  };
}
