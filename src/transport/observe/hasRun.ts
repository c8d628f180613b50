/** Whether the errors of a response prove that the mutation itself had run when they occurred. */
import type { OperationResult } from '@urql/core';
import { failureOf } from './failure';

type Document = OperationResult['operation']['query'];
type SelectionSet = { selections: readonly unknown[] };
interface Selection {
  kind: string;
  name?: { value: string };
  alias?: { value: string };
  arguments?: readonly unknown[];
  selectionSet?: SelectionSet;
}

/** Nested fragments are followed to this depth only, because they may be circular. */
const DEEPEST = 10;

/**
 * True if an error occurred below the field that changes data: the server was already reading that field's result, so the change was done.
 * If a non-null field fails, the response has no data at all. In `ships { create(input: …) { owner } }` the field that changes data is
 * `create`, the last one with arguments.
 */
export function hasRun({ operation, error }: Pick<OperationResult, 'operation' | 'error'>): boolean {
  const failure = failureOf(error);
  if (operation.kind !== 'mutation' || !('errors' in failure)) return false;
  return failure.errors.some(({ path }) => isBelowChange(operation.query, path?.filter(part => typeof part === 'string') ?? []));
}

function isBelowChange(document: Document, path: readonly string[]): boolean {
  const root = document.definitions.find(each => each.kind === 'OperationDefinition') as
    | { selectionSet?: SelectionSet }
    | undefined;
  let set = root?.selectionSet;
  let change = 0;
  for (const [at, key] of path.entries()) {
    const field = set && fieldAt(document, set, key, DEEPEST);
    // Not a response path: some servers put the name of an input field here.
    if (!field) return false;
    if ((field.arguments?.length ?? 0) > 0) change = at;
    set = field.selectionSet;
  }
  return path.length > change + 1;
}

/** The field of a selection set that has this response key. */
function fieldAt(document: Document, set: SelectionSet, key: string, depth: number): Selection | undefined {
  for (const selection of set.selections as readonly Selection[]) {
    if (selection.kind === 'Field') {
      if ((selection.alias ?? selection.name)?.value === key) return selection;
      continue;
    }
    const inner =
      selection.kind === 'InlineFragment'
        ? selection
        : document.definitions.find(each => each.kind === 'FragmentDefinition' && each.name.value === selection.name?.value);
    const within = (inner as Selection | undefined)?.selectionSet;
    const found = within && depth > 0 ? fieldAt(document, within, key, depth - 1) : undefined;
    if (found) return found;
  }
  return undefined;
}
