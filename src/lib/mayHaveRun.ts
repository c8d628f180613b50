/**
 * Whether a mutation that was refused may have run all the same. An answer holds `data`, be it null, once its execution has begun (GraphQL over
 * HTTP, section 6.4). Nothing has run then only where its one field has refused by itself: fields before it, or its own work before an error
 * below it, may have been done.
 * @param answer the JSON of the refusal.
 * @param document of the mutation; null where it is not known
 */
export function mayHaveRun(answer: unknown, document: Document | null): boolean {
  if (typeof answer !== 'object' || answer === null) return false;
  const { data, errors } = answer as { data?: unknown; errors?: unknown };
  if (data === undefined) return false;
  // No error is no refusal.
  if (!Array.isArray(errors) || errors.length === 0) return true;
  return data !== null || !hasOneField(document) || errors.some(isBelow);
}

/** A document, as far as it is looked at. */
interface Document {
  readonly definitions: readonly { readonly kind: string; readonly selectionSet?: SelectionSet | undefined }[];
}

interface SelectionSet {
  readonly selections: readonly { readonly kind: string }[];
}

function hasOneField(document: Document | null): boolean {
  const operations = document?.definitions.filter(({ kind }) => kind === 'OperationDefinition') ?? [];
  const selections = operations.flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
  return selections.length === 1 && selections[0]?.kind === 'Field';
}

function isBelow(error: unknown): boolean {
  const { path } = (error ?? {}) as { path?: unknown };
  return Array.isArray(path) && path.length > 1;
}
