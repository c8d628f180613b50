/**
 * Trusted documents: operations that the server knows are sent by their id instead of their text (GraphQL over HTTP, appendix "Persisted
 * Documents"). This stage sits right above persistedExchange, which then skips these operations. They are never sent again as text: a
 * server that requires ids would refuse it.
 *
 * Operations with files, operations whose text is rewritten before they are sent, and subscriptions (their protocols require the text) are
 * sent as text.
 */
import { type Exchange, makeOperation, stringifyDocument } from '@urql/core';
import { map, pipe } from 'wonka';
import type { TapSource } from '../observe/tap';
import { contextOf, needsText, type PipelineContext, type Rewrite, tapOperationOf } from '../pipelineContext';

/** The documents that a server knows by id. */
export interface TrustedDocuments {
  /** Ids by document text, in the form that `documentKey` returns. */
  readonly ids: ReadonlyMap<string, string>;
  /**
   * `extension`: in `extensions.persistedQuery`, as Apollo's clients send it. `documentId`: also as a separate key in the body. These
   * manifests do not say where the server reads the ID; by default, Yoga and Hive Gateway read the extension.
   */
  readonly form: 'documentId' | 'extension';
}

/** Options of `trustedDocumentExchange`. */
export interface TrustedDocumentOptions {
  /** Called for each operation; null if there are no trusted documents. */
  trustedDocuments(): TrustedDocuments | null;
  tap: TapSource;
}

/** Sends known queries and mutations by id. */
export function trustedDocumentExchange({ trustedDocuments, tap }: TrustedDocumentOptions): Exchange {
  const keys = new WeakMap<object, string>();
  const keyOf = (document: Document): string => {
    const cached = keys.get(document) ?? documentKey(document);
    keys.set(document, cached);
    return cached;
  };
  return ({ forward }) =>
    operations$ =>
      pipe(
        operations$,
        map(operation => {
          const { kind, query } = operation;
          if (kind !== 'query' && kind !== 'mutation') return operation;
          const documents = trustedDocuments();
          if (!documents || documents.ids.size === 0) return operation;
          const id = documents.ids.get(keyOf(query as Document));
          if (id === undefined || needsText(operation)) return operation;
          const { rewrite = same } = contextOf(operation);
          tap.emit({ type: 'documentId', id }, tapOperationOf(operation));
          // `persistAttempt` makes the stock persistedExchange skip the operation.
          const context: Partial<PipelineContext> = {
            persistAttempt: true,
            rewrite: body => byId(rewrite(body), id, documents.form),
          };
          return makeOperation(kind, operation, context);
        }),
        forward,
      );
}

const same: Rewrite = body => body;

function byId(
  { query: _, extensions, ...body }: Record<string, unknown>,
  id: string,
  form: TrustedDocuments['form'],
): Record<string, unknown> {
  return {
    ...(form === 'documentId' ? { documentId: id } : {}),
    ...body,
    extensions: { ...(extensions as object), persistedQuery: { version: 1, sha256Hash: id } },
  };
}

/**
 * A document's text in a comparable form: reprinted, definitions sorted by fragment name, without the `__typename` fields that clients add.
 */
export function documentKey({ definitions }: Document): string {
  const sorted = definitions.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  return stringifyDocument({ kind: 'Document', definitions: sorted.map(withoutTypenames) } as never);
}

const nameOf = ({ kind, name }: Part): string => (kind === 'FragmentDefinition' ? (name?.value ?? '') : '');

/** The part of a document's AST that this file uses. */
interface Document {
  readonly definitions: readonly Part[];
}

/** An AST node that may have a selection set. */
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
