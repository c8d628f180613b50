/**
 * Trusted documents: operations that the server knows beforehand are sent by the id it knows them by, in place of their text (GraphQL over HTTP,
 * appendix "Persisted Documents"). Stands right above the persisted stage and takes what it knows out of that stage's hands. Nothing is ever sent
 * again as text: a server that asks for ids would refuse it.
 *
 * Left as text: what holds files, what is sent in other words than it was read in, and subscriptions, whose protocols ask for the text.
 */
import { type Exchange, makeOperation, stringifyDocument } from '@urql/core';
import { map, pipe } from 'wonka';
import { hasFiles } from '../http/files';
import type { TapSource } from '../observe/tap';
import { contextOf, type Rewrite, type TracedContext, tapOperationOf } from '../observe/trace';

/** The documents a server knows. */
export interface TrustedDocuments {
  /** Ids by the text of the document, as `documentKey` makes it. */
  readonly ids: ReadonlyMap<string, string>;
  /** `documentId`: a key of its own in the body. `extension`: as `extensions.persistedQuery`, which is how Apollo's clients send it. */
  readonly form: 'documentId' | 'extension';
}

/** Options of `trustedDocumentExchange`. */
export interface TrustedDocumentOptions {
  /** Looked up at each operation; null: nothing is known. */
  trustedDocuments(): TrustedDocuments | null;
  tap: TapSource;
}

/** The stage. */
export function trustedDocumentExchange({ trustedDocuments, tap }: TrustedDocumentOptions): Exchange {
  const keys = new WeakMap<object, string>();
  const keyOf = (document: Document): string => {
    const known = keys.get(document) ?? documentKey(document);
    keys.set(document, known);
    return known;
  };
  return ({ forward }) =>
    operations$ =>
      pipe(
        operations$,
        map(operation => {
          const { kind, query, variables } = operation;
          if (kind !== 'query' && kind !== 'mutation') return operation;
          const known = trustedDocuments();
          if (!known || known.ids.size === 0) return operation;
          const id = known.ids.get(keyOf(query as Document));
          const { rewrite = same } = contextOf(operation);
          // A rewritten text is not the one that the server knows.
          if (id === undefined || hasFiles(variables) || rewrite({}).query) return operation;
          tap.emit({ type: 'documentId', id }, tapOperationOf(operation));
          // The stock mark for what is not to be hashed.
          const context: Partial<TracedContext> = { persistAttempt: true, rewrite: body => byId(rewrite(body), id, known.form) };
          return makeOperation(kind, operation, context);
        }),
        forward,
      );
}

const same: Rewrite = body => body;

function byId(
  { query: _, ...body }: Record<string, unknown>,
  id: string,
  form: TrustedDocuments['form'],
): Record<string, unknown> {
  return form === 'documentId'
    ? { documentId: id, ...body }
    : { ...body, extensions: { persistedQuery: { version: 1, sha256Hash: id } } };
}

/** A document's text as it is compared: printed anew, fragments in the order of their names, without the `__typename` that clients add. */
export function documentKey({ definitions }: Document): string {
  const sorted = definitions.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  return stringifyDocument({ kind: 'Document', definitions: sorted.map(withoutTypenames) } as never);
}

const nameOf = ({ kind, name }: Part): string => (kind === 'FragmentDefinition' ? (name?.value ?? '') : '');

/** A document, as far as it is looked at. */
interface Document {
  readonly definitions: readonly Part[];
}

/** Any part of a document that may hold selections. */
interface Part {
  readonly kind: string;
  readonly selectionSet?: { readonly kind: string; readonly selections: readonly Part[] } | undefined;
  readonly name?: { readonly value: string } | undefined;
  readonly alias?: unknown;
  readonly directives?: readonly unknown[] | undefined;
}

function withoutTypenames(part: Part): Part {
  const { selectionSet } = part;
  if (!selectionSet) return part;
  const kept = selectionSet.selections.filter(selection => !isTypename(selection));
  const selections = kept.length > 0 ? kept : selectionSet.selections.slice(0, 1);
  return { ...part, selectionSet: { ...selectionSet, selections: selections.map(withoutTypenames) } };
}

const isTypename = ({ kind, name, alias, directives }: Part): boolean =>
  kind === 'Field' && name?.value === '__typename' && !alias && !directives?.length;
