/**
 * Places of a document, there or to be made, as steps down from a definition, and what stands at them. It reads with graphql-js, empty
 * selections included.
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

/** A step down a document. `nth`: which of the fields of that name, as aliases make several. */
export type DocumentStep =
  | { kind: 'field'; name: string; nth: number }
  | { kind: 'on'; type: string }
  | { kind: 'spread'; name: string };

/** A place in a document, there or not: the number of its definition, and the steps down from it. */
export interface DocumentPlace {
  definition: number;
  steps: readonly DocumentStep[];
}

/** What can hold a selection. */
export type Holder = OperationDefinitionNode | FragmentDefinitionNode | FieldNode | InlineFragmentNode;

/** Stands in for what an empty selection lacks while it is read; of one character, so that all places stay. */
const NOTHING = '_';

/** Reads a document, one with empty selections (`{ }`) too, which graphql-js refuses; null when it cannot be read. */
export function readLoosely(text: string): DocumentNode | null {
  for (const tried of [() => text, () => withoutEmptySelections(text)]) {
    try {
      return parse(tried(), { maxTokens: 200_000 });
    } catch {
      // The next way, or none.
    }
  }
  return text.trim() === '' ? ({ kind: 'Document', definitions: [] } as unknown as DocumentNode) : null;
}

function withoutEmptySelections(text: string): string {
  // Strings and comments are passed over; within an empty selection there is at least one space.
  return text.replace(/"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|#.*|\{(\s+)\}/g, (whole: string, space: string | undefined) =>
    space === undefined ? whole : `{${NOTHING}${whole.slice(2)}`,
  );
}

/** The selections of a holder; placeholders are left out. */
export function selectionsOf(holder: Holder | null): readonly SelectionNode[] {
  return holder?.selectionSet?.selections.filter(node => node.kind !== 'Field' || node.name.value !== NOTHING) ?? [];
}

/** The node that a step leads to from a holder; null when there is none. */
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

/** What stands at a place; null when nothing does. */
export function nodeAtPlace(document: DocumentNode, { definition, steps }: DocumentPlace): Holder | SelectionNode | null {
  let node: Holder | SelectionNode | null = definitionAt(document, definition);
  for (const step of steps) node = node && isHolder(node) ? nodeAtStep(node, step) : null;
  return node;
}

/** The operation or fragment of a number; null for anything else. */
export function definitionAt(document: DocumentNode, at: number): Holder | null {
  const node: DefinitionNode | undefined = document.definitions[at];
  return node?.kind === 'OperationDefinition' || node?.kind === 'FragmentDefinition' ? node : null;
}

/** True for what may have a selection. */
export function isHolder(node: Holder | SelectionNode): node is Holder {
  return node.kind !== 'FragmentSpread';
}
