/**
 * Existing and possible places in a document, as steps down from a definition, and the nodes at them. Parses with graphql-js, but accepts
 * empty selection sets.
 */
import {
  type DefinitionNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type InlineFragmentNode,
  type OperationDefinitionNode,
  parse,
  type SelectionNode,
} from 'graphql';

/** A step down the document. `nth` is the index among fields of the same name, because aliases allow several. */
export type DocumentStep =
  | { kind: 'field'; name: string; nth: number }
  | { kind: 'on'; type: string }
  | { kind: 'spread'; name: string };

/** An existing or possible place in a document: the index of its definition, and the steps down from it. */
export interface DocumentPlace {
  definition: number;
  steps: readonly DocumentStep[];
}

/** A node that can have a selection set. */
export type Holder = OperationDefinitionNode | FragmentDefinitionNode | FieldNode | InlineFragmentNode;

/** Placeholder in an empty selection set during parsing. It has one character, so that all offsets stay the same. */
const NOTHING = '_';

/** Parses a document in which selection sets can be empty (`{ }`), which graphql-js rejects. Returns null if that fails. */
export function readLoosely(text: string): DocumentNode | null {
  for (const tried of [() => text, () => withoutEmptySelections(text)]) {
    try {
      return parse(tried(), { maxTokens: 200_000 });
    } catch {
      // Tries the next variant.
    }
  }
  return text.trim() === '' ? ({ kind: 'Document', definitions: [] } as unknown as DocumentNode) : null;
}

function withoutEmptySelections(text: string): string {
  // Strings and comments are skipped. An empty selection set contains at least one space.
  return text.replace(/"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|#.*|\{(\s+)\}/g, (whole: string, space: string | undefined) =>
    space === undefined ? whole : `{${NOTHING}${whole.slice(2)}`,
  );
}

/** Returns the selections of a node, without placeholders. */
export function selectionsOf(holder: Holder | null): readonly SelectionNode[] {
  return holder?.selectionSet?.selections.filter(node => node.kind !== 'Field' || node.name.value !== NOTHING) ?? [];
}

/** Returns the node at one step below a node; null if there is none. */
export function nodeAtStep(holder: Holder | null, step: DocumentStep): SelectionNode | null {
  const inside = selectionsOf(holder);
  if (step.kind === 'field')
    return inside.filter(node => node.kind === 'Field' && node.name.value === step.name)[step.nth] ?? null;
  if (step.kind === 'spread') return inside.find(node => node.kind === 'FragmentSpread' && node.name.value === step.name) ?? null;
  return (
    inside.find(
      node =>
        node.kind === 'InlineFragment' && node.typeCondition?.name.value === step.type && (node.directives?.length ?? 0) === 0,
    ) ?? null
  );
}

/** Returns the node at a place; null if there is none. */
export function nodeAtPlace(document: DocumentNode, { definition, steps }: DocumentPlace): Holder | SelectionNode | null {
  let node: Holder | SelectionNode | null = definitionAt(document, definition);
  for (const step of steps) node = node && isHolder(node) ? nodeAtStep(node, step) : null;
  return node;
}

/** Returns the operation or fragment with this index; null for other definitions. */
export function definitionAt(document: DocumentNode, at: number): Holder | null {
  const node: DefinitionNode | undefined = document.definitions[at];
  return node?.kind === 'OperationDefinition' || node?.kind === 'FragmentDefinition' ? node : null;
}

/** Returns true for nodes that can have a selection set. */
export function isHolder(node: Holder | SelectionNode): node is Holder {
  return node.kind !== 'FragmentSpread';
}
