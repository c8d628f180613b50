/** Checks the assertions in the head of a document against the response as received, with the same code as `oriel run`. */

import { parseJson } from '../../../lib/text/largeIntegers';
import { type AssertionResult, checkAssertion, NO_EVENT, type Outcome } from '../../../session/operations/assertions';
import { type FileProblem, readOperationFile } from '../../../session/operations/operationFile';
import type { QueryRun } from '../run/queryRun';

/** The results, and the lines of the head that cannot be parsed. */
export interface RunAssertions {
  results: AssertionResult[];
  problems: readonly FileProblem[];
}

/** Maximum size in bytes of a response that is parsed in the page. */
const LARGEST = 50_000_000;

/**
 * Checks all assertions of a finished run, or of a subscription with its first event.
 * @param introspection undefined if the schema is not known
 */
export async function runAssertions(run: QueryRun, document: string, introspection: unknown): Promise<RunAssertions> {
  const { assertions, problems } = readOperationFile(document);
  if (assertions.length === 0) return { results: [], problems };
  const { first } = run;
  if (run.request.kind === 'subscription' && !first && !run.failure)
    return { results: [], problems: [...problems, { line: 1, message: NO_EVENT }] };
  const response = await responseOf(run);
  const isWanted = assertions.some(({ kind }) => kind === 'schema-valid');
  const outcome: Outcome = {
    status: run.response?.status ?? null,
    ms: (first?.at ?? run.endedAt ?? run.startedAt) - run.startedAt,
    response,
    schemaProblems: isWanted ? await problemsOf(run.request.text, response.data, introspection) : null,
  };
  const results = assertions.map(assertion => checkAssertion(assertion, outcome));
  return { results: results.map(result => ({ ...result, found: run.hide.got(result.found) })), problems };
}

async function responseOf(run: QueryRun): Promise<Outcome['response']> {
  if (run.request.kind === 'subscription') {
    const { first } = run;
    return {
      ...(first?.data === undefined ? {} : { data: first.data }),
      ...(first?.errors.length ? { errors: first.errors } : {}),
    };
  }
  const text = run.large ? await largeText(run.large) : run.parts <= 1 && run.texts.length > 0 ? run.texts.join('') : null;
  const { data, extensions } = ownOf(text) ?? run;
  const errors = run.errors.map(({ message, path, extensions: more }) => ({
    message,
    ...(path ? { path } : {}),
    extensions: more,
  }));
  return {
    ...(data === undefined ? {} : { data }),
    ...(errors.length === 0 ? {} : { errors }),
    ...(extensions === undefined ? {} : { extensions }),
  };
}

async function largeText(large: NonNullable<QueryRun['large']>): Promise<string | null> {
  const file = await large.ask('file');
  return file.size > LARGEST ? null : file.text();
}

function ownOf(text: string | null): { data?: unknown; extensions?: unknown } | null {
  if (text === null) return null;
  try {
    const value = parseJson(text);
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'data')) return null;
    return { data: (value as { data: unknown }).data, extensions: (value as { extensions?: unknown }).extensions };
  } catch {
    return null;
  }
}

async function problemsOf(text: string, data: unknown, introspection: unknown): Promise<string[] | null> {
  if (introspection === undefined) return null;
  const { problemsOfText } = await import(
    /* webpackChunkName: "query-assertions" */ '../../../session/operations/schemaProblems'
  );
  return problemsOfText(introspection, text, data);
}
