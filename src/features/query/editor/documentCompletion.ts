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
import { type GraphQLSchema, isEnumType } from 'graphql';
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
  const known = getAutocompleteSuggestions(schema, state.doc.toString(), offsetToPos(state.doc, pos));
  const found =
    known.length > 0 ? known : defaultValues(schema, state.sliceDoc(Math.max(0, word.from - 200), word.from), word.text);
  if (found.length === 0) return null;
  const isArgument = DIRECTIVE_ARGUMENT.test(state.sliceDoc(Math.max(0, pos - 100), pos));
  return {
    from: word.from,
    options: found.map(item => optionOf(item, isArgument)),
    // What was found is near to the word as it stood: letters more only narrow it, letters less would bring others.
    validFor: text => /^\$?\w*$/.test(text) && text.startsWith(word.text),
  };
}

function optionOf(item: Pick<CompletionItem, 'label'> & Partial<CompletionItem>, isArgument: boolean): Completion {
  const { label, detail, labelDetails, documentation, deprecationReason, insertText } = item;
  const info = documentation || deprecationReason;
  return {
    label,
    detail: detail ?? labelDetails?.detail?.trim() ?? '',
    ...(info ? { info } : {}),
    ...(isArgument || insertText?.startsWith(`${label}: `) ? { apply: applyNamed } : {}),
  };
}

/** What the default value of a variable may be, which the language service does not say. `before`: what stands before the word. */
function defaultValues(
  schema: GraphQLSchema,
  before: string,
  word: string,
): Pick<CompletionItem, 'label' | 'detail' | 'documentation'>[] {
  const name = /\$\w+\s*:\s*\[*(\w+)[\]!]*\s*=\s*(?:\[[\w\s,]*)?$/.exec(before.replace(/#.*/g, ''))?.[1];
  const type = name === undefined ? undefined : schema.getType(name);
  const values = isEnumType(type)
    ? type.getValues().map(({ name: label, description }) => ({ label, detail: type.name, documentation: description ?? '' }))
    : type?.name === 'Boolean'
      ? ['true', 'false'].map(label => ({ label, detail: type.name }))
      : [];
  return values.filter(({ label }) => label.toLowerCase().startsWith(word.toLowerCase()));
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
