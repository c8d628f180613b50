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
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
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
  const { parentType } = getTypeInfo(schema, token.state);
  const selected = IN_SELECTION.has(String(kind)) && isCompositeType(parentType) ? parentType : null;
  const fields = isObjectType(selected) || isInterfaceType(selected) ? selected.getFields() : {};
  const found = known.length > 0 ? known : [...defaultValues(schema, before, word.text), ...conditions(before, word.text)];
  const left = oldFields(Object.values(fields), word.text).filter(({ name }) => !found.some(({ label }) => label === name));
  const isArgument = DIRECTIVE_ARGUMENT.test(state.sliceDoc(Math.max(0, pos - 100), pos));
  const options = [
    ...found.map(item => optionOf(item, isArgument, Object.hasOwn(fields, item.label) ? fields[item.label] : undefined)),
    ...left.map(field => optionOf(itemOf(field), false, field)),
    ...(isAbstractType(selected) ? fragments(schema.getPossibleTypes(selected), word.text) : []),
  ];
  if (options.length === 0) return null;
  return {
    from: word.from,
    options,
    // What was found is near to the word as it stood: letters more only narrow it, letters less would bring others. Its first letter brings more.
    validFor: text => /^\$?\w*$/.test(text) && text.startsWith(word.text) && (word.text !== '' || text === ''),
  };
}

/** Deprecated fields whose names begin so; the language service names them only where nothing else is near. */
function oldFields(fields: readonly AnyField[], word: string): AnyField[] {
  return word === '' ? [] : fields.filter(({ name, deprecationReason }) => deprecationReason != null && beginsWith(name, word));
}

const beginsWith = (name: string, word: string): boolean => name.toLowerCase().startsWith(word.toLowerCase());

const itemOf = ({
  name,
  type,
  description,
  deprecationReason,
}: AnyField): Pick<CompletionItem, 'label'> & Partial<CompletionItem> => ({
  label: name,
  detail: String(type),
  documentation: description ?? '',
  deprecationReason: deprecationReason ?? null,
});

/** Fields of a type that a value may have besides those of all of them. */
function fragments(types: readonly GraphQLObjectType[], word: string): Completion[] {
  return types
    .filter(({ name }) => beginsWith(name, word))
    .map(({ name, description }) => ({
      label: name,
      displayLabel: `... on ${name}`,
      ...(description ? { info: description } : {}),
      boost: BEHIND,
      apply: (view, completion, from, to) => {
        snippet(`... on ${name} {\n\t#{}\n}#{}`)(view, completion, from, to);
        startCompletion(view);
      },
    }));
}

/** Places options behind those that are asked for more often. */
const BEHIND = -50;

type AnyField = GraphQLField<unknown, unknown>;

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
  field: AnyField | undefined,
): Completion {
  const { label, detail, labelDetails, documentation, deprecationReason, insertText } = item;
  const info = [deprecationReason, documentation].filter(Boolean).join('\n');
  return {
    label,
    detail: detail ?? labelDetails?.detail?.trim() ?? '',
    ...(info ? { info } : {}),
    // What the API offers comes before what the language itself does.
    ...(label.startsWith('__') ? { boost: -99 } : deprecationReason ? { boost: BEHIND } : {}),
    ...(isArgument || insertText?.startsWith(`${label}: `) ? { apply: applyNamed } : {}),
    ...(field && needsMore(field) ? { apply: applyField(field) } : {}),
  };
}

/** A field that says nothing by its name alone. */
function needsMore({ type, args }: AnyField): boolean {
  return isCompositeType(getNamedType(type)) || args.some(isRequiredArgument);
}

/** Writes a field with the arguments it requires and the braces of its selection, and goes on to the first of them. */
function applyField({ name, type, args }: AnyField) {
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
