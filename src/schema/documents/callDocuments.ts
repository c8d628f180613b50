/**
 * Builds the documents of lookups, actions and feeds. Their argument values come from a form. A document can be built while a required
 * argument is still missing; the form reports the missing value and does not send the document.
 */

import type { Column } from '../collections/columns/columns';
import type { Feed } from '../collections/feeds';
import { findList } from '../collections/listShape';
import type { Lookup } from '../collections/lookups';
import { valueAtKeys } from '../collections/paging/page';
import { layoutColumns, recordLayout } from '../collections/recordLayout';
import type { ArgumentValues } from '../model/argumentPath';
import { fieldsOf, isComposite, isList, type SchemaModel, type TypeModel, typeOf } from '../model/schemaModel';
import type { Action } from '../mutations/actions';
import { withClientMarks } from '../mutations/clientMark';
import { type ActionResult, readResult, selectResult } from '../mutations/results';
import { enterPath, formProblem, type Prepared, prepareOperation } from './documents';
import { selectMembers } from './lookupAnswer';
import { addCall, addColumns, createOperation } from './selection';

/**
 * The query of a lookup, which returns one object or a single value.
 * @param columns the only fields to select. Default: all columns of the object's layout, and what else `selectResult` finds
 */
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
    selectMembers(model, call.inside);
    if (columns === undefined) selectResult(model, call.inside);
  }
  const path = [...keys, call.key];
  const wanted = isList(lookup.field.type) ? 'a list' : 'an object';
  const problem = (data: unknown): string | null =>
    isComposite(type) ? (formProblem(data, path, wanted) ?? memberProblem(type, valueAtKeys(data, path), path.join('.'))) : null;
  const read = (data: unknown): unknown => (problem(data) === null ? (valueAtKeys(data, path) ?? null) : null);
  return prepareOperation(model, operation, false, read, problem);
}

/** Describes a value that is no member of its union; null if it is one, or has another type. */
function memberProblem(type: TypeModel, value: unknown, place: string): string | null {
  if (type.kind !== 'union' || typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const isMember = type.possibleTypes.some(name => name === valueAtKeys(value, ['__typename']));
  return isMember ? null : `${place} is none of the types of ${type.name}`;
}

/** The mutation of an action. `values` come from `toVariables`; files stay in the variables as File or Blob. */
export function actionDocument(model: SchemaModel, action: Action, values: ArgumentValues): Prepared<ActionResult> {
  const operation = createOperation('mutation', action.path, model.mutationType?.name ?? '');
  const { at, keys } = enterPath(model, operation, action.path.slice(0, -1));
  const type = typeOf(model, action.field.type);
  const sent = withClientMarks(model, action.field.args, values);
  const call = addCall(operation, at, action.field, sent, isComposite(type) ? type.name : null);
  if (call.inside !== null) selectResult(model, call.inside);
  return prepareOperation(model, operation, false, data =>
    readResult(model, action, valueAtKeys(data, [...keys, call.key]), values),
  );
}

/** The subscription of a feed. `read` takes the data of one event. */
export function feedDocument(model: SchemaModel, feed: Feed, values: ArgumentValues = {}): Prepared<unknown> {
  const operation = createOperation('subscription', [feed.field.name], model.subscriptionType?.name ?? '');
  const type = typeOf(model, feed.field.type);
  const call = addCall(operation, operation.root, feed.field, values, isComposite(type) ? type.name : null);
  if (call.inside !== null) selectResult(model, call.inside);
  if (isOfFigures(model, feed)) call.inside?.fields.delete(findList(model, feed.field.type)?.shape.rows[0] ?? '');
  return prepareOperation(model, operation, false, data => valueAtKeys(data, [call.key]) ?? null);
}

/** True for a feed of figures over rows, such as Hasura's `ships_aggregate {aggregate nodes}`. The rows themselves have another feed. */
export function isOfFigures(model: SchemaModel, { field, eventType }: Feed): boolean {
  const hasFigures = [...fieldsOf(model.types.get(eventType)).keys()].some(name => /^_?aggregates?$/.test(name));
  return hasFigures && findList(model, field.type)?.shape.kind === 'wrapped';
}
