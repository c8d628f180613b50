/**
 * Prepares a schema in small steps: it computes what the first screens need and memoizes it in the model. The caller can pause between two
 * steps to let the browser render a frame. Warming up is optional, because every function computes what is missing. In total it takes about
 * 30 ms for GitHub's schema and 100 ms or more for three thousand root fields.
 */

import { collectionSteps, findCollections } from '../collections/collections';
import { findFeeds } from '../collections/feeds';
import { findLookups } from '../collections/lookups';
import { findActions } from '../mutations/actions';
import type { SchemaModel } from './schemaModel';

/** Each step takes well under a millisecond. In a schema with thousands of actions the last steps take a few milliseconds. */
export function* warmUp(model: SchemaModel): Generator<void, void> {
  // `make` runs only for a model that is not warm yet. Otherwise all results are memoized and there is nothing to do.
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
    // Reading `group` computes and memoizes the action's heading, which is expensive: it depends on names and result types.
    action.group;
  }
}
