/**
 * Parses documents that are being edited, with graphql-js. Loaded lazily with the language support of the editor. The text that is sent
 * consists of slices of the source: one operation and the fragments it uses.
 */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionSetNode,
  visit,
} from 'graphql';
import type { ArgumentModel, TypeRef } from '../../../../schema/model/schemaModel';
import type { RequestedShape } from '../../explorer/requestedShape';
import { isDeeplyNested } from '../isDeeplyNested';
import { commentedLayout } from './commentedLayout';

/** Parser for documents whose fragments have variables. */
export type FragmentSupport = typeof import('./fragmentArguments');

/** A position in a text; both numbers count from 1. */
export interface TextPlace {
  line: number;
  column: number;
}

/** One operation of a document. */
export interface DocumentOperation {
  kind: 'query' | 'mutation' | 'subscription';
  /** Null if it has none. */
  name: string | null;
  /** Its variables, as the fields of a form. */
  variables: readonly ArgumentModel[];
  node: OperationDefinitionNode;
}

/** A parsed document, or the syntax error and its position. */
export type ReadDocument =
  | { operations: readonly DocumentOperation[]; document: DocumentNode; error: null }
  | { operations: readonly []; document: null; error: { message: string; place: TextPlace | null } };

/** Parses a document; with `fragments`, fragments can have variables. Never throws. */
export function readDocument(text: string, fragments?: FragmentSupport | null): ReadDocument {
  try {
    const document = fragments ? fragments.parseWithArguments(text) : parse(text, { maxTokens: 200_000 });
    if (isDeeplyNested(text) && levelsOf(document) > MOST_LEVELS) throw new RangeError('Too many levels of nesting');
    const operations = document.definitions.flatMap(node =>
      node.kind === 'OperationDefinition'
        ? [{ kind: node.operation, name: node.name?.value ?? null, variables: variablesOf(node), node }]
        : [],
    );
    return { operations, document, error: null };
  } catch (error) {
    const place = error instanceof GraphQLError ? (error.locations?.[0] ?? null) : null;
    return { operations: [], document: null, error: { message: syntaxMessage(error), place } };
  }
}

/** Maximum number of nodes within each other: two for a selection, one for a list type. Functions that follow the nodes call themselves. */
const MOST_LEVELS = 600;

/** The number of nodes within each other. `visit` does not call itself. */
function levelsOf(document: DocumentNode): number {
  let level = 0;
  let most = 0;
  visit(document, {
    enter() {
      level += 1;
      most = Math.max(most, level);
    },
    leave() {
      level -= 1;
    },
  });
  return most;
}

/** The message of an error of the parser. */
export function syntaxMessage(error: unknown): string {
  if (error instanceof RangeError) return 'The document has too many levels of nesting.';
  return error instanceof Error ? error.message : String(error);
}

/** Returns the selected operation, by the result of `choiceOf`; otherwise the first. */
export function chosenOperation(operations: readonly DocumentOperation[], choice: string | null): DocumentOperation | undefined {
  const place = /^#(\d+)$/.exec(choice ?? '')?.[1];
  const chosen =
    place === undefined
      ? operations.find(operation => choice !== null && operation.name === choice)
      : operations[Number(place) - 1];
  return chosen ?? operations[0];
}

/**
 * Returns how a selection is stored: the name of the operation; its position (`#2`) if the name is missing or not unique; null for the
 * first without a name.
 */
export function choiceOf(operations: readonly DocumentOperation[], operation: DocumentOperation): string | null {
  const { name } = operation;
  return chosenOperation(operations, name) === operation ? name : `#${operations.indexOf(operation) + 1}`;
}

/** Returns the operation at an offset. */
export function operationAt(operations: readonly DocumentOperation[], at: number): DocumentOperation | undefined {
  return operations.find(({ node: { loc } }) => loc !== undefined && loc.start <= at && at <= loc.end);
}

/** Returns the text to send for an operation: the operation and the fragments it uses, as in the source. */
export function operationText(document: DocumentNode, operation: DocumentOperation): string {
  return [operation.node, ...neededFragments(document, operation.node.selectionSet)]
    .map(node => (node.loc ? node.loc.source.body.slice(node.loc.start, node.loc.end) : print(node)))
    .join('\n\n');
}

/** Returns the fragments that a selection set spreads, directly or indirectly, in document order. */
function neededFragments(document: DocumentNode, selection: SelectionSetNode): FragmentDefinitionNode[] {
  const fragments = fragmentsOf(document);
  const needed = new Set<FragmentDefinitionNode>();
  const look = (set: SelectionSetNode): void => {
    visit(set, {
      FragmentSpread({ name }) {
        const fragment = fragments.get(name.value);
        if (!fragment || needed.has(fragment)) return;
        needed.add(fragment);
        look(fragment.selectionSet);
      },
    });
  };
  look(selection);
  return [...fragments.values()].filter(fragment => needed.has(fragment));
}

function fragmentsOf(document: DocumentNode): Map<string, FragmentDefinitionNode> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) if (node.kind === 'FragmentDefinition') fragments.set(node.name.value, node);
  return fragments;
}

/**
 * Formats the document and keeps its comments; returns it unchanged if it cannot be parsed. If it has comments inside arguments, or
 * comments and fragment arguments, only its lines are indented.
 */
export function formatted(text: string, fragments?: FragmentSupport | null): string {
  const { document } = readDocument(text, fragments);
  if (!document) return text;
  const hasArguments = fragments ? fragments.withoutArguments(text) !== text : false;
  if (hasComments(text)) return (hasArguments ? null : commentedLayout(text, document)) ?? indented(text);
  return `${hasArguments ? fragments?.printWithArguments(text) : print(document)}\n`;
}

function hasComments(text: string): boolean {
  return /#/.test(text.replace(/"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?/g, ''));
}

/** Indents each line by the number of open braces. */
function indented(text: string): string {
  let depth = 0;
  let isBlock = false;
  return text
    .split('\n')
    .map(line => {
      if (isBlock || line.includes('"""')) {
        if ((line.match(/"""/g)?.length ?? 0) % 2 === 1) isBlock = !isBlock;
        return line;
      }
      const bare = line.trim();
      const code = bare.replace(/"(?:[^"\\]|\\.)*"?/g, '').replace(/#[\s\S]*/, '');
      const closing = /^[)}\]]+/.exec(code)?.[0].length ?? 0;
      const at = Math.max(0, depth - closing);
      depth = Math.max(0, depth + (code.match(/[({[]/g)?.length ?? 0) - (code.match(/[)}\]]/g)?.length ?? 0));
      return bare === '' ? '' : `${'  '.repeat(at)}${bare}`;
    })
    .join('\n');
}

/**
 * Finds the field in the editor that a GraphQL error refers to: by the path of the error; otherwise by its location in the sent text, which
 * has other whitespace, so the same occurrence of the same token within the operation is used.
 */
export function placeOfError(
  { document, operation, sent }: { document: DocumentNode; operation: DocumentOperation; sent: string },
  error: { path?: readonly (string | number)[] | undefined; locations?: readonly TextPlace[] | undefined },
): TextPlace | null {
  const names = (error.path ?? []).filter(part => typeof part === 'string');
  const start =
    names.length > 0 ? offsetOfPath(document, operation.node.selectionSet, names) : offsetOfToken(operation, sent, error);
  return start === null ? null : placeAt(operation.node.loc?.source.body ?? '', start);
}

function offsetOfPath(document: DocumentNode, selection: SelectionSetNode, path: readonly string[]): number | null {
  const fragments = fragmentsOf(document);
  // Each fragment is searched once for each part of the path: nested spreads would otherwise grow exponentially.
  const searched = new Set<string>();
  const find = (set: SelectionSetNode | undefined, at: number): number | null => {
    for (const node of set?.selections ?? []) {
      if (node.kind === 'Field') {
        if ((node.alias ?? node.name).value !== path[at]) continue;
        const own = node.loc?.start ?? null;
        return at === path.length - 1 ? own : (find(node.selectionSet, at + 1) ?? own);
      }
      const name = node.kind === 'FragmentSpread' ? node.name.value : '';
      if (name !== '' && searched.has(`${at} ${name}`)) continue;
      searched.add(`${at} ${name}`);
      const inner = node.kind === 'FragmentSpread' ? fragments.get(name)?.selectionSet : node.selectionSet;
      const found = find(inner, at);
      if (found !== null) return found;
    }
    return null;
  };
  return find(selection, 0);
}

function offsetOfToken(
  { node }: DocumentOperation,
  sent: string,
  { locations }: { locations?: readonly TextPlace[] | undefined },
): number | null {
  const [place] = locations ?? [];
  const own = node.loc?.source.body;
  if (!place || !node.loc || own === undefined) return null;
  const lines = sent.split('\n');
  const offset = lines.slice(0, place.line - 1).reduce((sum, line) => sum + line.length + 1, 0) + place.column - 1;
  const token = /^(?:[A-Za-z_$@]\w*|\.\.\.|\S)/.exec(sent.slice(offset))?.[0];
  if (token === undefined) return null;
  const count = offsetsOf(sent.slice(0, offset), token).length;
  const own$ = offsetsOf(own.slice(node.loc.start), token)[count];
  return own$ === undefined ? null : node.loc.start + own$;
}

/** Returns the offsets of a token in a text, as a whole word. */
function offsetsOf(text: string, token: string): number[] {
  const isWord = /\w$/.test(token);
  const escaped = token.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  // Bounded: a token is a word of the document, without repeats.
  return [...text.matchAll(new RegExp(isWord ? `(?<![\\w$@])${escaped}(?!\\w)` : escaped, 'g'))].map(match => match.index);
}

/** Returns the position of an offset. */
export function placeAt(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Maximum number of fields in a shape. Fragments within fragments can request more than any response has. */
const MOST_SHAPES = 100_000;

/** Returns the fields that an operation requests, with fragments resolved. Of a field beyond the limit, nothing below it is known. */
export function requestedShape(document: DocumentNode, operation: DocumentOperation): RequestedShape {
  const fragments = fragmentsOf(document);
  let left = MOST_SHAPES;
  const shapeOf = (sets: readonly SelectionSetNode[]): RequestedShape => {
    const inner = new Map<string, SelectionSetNode[]>();
    const seen = new Set<string>();
    let typename = left <= 0;
    const add = (set: SelectionSetNode): void => {
      for (const node of set.selections) {
        if (node.kind === 'Field') {
          const key = (node.alias ?? node.name).value;
          if (key === '__typename') typename = true;
          if (!node.selectionSet) continue;
          const below = inner.get(key);
          if (below) below.push(node.selectionSet);
          else inner.set(key, [node.selectionSet]);
        } else if (node.kind === 'InlineFragment') add(node.selectionSet);
        else if (!seen.has(node.name.value)) {
          seen.add(node.name.value);
          const fragment = fragments.get(node.name.value);
          if (fragment) add(fragment.selectionSet);
        }
      }
    };
    if (left > 0) for (const set of sets) add(set);
    left -= inner.size;
    return { typename, fields: new Map([...inner].map(([key, below]) => [key, shapeOf(below)])) };
  };
  return shapeOf([operation.node.selectionSet]);
}

function variablesOf(node: OperationDefinitionNode): ArgumentModel[] {
  return (node.variableDefinitions ?? []).map(({ variable, type, defaultValue }) => ({
    name: variable.name.value,
    description: null,
    type: typeRef(type),
    defaultValue: defaultValue ? print(defaultValue) : null,
    deprecationReason: null,
  }));
}

function typeRef(type: NonNullable<OperationDefinitionNode['variableDefinitions']>[number]['type']): TypeRef {
  if (type.kind === 'NamedType') return { kind: 'named', name: type.name.value };
  if (type.kind === 'ListType') return { kind: 'list', of: typeRef(type.type) };
  const of = typeRef(type.type);
  return of.kind === 'nonNull' ? of : { kind: 'nonNull', of };
}
