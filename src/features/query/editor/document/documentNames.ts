/** Every place of a name in a document, so that it can be changed in all of them at once: of a variable, a fragment, an alias, an operation. */
import {
  type ASTNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type NameNode,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { readLoosely } from './documentPlace';

/** A name, and where it stands. */
export interface DocumentName {
  kind: 'variable' | 'fragment' | 'alias' | 'operation';
  name: string;
  /** Where it stands, without the `$` of a variable, in the order of the text. */
  places: readonly { from: number; to: number }[];
  /** Other names of the kind that stand beside it: it cannot be called like them. */
  taken: ReadonlySet<string>;
}

type Definition = OperationDefinitionNode | FragmentDefinitionNode;

/** The name at an offset; null where none stands that can be changed, or the document cannot be read. */
export function nameAt(text: string, offset: number): DocumentName | null {
  const document = readLoosely(text);
  if (!document) return null;
  let found: { node: NameNode; parent: ASTNode; definition: Definition } | null = null;
  const definitions = document.definitions.filter(isDefinition);
  for (const definition of definitions) {
    visit(definition, {
      Name(node, key, parent) {
        const { start = 0, end = -1 } = node.loc ?? {};
        // The sign before a variable is of it.
        const isNamed = key !== 'name' || (parent as ASTNode).kind !== 'Field';
        if (isNamed && offset >= start - ((parent as ASTNode).kind === 'Variable' ? 1 : 0) && offset <= end)
          found = { node, parent: parent as ASTNode, definition };
      },
    });
  }
  return found ? namedBy(found, document, definitions) : null;
}

function namedBy(
  { node, parent, definition }: { node: NameNode; parent: ASTNode; definition: Definition },
  document: DocumentNode,
  definitions: readonly Definition[],
): DocumentName | null {
  const name = node.value;
  switch (parent.kind) {
    case 'Variable': {
      const within = sharing(definitions, definition, name);
      return rangesOfName('variable', name, within.flatMap(variablesOf), within.flatMap(variablesOf));
    }
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
      return rangesOfName('alias', name, [node], []);
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

function rangesOfName(
  kind: DocumentName['kind'],
  name: string,
  all: readonly NameNode[],
  beside: readonly NameNode[],
): DocumentName {
  const places = all.flatMap(({ value, loc }) => (value === name && loc ? [{ from: loc.start, to: loc.end }] : []));
  return {
    kind,
    name,
    places: places.toSorted((a, b) => a.from - b.from),
    taken: new Set(beside.map(({ value }) => value).filter(value => value !== name)),
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
 * The definitions in which the name means the same variable: a fragment takes it from every operation that spreads it, so that all of them have to
 * change together.
 */
function sharing(definitions: readonly Definition[], from: Definition, name: string): Definition[] {
  const spread = new Map(definitions.map(definition => [definition, spreadBy(definition)]));
  const uses = (definition: Definition): boolean => variablesOf(definition).some(({ value }) => value === name);
  const within = new Set([from]);
  for (const definition of within) {
    for (const other of definitions) {
      if (within.has(other)) continue;
      const isNear =
        (other.kind === 'FragmentDefinition' && spread.get(definition)?.has(other.name.value)) ||
        (definition.kind === 'FragmentDefinition' && spread.get(other)?.has(definition.name.value));
      // Through an operation that does not know it, it goes no further.
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
