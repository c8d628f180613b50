/** How an endpoint is asked for its schema: with the newest form of the question first, and for less where it does not know all of that. */
import type { Client } from '@urql/core';
import { type Clock, systemClock } from '../../lib/clock';
import { inSteps } from '../../lib/inSteps';
import { introspectionQuery, introspectionSteps, NEWEST_LEVEL, readIntrospection } from '../../schema/model/introspection';
import type { SchemaModel } from '../../schema/model/schemaModel';
import { CancelledError, type Failure, failureOf } from '../../transport/observe/failure';
import { stoppable } from './stoppable';

/** How an endpoint answered an introspection query. `model` is the answer, read; `level` is the one that worked. */
export type SchemaAnswer = { introspection: unknown; model: SchemaModel; level: number } | { failure: Failure };

/**
 * Asks, and with less each time the server does not know a part of it. Never rejects.
 * @param newest the level to begin with. Default: the newest
 * @param isWanted looked at after each answer: false ends it with the failure so far. Default: it goes on
 * @param signal aborts the request under way
 */
export async function askSchema(
  client: Client,
  newest: number = NEWEST_LEVEL,
  clock: Clock = systemClock,
  isWanted: () => boolean = () => true,
  signal?: AbortSignal,
): Promise<SchemaAnswer> {
  let level: number | null = newest;
  let failure: Failure = { tag: 'graphql', message: 'No introspection answer', errors: [] };
  while (level !== null) {
    const asked = client.query(introspectionQuery(level), {}, { requestPolicy: 'network-only', screen: 'schema' });
    const result = await stoppable(asked, signal);
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
    level = await levelAfter(level, result.error?.graphQLErrors ?? []);
  }
  return { failure };
}

/**
 * Of this many types and more a schema is large: reading it takes long enough to be felt, so it is read in steps, and the page goes on
 * meanwhile.
 */
export const LARGE_SCHEMA = 400;

/** Reads an answer. @throws as `readIntrospection` does */
export async function readInTurns(introspection: unknown, clock: Clock): Promise<SchemaModel> {
  const types = (introspection as { __schema?: { types?: unknown } } | null)?.__schema?.types;
  if (!Array.isArray(types) || types.length < LARGE_SCHEMA) return readIntrospection(introspection);
  // What parsing it took has been a turn of its own.
  await new Promise<void>(resolve => clock.after(0, resolve));
  return inSteps(introspectionSteps(introspection), clock);
}

/** What is asked next; null: nothing. Most endpoints know all that is asked for first, so how to ask for less comes when it is wanted. */
async function levelAfter(level: number, errors: readonly { message: string }[]): Promise<number | null> {
  try {
    return (await import(/* webpackChunkName: "next-level" */ '../../schema/collections/nextLevel')).nextLevel(level, errors);
  } catch {
    return null;
  }
}
