/**
 * Getting a schema ready in small pieces: what the first screens ask of it is found step by step and remembered by the model, so that a
 * caller can stop between two steps to let a frame through. Nothing needs it: every function finds what is missing by itself. For GitHub's
 * schema all of it takes some 30 ms, for three thousand root fields 100 and more.
 */

import { collectionSteps, findCollections } from '../collections/collections';
import { findFeeds } from '../collections/feeds';
import { findLookups } from '../collections/lookups';
import { findActions } from '../mutations/actions';
import type { SchemaModel } from './schemaModel';

/** Steps of well under a millisecond each (the last ones, of schemas with thousands of actions, some milliseconds). */
export function* warmUp(model: SchemaModel): Generator<void, void> {
  // The steps remember what they found; a model that is ready already is done at once.
  let isReady = true;
  model.remember('warm', () => {
    isReady = false;
    return true;
  });
  if (isReady) return;
  yield* collectionSteps(model);
  findCollections(model);
  yield;
  const actions = findActions(model);
  yield;
  findLookups(model);
  yield;
  findFeeds(model);
  for (const action of actions) {
    yield;
    // The heading an action is listed under is read from names and answers, which is dear; it is remembered as well.
    action.group;
  }
}
