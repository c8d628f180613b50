/** Finds all occurrences of the name of a variable, fragment, alias or operation, so that it can be renamed everywhere at once. */
import {
  type ASTNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type NameNode,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { readLoosely } from './documentPlace';
import { type FragmentSupport, readDocument } from './documentTools';
import type { SpreadArguments } from './fragmentArguments';

/** A name and its occurrences. */
export interface DocumentName {
  kind: 'variable' | 'fragmentVariable' | 'fragment' | 'alias' | 'operation';
  name: string;
  /** Ranges without the `$` of a variable, in document order. */
  places: readonly { from: number; to: number }[];
  /** Other names of the same kind in the same scope, which cannot be used. */
  taken: ReadonlySet<string>;
  /** Whether other operations have a variable with this name, which is not renamed. */
  isElsewhere: boolean;
}

type Definition = OperationDefinitionNode | FragmentDefinitionNode;
/** A name in the text: an AST node, or an argument of a fragment spread, which is not in the AST. */
type Place = Pick<NameNode, 'value'> & { readonly loc?: { readonly start: number; readonly end: number } | undefined };

/**
 * Returns the name at an offset; null if there is none that can be renamed or the document cannot be parsed. Set `fragments` if fragments
 * can have variables.
 */
export function nameAt(text: string, offset: number, fragments?: FragmentSupport | null): DocumentName | null {
  const document = fragments ? readDocument(text, fragments).document : readLoosely(text);
  if (!document) return null;
  const names = readNames(document, fragments?.spreadArguments(text) ?? []);
  const isAt = ({ loc }: Place, before = 0): boolean => loc !== undefined && offset >= loc.start - before && offset <= loc.end;
  for (const spread of names.spreads) {
    const fragment = names.definitions.find(({ kind, name }) => kind === 'FragmentDefinition' && name?.value === spread.name);
    const argument = spread.names.find(each => isAt(each));
    if (argument) return fragment ? ownVariable(names, fragment, argument.value) : null;
  }
  let found: Found | null = null;
  for (const definition of names.definitions) {
    // The `$` before a variable belongs to it.
    const variable = names.variablesOf(definition).find(each => isAt(each, 1));
    if (variable) return namedVariable(names, definition, variable.value);
    visit(definition, {
      Name(node, key, parent, _path, ancestors) {
        const isNamed = key !== 'name' || (parent as ASTNode).kind !== 'Field';
        // The last ancestor is the list of the selection set.
        if (isNamed && isAt(node)) found = { node, parent: parent as ASTNode, beside: ancestors.at(-1) ?? [] };
      },
    });
  }
  return found ? namedBy(found, document, names.definitions) : null;
}

/** All names in a document, including arguments of fragment spreads. */
interface Names {
  definitions: readonly Definition[];
  variablesOf(definition: Definition): readonly Place[];
  spreads: readonly { name: string; names: readonly Place[] }[];
}

function readNames(document: DocumentNode, spreads: readonly SpreadArguments[]): Names {
  const definitions = document.definitions.filter(isDefinition);
  const placeOf = (value: string, start: number): Place => ({ value, loc: { start, end: start + value.length } });
  const used = spreads.flatMap(({ variables }) => variables.map(({ name, from }) => placeOf(name, from + 1)));
  const variables = new Map(definitions.map(each => [each, [...variablesOf(each), ...used.filter(place => isIn(place, each))]]));
  return {
    definitions,
    variablesOf: definition => variables.get(definition) ?? [],
    spreads: spreads.map(({ name, names }) => ({ name, names: names.map(each => placeOf(each.name, each.from)) })),
  };
}

const isIn = ({ loc }: Place, { loc: around }: Definition): boolean =>
  loc !== undefined && around !== undefined && loc.start >= around.start && loc.end <= around.end;

/** Returns whether a fragment declares a variable with this name. */
const owns = ({ kind, variableDefinitions }: Definition, name: string): boolean =>
  kind === 'FragmentDefinition' && (variableDefinitions ?? []).some(({ variable }) => variable.name.value === name);

function namedVariable(names: Names, definition: Definition, name: string): DocumentName {
  if (owns(definition, name)) return ownVariable(names, definition, name);
  const within = sharing(names, definition, name).flatMap(each => names.variablesOf(each));
  const renamed = rangesOfName('variable', name, within, within);
  const all = names.definitions.filter(each => !owns(each, name)).flatMap(each => names.variablesOf(each));
  return { ...renamed, isElsewhere: all.filter(({ value }) => value === name).length > renamed.places.length };
}

/** Returns a variable of a fragment, with the arguments of its spreads that set it. */
function ownVariable(names: Names, fragment: Definition, name: string): DocumentName {
  const inside = names.variablesOf(fragment);
  const passed = names.spreads.filter(spread => spread.name === fragment.name?.value).flatMap(spread => spread.names);
  return rangesOfName('fragmentVariable', name, [...inside, ...passed], inside);
}

/** A name with the node that it names, and the list that contains this node. */
interface Found {
  node: NameNode;
  parent: ASTNode;
  beside: ASTNode | readonly ASTNode[];
}

function namedBy(
  { node, parent, beside }: Found,
  document: DocumentNode,
  definitions: readonly Definition[],
): DocumentName | null {
  const name = node.value;
  switch (parent.kind) {
    case 'FragmentSpread':
    case 'FragmentDefinition': {
      const names: NameNode[] = [];
      visit(document, {
        FragmentSpread(node) {
          names.push(node.name);
        },
        FragmentDefinition(node) {
          names.push(node.name);
        },
      });
      return rangesOfName('fragment', name, names, names);
    }
    case 'Field':
      return rangesOfName(
        'alias',
        name,
        [node],
        [beside].flat().flatMap(each => (each.kind === 'Field' ? [each.alias ?? each.name] : [])),
      );
    case 'OperationDefinition':
      return rangesOfName(
        'operation',
        name,
        [node],
        definitions.flatMap(each => (each.kind === 'OperationDefinition' && each.name ? [each.name] : [])),
      );
    default:
      return null;
  }
}

function rangesOfName(kind: DocumentName['kind'], name: string, all: readonly Place[], beside: readonly Place[]): DocumentName {
  const places = all.flatMap(({ value, loc }) => (value === name && loc ? [{ from: loc.start, to: loc.end }] : []));
  return {
    kind,
    name,
    places: places.toSorted((a, b) => a.from - b.from),
    taken: new Set(beside.map(({ value }) => value).filter(value => value !== name)),
    isElsewhere: false,
  };
}

const isDefinition = (node: ASTNode): node is Definition =>
  node.kind === 'OperationDefinition' || node.kind === 'FragmentDefinition';

function variablesOf(definition: Definition): NameNode[] {
  const names: NameNode[] = [];
  visit(definition, {
    Variable(node) {
      names.push(node.name);
    },
  });
  return names;
}

/**
 * Returns the definitions in which the name refers to the same variable. A fragment uses variables of every operation that spreads it, so
 * all of them must be renamed together.
 */
function sharing({ definitions, variablesOf }: Names, from: Definition, name: string): Definition[] {
  const spread = new Map(definitions.map(definition => [definition, spreadBy(definition)]));
  const uses = (definition: Definition): boolean => variablesOf(definition).some(({ value }) => value === name);
  const within = new Set([from]);
  for (const definition of within) {
    for (const other of definitions) {
      if (within.has(other) || owns(other, name)) continue;
      const isNear =
        (other.kind === 'FragmentDefinition' && spread.get(definition)?.has(other.name.value)) ||
        (definition.kind === 'FragmentDefinition' && spread.get(other)?.has(definition.name.value));
      // The search does not continue through an operation that does not use the variable.
      if (isNear && (other.kind === 'FragmentDefinition' || uses(other))) within.add(other);
    }
  }
  return [...within];
}

function spreadBy(definition: Definition): Set<string> {
  const names = new Set<string>();
  visit(definition, {
    FragmentSpread(node) {
      names.add(node.name.value);
    },
  });
  return names;
}
