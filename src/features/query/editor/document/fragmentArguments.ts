/**
 * Fragments with variables and spreads with arguments (https://github.com/graphql/graphql-spec/pull/1081). graphql-js 16 and urql cannot
 * parse the arguments, so they get the document with spaces in their place, which keeps all offsets.
 */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  GraphQLError,
  Lexer,
  type OperationDefinitionNode,
  parse,
  print,
  Source,
  TokenKind,
  type VariableNode,
  visit,
} from 'graphql';
import { bracketsBetween } from './bracketsAround';
import { editedText } from './textEdit';

/** The arguments of a spread. */
export interface SpreadArguments {
  /** Name of the fragment. */
  name: string;
  /** Range, including the parentheses. */
  from: number;
  to: number;
  /** The names of the arguments and their offsets. */
  names: readonly { name: string; from: number }[];
  /** The variables in their values. */
  variables: readonly { name: string; from: number }[];
}

/**
 * Parses a document with fragment arguments. Its nodes refer to the original source.
 * @throws GraphQLError like `parse`
 */
export function parseWithArguments(text: string): DocumentNode {
  const source = new Source(blank(text, spreadArguments(text)));
  const document = parse(source, { maxTokens: 200_000, allowLegacyFragmentVariables: true });
  source.body = text;
  return document;
}

/** Returns the text for tools that support neither: without arguments of spreads and without variables of fragments. */
export function withoutArguments(text: string): string {
  const ranges: { from: number; to: number }[] = spreadArguments(text);
  for (const node of parseWithArguments(text).definitions) {
    if (node.kind !== 'FragmentDefinition' || !node.variableDefinitions?.length) continue;
    const brackets = bracketsBetween(node.name, node.typeCondition);
    if (brackets) ranges.push(brackets);
  }
  return blank(text, ranges);
}

/**
 * Formats the document, including the arguments.
 * @throws GraphQLError like `parse`
 */
export function printWithArguments(text: string): string {
  const spreads = spreadArguments(text);
  const document = parseWithArguments(text);
  return print(
    visit(document, {
      FragmentSpread(node) {
        const spreadArgs = argumentsOf(node, text, spreads);
        if (!spreadArgs) return undefined;
        const [field] = (parse(`{f${text.slice(spreadArgs.from, spreadArgs.to)}}`).definitions[0] as OperationDefinitionNode)
          .selectionSet.selections;
        return { ...node, name: { ...node.name, value: node.name.value + (field ? print(field).slice(1) : '') } };
      },
    }),
  );
}

/** Returns the arguments of a spread; undefined if it has none. `spreads` has those of the whole text, in document order. */
function argumentsOf(
  { name: { loc } }: FragmentSpreadNode,
  text: string,
  spreads: readonly SpreadArguments[],
): SpreadArguments | undefined {
  const next = loc && spreads.find(({ from }) => from >= loc.end);
  return next && text.slice(loc.end, next.from).trim() === '' ? next : undefined;
}

const blank = (text: string, ranges: readonly { from: number; to: number }[]): string =>
  editedText(
    text,
    ranges.map(({ from, to }) => ({ from, to, insert: text.slice(from, to).replace(/[^\r\n]/g, ' ') })),
  );

/** Returns the arguments of all spreads up to the first syntax error. */
export function spreadArguments(text: string): SpreadArguments[] {
  const found: SpreadArguments[] = [];
  const lexer = new Lexer(new Source(text));
  try {
    for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
      if (token.kind !== TokenKind.SPREAD || lexer.lookahead().kind !== TokenKind.NAME) continue;
      const { value: name } = lexer.advance();
      if (name !== 'on' && lexer.lookahead().kind === TokenKind.PAREN_L) found.push(argumentsAt(lexer, name));
    }
  } catch (error) {
    // Syntax errors are reported by the parser.
    if (!(error instanceof GraphQLError)) throw error;
  }
  return found;
}

function argumentsAt(lexer: Lexer, name: string): SpreadArguments {
  const from = lexer.advance().start;
  const names: { name: string; from: number }[] = [];
  const variables: { name: string; from: number }[] = [];
  let depth = 1;
  while (depth > 0) {
    const { kind, value, start } = lexer.advance();
    if (kind === TokenKind.EOF) throw new GraphQLError('The arguments of a fragment do not end');
    if (kind === TokenKind.PAREN_L || kind === TokenKind.BRACE_L || kind === TokenKind.BRACKET_L) depth++;
    if (kind === TokenKind.PAREN_R || kind === TokenKind.BRACE_R || kind === TokenKind.BRACKET_R) depth--;
    if (kind === TokenKind.DOLLAR) variables.push({ name: lexer.advance().value, from: start });
    else if (kind === TokenKind.NAME && depth === 1 && lexer.lookahead().kind === TokenKind.COLON)
      names.push({ name: value, from: start });
  }
  return { name, from, to: lexer.token.end, names, variables };
}

/** A problem with an argument, and its range in the text. */
export interface ArgumentProblem {
  from: number;
  to: number;
  message: string;
  severity: 'error';
}

/** Returns unknown and missing required arguments. */
export function argumentProblems(text: string, document: DocumentNode): ArgumentProblem[] {
  const fragments = fragmentsOf(document);
  const spreads = spreadArguments(text);
  const problems: ArgumentProblem[] = [];
  visit(document, {
    FragmentSpread(node) {
      const { name, loc } = node;
      const fragment = fragments.get(name.value);
      if (!fragment || !loc) return;
      const passed = argumentsOf(node, text, spreads)?.names ?? [];
      const declared = new Map((fragment.variableDefinitions ?? []).map(each => [each.variable.name.value, each]));
      for (const each of passed)
        if (!declared.has(each.name))
          problems.push({
            from: each.from,
            to: each.from + each.name.length,
            message: `Fragment "${name.value}" has no argument "${each.name}".`,
            severity: 'error',
          });
      for (const [variable, { type, defaultValue }] of declared)
        if (type.kind === 'NonNullType' && !defaultValue && !passed.some(each => each.name === variable))
          problems.push({
            from: loc.start,
            to: loc.end,
            message: `Fragment "${name.value}" requires the argument "${variable}".`,
            severity: 'error',
          });
    },
  });
  return problems;
}

/**
 * Returns whether a graphql-js error is only caused by the unsupported syntax: a variable of a fragment, or a variable that is only used in
 * an argument.
 */
export function isOfArguments({ nodes, message }: GraphQLError, text: string, document: DocumentNode): boolean {
  const [node] = nodes ?? [];
  if (node?.kind === 'VariableDefinition')
    return (
      /never used/.test(message) &&
      spreadArguments(text).some(({ variables }) => variables.some(({ name }) => name === node.variable.name.value))
    );
  return node?.kind === 'Variable' && isOwnVariable(node, document);
}

function isOwnVariable({ name, loc }: VariableNode, document: DocumentNode): boolean {
  return [...fragmentsOf(document).values()].some(
    fragment =>
      loc !== undefined &&
      fragment.loc !== undefined &&
      fragment.loc.start <= loc.start &&
      loc.end <= fragment.loc.end &&
      fragment.variableDefinitions?.some(({ variable }) => variable.name.value === name.value),
  );
}

function fragmentsOf({ definitions }: DocumentNode): Map<string, FragmentDefinitionNode> {
  const found = new Map<string, FragmentDefinitionNode>();
  for (const node of definitions) if (node.kind === 'FragmentDefinition') found.set(node.name.value, node);
  return found;
}
