/**
 * Fetches the schema of an endpoint: sends the newest introspection query first, then smaller ones if the endpoint does not support it, and
 * at last many small ones (fetchInParts.ts).
 */
import type { Client, OperationResult } from '@urql/core';
import { type Clock, systemClock } from '../../lib/clock';
import { inSteps } from '../../lib/inSteps';
import {
  IN_PARTS,
  introspectionQuery,
  introspectionSteps,
  NEWEST_LEVEL,
  readIntrospection,
} from '../../schema/model/introspection';
import type { SchemaModel } from '../../schema/model/schemaModel';
import { CancelledError, type Failure, failureOf } from '../../transport/observe/failure';
import { toAbortablePromise } from './abortablePromise';

/** The result of introspection: the JSON data, the schema model read from it, and the level of the query that worked; or the failure. */
export type SchemaResult = { introspection: unknown; model: SchemaModel; level: number } | { failure: Failure };

/**
 * Sends introspection queries, a smaller one each time the server rejects a part of the query. Never rejects.
 * @param newest the level to start with. Default: the newest
 * @param isWanted called after each response; false stops with the latest failure. Default: never stops
 * @param signal aborts the request in flight
 */
export async function fetchSchema(
  client: Client,
  newest: number = NEWEST_LEVEL,
  clock: Clock = systemClock,
  isWanted: () => boolean = () => true,
  signal?: AbortSignal,
): Promise<SchemaResult> {
  const ask = (query: string): Promise<OperationResult | null> =>
    toAbortablePromise(client.query(query, {}, { requestPolicy: 'network-only', screen: 'schema' }), signal);
  const inParts = async (): Promise<SchemaResult | null> => {
    try {
      const { fetchInParts } = await import(/* webpackChunkName: "next-level" */ './fetchInParts');
      const introspection = await fetchInParts(async query => (isWanted() ? ask(query) : null));
      return introspection ? { introspection, model: await readInTurns(introspection, clock), level: IN_PARTS } : null;
    } catch {
      return null;
    }
  };
  const early = newest === IN_PARTS ? await inParts() : null;
  if (early) return early;
  let level: number | null = newest === IN_PARTS ? NEWEST_LEVEL : newest;
  let failure: Failure = { tag: 'graphql', message: 'The endpoint returned no schema', errors: [] };
  while (level !== null) {
    const result = await ask(introspectionQuery(level));
    if (result === null) return { failure: failureOf(new CancelledError('The wait for the schema was stopped')) };
    if (result.data) {
      try {
        return { introspection: result.data, model: await readInTurns(result.data, clock), level };
      } catch (error) {
        failure = { tag: 'graphql', message: error instanceof Error ? error.message : String(error), errors: [] };
      }
    }
    if (result.error) {
      failure = failureOf(result.error);
      if (failure.tag !== 'graphql' && failure.tag !== 'http') return { failure };
    }
    if (!isWanted()) break;
    const next = await levelAfter(level, result.error?.graphQLErrors ?? []);
    // After all levels; before, the server said that it allows no introspection.
    const late = next === null && level === 0 ? await inParts() : null;
    if (late) return late;
    level = next;
  }
  return { failure };
}

/**
 * A schema with at least this many types is large: reading it at once would block the page noticeably, so it is read in steps with breaks in
 * between.
 */
export const LARGE_SCHEMA = 400;

/** A schema with fewer types is large as well if one of them has this many fields. */
const LARGE_TYPE = 5000;

/** Reads introspection data, a large schema in steps. @throws the errors of `readIntrospection` */
export async function readInTurns(introspection: unknown, clock: Clock): Promise<SchemaModel> {
  const types = (introspection as { __schema?: { types?: unknown } } | null)?.__schema?.types;
  if (!Array.isArray(types) || (types.length < LARGE_SCHEMA && !types.some(type => type?.fields?.length >= LARGE_TYPE)))
    return readIntrospection(introspection);
  // A break first: parsing the JSON has already taken a long task.
  await new Promise<void>(resolve => clock.after(0, resolve));
  return inSteps(introspectionSteps(introspection), clock);
}

/** The level to try next; null for none. Most endpoints support the newest level, so the code for smaller ones is loaded on demand. */
async function levelAfter(level: number, errors: readonly { message: string }[]): Promise<number | null> {
  try {
    return (await import(/* webpackChunkName: "next-level" */ '../../schema/model/nextLevel')).nextLevel(level, errors);
  } catch {
    return null;
  }
}
