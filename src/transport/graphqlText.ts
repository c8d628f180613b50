/**
 * GraphQL documents that stay text. In a page this stands where urql's core has a parser and a printer (`@0no-co/graphql.web`; webpack.config.js
 * puts it there): all documents of a page are text, and of each core wants to know the operations and fragments it defines, and that its
 * selections ask for `__typename`. For that a text is looked through once.
 *
 * It does not check documents beyond brackets that match: the builders of ours and Query's editor do that, and the endpoint has the last word.
 */

/** The kinds of nodes that core asks for by name. */
export const Kind = {
  DOCUMENT: 'Document',
  OPERATION_DEFINITION: 'OperationDefinition',
  FRAGMENT_DEFINITION: 'FragmentDefinition',
  FIELD: 'Field',
  NAME: 'Name',
} as const;

/** What a document defines, without what it selects. */
export interface TextDefinition {
  readonly kind: 'OperationDefinition' | 'FragmentDefinition';
  /** 'query', 'mutation' or 'subscription'; left out for a fragment. */
  readonly operation?: string;
  /** Left out for an operation without a name. */
  readonly name?: { readonly kind: 'Name'; readonly value: string };
}

/** A document as core passes it around. */
export interface TextDocument {
  readonly kind: 'Document';
  readonly definitions: readonly TextDefinition[];
  /** `plain` as it came; `typed` with `__typename` in every selection but those of operations themselves. `of`: what it was read with. */
  readonly text: { readonly plain: string; readonly typed: string; readonly of: readonly TextDefinition[] };
}

/** An error of a response, with the arguments of graphql-js' class. */
export class GraphQLError extends Error {
  override name = 'GraphQLError';
  readonly extensions: Record<string, unknown>;
  constructor(
    message: string,
    readonly nodes?: unknown,
    readonly source?: unknown,
    readonly positions?: unknown,
    readonly path?: readonly (string | number)[],
    readonly originalError?: unknown,
    extensions?: Record<string, unknown>,
  ) {
    super(message);
    // Core hands them over with every error that has some.
    this.extensions = extensions ?? {};
  }
  toJSON(): object {
    return { ...this, message: this.message };
  }
  override toString(): string {
    return this.message;
  }
}

/** Strings and comments whole, so that nothing is looked for in them; then names, and every other character by itself. */
const TOKENS = /"""(?:\\"""|[\s\S])*?"""|"(?:\\.|[^"\\\n\r])*"?|#[^\n\r]*|\w+|\S/g;

/**
 * Reads a text.
 * @throws GraphQLError when its brackets do not match, or it defines nothing
 */
export function parse(plain: string): TextDocument {
  const definitions: TextDefinition[] = [];
  /** The selections around the place, outermost first: whether they ask for `__typename`, or need not. */
  const around: boolean[] = [];
  let head: string[] = [];
  let typed = '';
  let done = 0;
  let inArguments = false;
  let before = '';
  for (const { 0: token, index } of plain.matchAll(TOKENS)) {
    if (token === '(') inArguments = true;
    else if (token === ')') inArguments = false;
    else if (!inArguments && token === '{') {
      if (around.length === 0) definitions.push(definition(head));
      around.push(around.length === 0 && head[0] !== 'fragment');
    } else if (!inArguments && token === '}') {
      if (around.length === 0) throw unmatched(index);
      if (around.pop() === false) {
        typed += `${plain.slice(done, index)} __typename `;
        done = index;
      }
      head = [];
    } else if (around.length === 0) {
      if (!token.startsWith('#')) head.push(token);
    } else if (token === '__typename' && before !== ':') around[around.length - 1] = true;
    before = token;
  }
  if (inArguments || around.length > 0 || definitions.length === 0) throw unmatched(plain.length);
  return { kind: 'Document', definitions, text: { plain, typed: typed + plain.slice(done), of: definitions } };
}

/** The text of a document; of one whose nodes core has gone through, with `__typename` in it. */
export function print({ definitions, text }: TextDocument): string {
  if (!text) throw new TypeError('In a page documents are text');
  return definitions === text.of ? text.plain : text.typed;
}

/** A definition by what stands before its selection: `query Ships`, `fragment Part on Ship`, nothing. */
function definition(head: readonly string[]): TextDefinition {
  const [keyword = 'query', value = '@'] = head;
  const name = value === '@' ? {} : { name: { kind: 'Name', value } as const };
  return keyword === 'fragment'
    ? { kind: 'FragmentDefinition', ...name }
    : { kind: 'OperationDefinition', operation: keyword, ...name };
}

const unmatched = (at: number): GraphQLError => new GraphQLError(`Syntax Error: brackets do not match at ${at}`);
