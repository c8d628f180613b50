/**
 * The documents that a form gives the arguments for: a lookup, an action, a feed. While the form is being filled in, an argument may still be
 * missing; the form says so and does not send.
 */

import type { Column } from '../collections/columns/columns';
import type { Feed } from '../collections/feeds';
import type { Lookup } from '../collections/lookups';
import { valueAtKeys } from '../collections/page';
import { layoutColumns, recordLayout } from '../collections/recordLayout';
import type { ArgumentValues } from '../model/argumentPath';
import { isComposite, type SchemaModel, typeOf } from '../model/schemaModel';
import type { Action } from '../mutations/actions';
import { type ActionResult, readResult, selectResult } from '../mutations/results';
import { enterPath, type Prepared, prepareOperation } from './documents';
import { addCall, addColumns, createOperation } from './selection';

/** The document of a lookup: one object (with the columns of its layout) or a value, by arguments a person filled in. */
export function lookupDocument(
  model: SchemaModel,
  lookup: Lookup,
  values: ArgumentValues = {},
  columns?: readonly Column[],
): Prepared<unknown> {
  const operation = createOperation('query', lookup.path, model.queryType.name);
  const { at, keys } = enterPath(model, operation, lookup.path.slice(0, -1));
  const type = typeOf(model, lookup.field.type);
  const call = addCall(operation, at, lookup.field, values, isComposite(type) ? type.name : null);
  if (call.inside !== null) {
    addColumns(model, call.inside, columns ?? layoutColumns(recordLayout(model, call.inside.typeName)));
    selectResult(model, call.inside);
  }
  return prepareOperation(model, operation, false, data => valueAtKeys(data, [...keys, call.key]) ?? null);
}

/** The document of an action with the values of its form (`toVariables`). Files stay in the variables as they are. */
export function actionDocument(model: SchemaModel, action: Action, values: ArgumentValues): Prepared<ActionResult> {
  const operation = createOperation('mutation', action.path, model.mutationType?.name ?? '');
  const { at, keys } = enterPath(model, operation, action.path.slice(0, -1));
  const type = typeOf(model, action.field.type);
  const call = addCall(operation, at, action.field, values, isComposite(type) ? type.name : null);
  if (call.inside !== null) selectResult(model, call.inside);
  return prepareOperation(model, operation, false, data =>
    readResult(model, action, valueAtKeys(data, [...keys, call.key]), values),
  );
}

/** The document of a feed with the values of its form; it reads one event at a time. */
export function feedDocument(model: SchemaModel, feed: Feed, values: ArgumentValues = {}): Prepared<unknown> {
  const operation = createOperation('subscription', [feed.field.name], model.subscriptionType?.name ?? '');
  const type = typeOf(model, feed.field.type);
  const call = addCall(operation, operation.root, feed.field, values, isComposite(type) ? type.name : null);
  if (call.inside !== null) selectResult(model, call.inside);
  return prepareOperation(model, operation, false, data => valueAtKeys(data, [call.key]) ?? null);
}
