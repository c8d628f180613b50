/**
 * Completion of documents by the schema. The list that the first letter of a word brings serves for the letters after it: the editor narrows it
 * by itself, in the same step in which the letter appears. What belongs at a place is for graphql-language-service to say.
 */
import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  pickedCompletion,
  startCompletion,
} from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { offsetToPos } from 'cm6-graphql';
import type { GraphQLSchema } from 'graphql';
import { type CompletionItem, getAutocompleteSuggestions } from 'graphql-language-service';

/** Behind these something is wanted, though no word was begun: arguments, variables, directives, values and types. */
const OPENS = /(?:[($@]|: ?)$/;

/** What may stand at the place; null where nothing is to be offered. */
export function completeDocument(schema: GraphQLSchema, context: CompletionContext): CompletionResult | null {
  const { state, pos } = context;
  const word = context.matchBefore(/\$?\w*/);
  if (!word) return null;
  // By itself only while a word is written, or where one has to follow; when asked for, everywhere.
  if (word.text === '' && !context.explicit && !OPENS.test(state.sliceDoc(Math.max(0, pos - 2), pos))) return null;
  const found = getAutocompleteSuggestions(schema, state.doc.toString(), offsetToPos(state.doc, pos));
  if (found.length === 0) return null;
  const isArgument = DIRECTIVE_ARGUMENT.test(state.sliceDoc(Math.max(0, pos - 100), pos));
  return {
    from: word.from,
    options: found.map(item => optionOf(item, isArgument)),
    // What was found is near to the word as it stood: letters more only narrow it, letters less would bring others.
    validFor: text => /^\$?\w*$/.test(text) && text.startsWith(word.text),
  };
}

function optionOf(item: CompletionItem, isArgument: boolean): Completion {
  const { label, detail, labelDetails, documentation, deprecationReason, insertText } = item;
  const info = documentation || deprecationReason;
  return {
    label,
    detail: detail ?? labelDetails?.detail?.trim() ?? '',
    ...(info ? { info } : {}),
    ...(isArgument || insertText?.startsWith(`${label}: `) ? { apply: applyNamed } : {}),
  };
}

/** Where the argument of a directive is named: of these the language service does not say that a colon follows. */
const DIRECTIVE_ARGUMENT = /@\w+\s*\(\s*\w*$/;

/** Names an argument or a field of an input, and goes on to its value. */
function applyNamed(view: EditorView, completion: Completion, from: number, to: number): void {
  const hasColon = /^\s*:/.test(view.state.sliceDoc(to, to + 100));
  const insert = hasColon ? completion.label : `${completion.label}: `;
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    userEvent: 'input.complete',
    annotations: pickedCompletion.of(completion),
  });
  if (!hasColon) startCompletion(view);
}
