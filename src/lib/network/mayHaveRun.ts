/**
 * Whether a refused mutation may nevertheless have run. A response contains `data` (possibly null) once execution has started (GraphQL over
 * HTTP, section 6.4). Even then, nothing has run if the operation has a single field and that field itself was refused. With several
 * fields, the earlier ones may have run; with an error below the field, the field itself.
 * @param response the JSON body of the refusal
 * @param document the mutation; null if unknown
 */
export function mayHaveRun(response: unknown, document: Document | null): boolean {
  if (typeof response !== 'object' || response === null) return false;
  const { data, errors } = response as { data?: unknown; errors?: unknown };
  if (data === undefined) return false;
  // Without errors the response is not a refusal.
  if (!Array.isArray(errors) || errors.length === 0) return true;
  return data !== null || !hasOneField(document) || errors.some(isBelow);
}

/** The part of a document's AST that this file uses. */
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
