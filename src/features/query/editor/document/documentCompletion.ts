/**
 * Completion of documents by the schema. The list that the first letter of a word brings serves for the letters after it: the editor narrows it
 * by itself, in the same step in which the letter appears. What belongs at a place is for graphql-language-service to say.
 */
import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  pickedCompletion,
  snippet,
  startCompletion,
} from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { offsetToPos } from 'cm6-graphql';
import {
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { type CompletionItem, getAutocompleteSuggestions, getTokenAtPosition, getTypeInfo } from 'graphql-language-service';

/** Behind these something is wanted, though no word was begun: arguments, variables, directives, values and types. */
const OPENS = /(?:[($@]|: ?)$/;

/** What may stand at the place; null where nothing is to be offered. */
export function completeDocument(schema: GraphQLSchema, context: CompletionContext): CompletionResult | null {
  const { state, pos } = context;
  const word = context.matchBefore(/\$?\w*/);
  if (!word) return null;
  // By itself only while a word is written, or where one has to follow; when asked for, everywhere.
  if (word.text === '' && !context.explicit && !OPENS.test(state.sliceDoc(Math.max(0, pos - 2), pos))) return null;
  const text = state.doc.toString();
  const place = offsetToPos(state.doc, pos);
  const before = state.sliceDoc(Math.max(0, word.from - 200), word.from);
  const token = getTokenAtPosition(text, place, 1);
  const { kind, prevState } = token.state;
  const isOutside = kind === 'Document' || (kind === 'Invalid' && prevState?.kind === 'Document');
  const known = getAutocompleteSuggestions(schema, text, place).filter(item => !isOutside || mayBegin(schema, text, item.label));
  const found = known.length > 0 ? known : [...defaultValues(schema, before, word.text), ...conditions(before, word.text)];
  if (found.length === 0) return null;
  const isArgument = DIRECTIVE_ARGUMENT.test(state.sliceDoc(Math.max(0, pos - 100), pos));
  const { parentType } = getTypeInfo(schema, token.state);
  const fields = isObjectType(parentType) || isInterfaceType(parentType) ? parentType.getFields() : {};
  const isField = IN_SELECTION.has(String(kind));
  return {
    from: word.from,
    options: found.map(item =>
      optionOf(item, isArgument, isField && Object.hasOwn(fields, item.label) ? fields[item.label] : undefined),
    ),
    // What was found is near to the word as it stood: letters more only narrow it, letters less would bring others.
    validFor: text => /^\$?\w*$/.test(text) && text.startsWith(word.text),
  };
}

/** Where the language service names a field. */
const IN_SELECTION = new Set(['SelectionSet', 'Field', 'AliasedField']);

/** Whether a definition of a document that is sent may begin with the word; the language service knows schemas as well. */
function mayBegin(schema: GraphQLSchema, text: string, word: string): boolean {
  if (word === 'mutation') return Boolean(schema.getMutationType());
  if (word === 'subscription') return Boolean(schema.getSubscriptionType());
  // An operation without a word for it is the only one of its document.
  if (word === '{') return !/[{(]/.test(text.replace(/#.*/g, ''));
  return word === 'query' || word === 'fragment';
}

/** The word that a fragment's type follows, which the language service does not say. */
function conditions(before: string, word: string): Pick<CompletionItem, 'label'>[] {
  return 'on'.startsWith(word) && /(?:\bfragment\s+\w+\s+|\.\.\.\s*)$/.test(before) ? [{ label: 'on' }] : [];
}

function optionOf(
  item: Pick<CompletionItem, 'label'> & Partial<CompletionItem>,
  isArgument: boolean,
  field: GraphQLField<unknown, unknown> | undefined,
): Completion {
  const { label, detail, labelDetails, documentation, deprecationReason, insertText } = item;
  const info = documentation || deprecationReason;
  return {
    label,
    detail: detail ?? labelDetails?.detail?.trim() ?? '',
    ...(info ? { info } : {}),
    // What the API offers comes before what the language itself does.
    ...(label.startsWith('__') ? { boost: -99 } : {}),
    ...(isArgument || insertText?.startsWith(`${label}: `) ? { apply: applyNamed } : {}),
    ...(field && needsMore(field) ? { apply: applyField(field) } : {}),
  };
}

/** A field that says nothing by its name alone. */
function needsMore({ type, args }: GraphQLField<unknown, unknown>): boolean {
  return isCompositeType(getNamedType(type)) || args.some(isRequiredArgument);
}

/** Writes a field with the arguments it requires and the braces of its selection, and goes on to the first of them. */
function applyField({ name, type, args }: GraphQLField<unknown, unknown>) {
  return (view: EditorView, completion: Completion, from: number, to: number): void => {
    const behind = view.state.sliceDoc(to, to + 200).trimStart();
    const hasArguments = behind.startsWith('(') || behind.startsWith(':');
    const required = hasArguments ? [] : args.filter(isRequiredArgument).map(argument => `${argument.name}: #{}`);
    const hasSelection = hasArguments || behind.startsWith('{') || !isCompositeType(getNamedType(type));
    const list = required.length > 0 ? `(${required.join(', ')})` : '';
    // Behind a field that is whole one writes on.
    const end = hasSelection ? '' : ' {\n\t#{}\n}';
    snippet(`${name}${list}${end}#{}`)(view, completion, from, to);
    if (list !== '' || end !== '') startCompletion(view);
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
