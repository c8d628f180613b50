/**
 * Completion of documents by the schema. The options for the first letter of a word are reused for the following letters: the editor
 * filters them in the same update in which the letter appears. The suggestions come from graphql-language-service.
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
  type GraphQLArgument,
  type GraphQLDirective,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { type CompletionItem, getAutocompleteSuggestions, getTokenAtPosition, getTypeInfo } from 'graphql-language-service';

/** After these characters something must follow, even if no word was started: arguments, variables, directives, values and types. */
const OPENS = /(?:[($@]|: ?)$/;

/** Returns the completions at the cursor; null if there are none. */
export function completeDocument(schema: GraphQLSchema, context: CompletionContext): CompletionResult | null {
  const { state, pos } = context;
  const word = context.matchBefore(/\$?\w*/);
  if (!word) return null;
  // Automatic completion only runs in a word, or where a word must follow; explicit completion runs everywhere.
  if (word.text === '' && !context.explicit && !OPENS.test(state.sliceDoc(Math.max(0, pos - 2), pos))) return null;
  const text = state.doc.toString();
  const place = offsetToPos(state.doc, pos);
  const before = state.sliceDoc(Math.max(0, word.from - 200), word.from);
  const token = getTokenAtPosition(text, place, 1);
  const { kind, prevState } = token.state;
  const isOutside = kind === 'Document' || (kind === 'Invalid' && prevState?.kind === 'Document');
  const isName = isNaming(token.state);
  const given = isName ? namesGiven(text, word.from) : NO_NAMES;
  const known = isFull(schema, token.state, given)
    ? []
    : getAutocompleteSuggestions(schema, text, place).filter(
        ({ label }) => !given.has(label) && (!isOutside || mayBegin(schema, text, label)),
      );
  const { parentType, argDefs, objectFieldDefs } = getTypeInfo(schema, token.state);
  const selected = IN_SELECTION.has(String(kind)) && isCompositeType(parentType) ? parentType : null;
  const fields = isObjectType(selected) || isInterfaceType(selected) ? selected.getFields() : {};
  const found = known.length > 0 ? known : [...defaultValues(schema, before, word.text), ...conditions(before, word.text)];
  const left = oldFields(Object.values(fields), word.text).filter(({ name }) => !found.some(({ label }) => label === name));
  const isArgument = DIRECTIVE_ARGUMENT.test(state.sliceDoc(Math.max(0, pos - 100), pos));
  const inputs = isName ? [...(argDefs ?? []), ...Object.values(objectFieldDefs ?? {})] : [];
  const required = new Set(inputs.filter(input => isRequiredArgument(input as GraphQLArgument)).map(({ name }) => name));
  const options = [
    ...found.map(item => ({
      // What cannot be left out ranks first.
      ...(required.has(item.label) ? { boost: 50 } : {}),
      ...optionOf(item, isArgument),
      ...completing(
        isOutside ? item.label : null,
        kind === 'Directive' ? schema.getDirective(item.label) : Object.hasOwn(fields, item.label) ? fields[item.label] : null,
      ),
    })),
    ...left.map(field => ({ ...optionOf(itemOf(field), false), ...completing(null, field) })),
    ...(isAbstractType(selected) ? fragments(schema.getPossibleTypes(selected), word.text) : []),
  ];
  if (options.length === 0) return null;
  return {
    from: word.from,
    options,
    // The options match the current word. More letters only filter them; fewer letters need new options, and so does the first letter of a
    // word.
    validFor: text => /^\$?\w*$/.test(text) && text.startsWith(word.text) && (word.text !== '' || text === ''),
  };
}

type TokenState = ReturnType<typeof getTokenAtPosition>['state'];

const NO_NAMES: ReadonlySet<string> = new Set();

/** Whether the cursor is at the name of an argument or input field, not at its value. */
function isNaming({ kind, step }: TokenState): boolean {
  const name = String(kind);
  return (
    /^(?:(?:Fragment)?Arguments|ObjectValue)$/.test(name) || (step === 0 && /^(?:(?:Fragment)?Argument|ObjectField)$/.test(name))
  );
}

/** Returns the names in the brackets around `at`, except one that starts there. */
function namesGiven(text: string, at: number): ReadonlySet<string> {
  const outer: Set<string>[] = [];
  let names = new Set<string>();
  let wanted: Set<string> | undefined;
  for (const { 0: part, 1: name, index } of text.matchAll(PARTS)) {
    if (index >= at) wanted ??= names;
    if (name !== undefined) {
      if (index !== at) names.add(name);
    } else if (part === '(' || part === '[' || part === '{') {
      outer.push(names);
      names = new Set();
    } else if (part === ')' || part === ']' || part === '}') {
      if (names === wanted) return names;
      names = outer.pop() ?? new Set();
    }
  }
  return wanted ?? names;
}

/** Matches strings and comments, which are skipped, names before a colon, and brackets. */
const PARTS = /"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|#.*|(\w+)\s*:|\w+|[()[\]{}]/g;

/** Whether a `@oneOf` input already has its one field. */
function isFull(schema: GraphQLSchema, state: TokenState, given: ReadonlySet<string>): boolean {
  const ofValue = state.kind === 'ObjectField' ? state.prevState : state;
  if (given.size === 0 || ofValue?.kind !== 'ObjectValue') return false;
  const type = getNamedType(getTypeInfo(schema, ofValue).inputType);
  return isInputObjectType(type) && type.isOneOf;
}

/** Returns deprecated fields that start with the word. The language service only lists them if nothing else matches. */
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

/** Returns inline fragments with fields of the possible types. */
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

/** Ranks options after those that are used more often. */
const BEHIND = -50;

type AnyField = GraphQLField<unknown, unknown>;

/** Token kinds at which the language service suggests fields. */
const IN_SELECTION = new Set(['SelectionSet', 'Field', 'AliasedField']);

/**
 * Returns whether a definition of an executable document can start with the word. The language service also suggests type system
 * definitions.
 */
function mayBegin(schema: GraphQLSchema, text: string, word: string): boolean {
  if (word === 'mutation') return Boolean(schema.getMutationType());
  if (word === 'subscription') return Boolean(schema.getSubscriptionType());
  // A shorthand query must be the only operation of its document.
  if (word === '{') return !/[{(]/.test(text.replace(/#.*/g, ''));
  return word === 'query' || word === 'fragment';
}

/** Returns the keyword `on` before a type condition, which the language service does not suggest. */
function conditions(before: string, word: string): Pick<CompletionItem, 'label'>[] {
  return 'on'.startsWith(word) && /(?:\bfragment\s+\w+\s+|\.\.\.\s*)$/.test(before) ? [{ label: 'on' }] : [];
}

function optionOf(item: Pick<CompletionItem, 'label'> & Partial<CompletionItem>, isArgument: boolean): Completion {
  const { label, detail, labelDetails, documentation, deprecationReason, insertText } = item;
  const info = [deprecationReason, documentation].filter(Boolean).join('\n');
  return {
    label,
    detail: detail ?? labelDetails?.detail?.trim() ?? '',
    ...(info ? { info } : {}),
    // Fields of the API rank before introspection fields.
    ...(label.startsWith('__') ? { boost: -99 } : deprecationReason ? { boost: BEHIND } : {}),
    ...(isArgument || insertText?.startsWith(`${label}: `) ? { apply: applyNamed } : {}),
  };
}

/** How an option is inserted that is incomplete alone: the keyword of a definition, or a field or directive that needs more. */
function completing(keyword: string | null, part: AnyField | GraphQLDirective | null | undefined): Pick<Completion, 'apply'> {
  if (keyword !== null && /^\w/.test(keyword)) return { apply: applyDefinition };
  if (!part) return {};
  const hasSelection = 'type' in part && isCompositeType(getNamedType(part.type));
  return hasSelection || part.args.some(isRequiredArgument) ? { apply: applyWhole(part, hasSelection) } : {};
}

/** Inserts the keyword of a definition with its braces, and moves the cursor to its name. Before other text only the keyword is inserted. */
function applyDefinition(view: EditorView, completion: Completion, from: number, to: number): void {
  const { label } = completion;
  const isAlone = view.state.sliceDoc(to, view.state.doc.lineAt(to).to).trim() === '';
  const rest = label === 'fragment' ? ' #{} on #{} {\n\t#{}\n}#{}' : ' #{} {\n\t#{}\n}#{}';
  snippet(isAlone ? `${label}${rest}` : `${label}#{}`)(view, completion, from, to);
}

/**
 * Inserts a field or directive with its required arguments and the braces of its selection set, and moves the cursor to the first
 * placeholder.
 */
function applyWhole({ name, args }: AnyField | GraphQLDirective, needsSelection: boolean) {
  return (view: EditorView, completion: Completion, from: number, to: number): void => {
    const behind = view.state.sliceDoc(to, to + 200).trimStart();
    const hasArguments = behind.startsWith('(') || behind.startsWith(':');
    const required = hasArguments ? [] : args.filter(isRequiredArgument).map(each => `${each.name}: ${placeholder(each)}`);
    const hasSelection = hasArguments || behind.startsWith('{') || !needsSelection;
    const list = required.length > 0 ? `(${required.join(', ')})` : '';
    // After a complete field, the cursor stays behind it.
    const end = hasSelection ? '' : ' {\n\t#{}\n}';
    snippet(`${name}${list}${end}#{}`)(view, completion, from, to);
    if (list !== '' || end !== '') startCompletion(view);
  };
}

/** The snippet for the value of an argument: inside braces for an input object. */
const placeholder = ({ type }: GraphQLArgument): string => (isInputObjectType(getNullableType(type)) ? '{ #{} }' : '#{}');

/** Returns the possible default values of a variable, which the language service does not suggest. `before` is the text before the word. */
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

/** Matches the name of a directive argument, after which the language service does not suggest a colon. */
const DIRECTIVE_ARGUMENT = /@\w+\s*\(\s*\w*$/;

/** Inserts an argument or input field, and moves the cursor to its value. */
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
