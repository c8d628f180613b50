/**
 * Part of checkDocument.ts: fields that answer under one key have to be the same field with the same arguments, or at least be of one
 * shape when they can never meet in one object. https://spec.graphql.org/draft/#sec-Field-Selection-Merging
 * Written for documents of ordinary size: pairs are compared once each.
 */
import type { ArgumentNode, FieldNode, OperationDefinitionNode, SelectionSetNode, ValueNode } from 'graphql';
import { type CheckContext, fieldIn } from './checkContext';
import { isComposite, isLeaf, nullable, type TypeModel, type TypeRef, typeOf } from './schemaModel';

interface Collected {
  readonly node: FieldNode;
  /** Undefined below a field the schema does not know: nothing can be said there. */
  readonly parent: TypeModel | undefined;
  readonly type: TypeRef | undefined;
}

type ByKey = Map<string, Collected[]>;

/** Reports selections that cannot be merged. */
export function checkMerging(context: CheckContext, operations: readonly OperationDefinitionNode[]): void {
  const compared = new Map<FieldNode, Map<FieldNode, boolean>>();
  const roots = {
    query: context.model.queryType,
    mutation: context.model.mutationType,
    subscription: context.model.subscriptionType,
  };
  // Fragments are looked at by themselves too: one that is never reached may still be wrong.
  const starts: Array<[SelectionSetNode, TypeModel | undefined]> = operations.map(operation => [
    operation.selectionSet,
    roots[operation.operation] ?? undefined,
  ]);
  for (const fragment of context.fragments.values())
    starts.push([fragment.selectionSet, context.model.types.get(fragment.typeCondition.name.value)]);
  const visited = new Set<SelectionSetNode>();
  for (const [set, type] of starts) checkSet(context, compared, visited, set, type);
}

function checkSet(
  context: CheckContext,
  compared: Map<FieldNode, Map<FieldNode, boolean>>,
  visited: Set<SelectionSetNode>,
  set: SelectionSetNode,
  type: TypeModel | undefined,
): void {
  if (visited.has(set)) return;
  visited.add(set);
  const fields = collect(context, [[set, type]]);
  checkWithin(context, compared, fields, false);
  for (const group of fields.values()) {
    for (const field of group) {
      if (field.node.selectionSet) checkSet(context, compared, visited, field.node.selectionSet, innerType(context, field));
    }
  }
}

function innerType(context: CheckContext, field: Collected): TypeModel | undefined {
  const type = field.type === undefined ? undefined : typeOf(context.model, field.type);
  return isComposite(type) ? type : undefined;
}

function collect(context: CheckContext, sets: ReadonlyArray<readonly [SelectionSetNode, TypeModel | undefined]>): ByKey {
  const { model, fragments } = context;
  const found: ByKey = new Map();
  const spread = new Set<string>();
  const visit = (set: SelectionSetNode, type: TypeModel | undefined): void => {
    for (const selection of set.selections) {
      if (selection.kind === 'Field') {
        const key = selection.alias?.value ?? selection.name.value;
        const field = type === undefined ? undefined : fieldIn(model, type, selection.name.value);
        const entry: Collected = { node: selection, parent: type, type: field?.type };
        const group = found.get(key);
        if (group === undefined) found.set(key, [entry]);
        else group.push(entry);
      } else if (selection.kind === 'InlineFragment') {
        const on = selection.typeCondition === undefined ? type : model.types.get(selection.typeCondition.name.value);
        visit(selection.selectionSet, isComposite(on) ? on : undefined);
      } else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value);
        const fragment = fragments.get(selection.name.value);
        const on = fragment === undefined ? undefined : model.types.get(fragment.typeCondition.name.value);
        if (fragment !== undefined) visit(fragment.selectionSet, isComposite(on) ? on : undefined);
      }
    }
  };
  for (const [set, type] of sets) visit(set, type);
  return found;
}

function checkWithin(
  context: CheckContext,
  compared: Map<FieldNode, Map<FieldNode, boolean>>,
  fields: ByKey,
  apart: boolean,
): void {
  for (const [key, group] of fields) {
    for (let first = 0; first < group.length; first++) {
      for (let second = first + 1; second < group.length; second++) {
        const [a, b] = [group[first] as Collected, group[second] as Collected];
        if (!canMerge(context, compared, a, b, apart))
          context.report('OverlappingFieldsCanBeMerged', `Fields under the key ${key} cannot be merged.`);
      }
    }
  }
}

function canMerge(
  context: CheckContext,
  compared: Map<FieldNode, Map<FieldNode, boolean>>,
  a: Collected,
  b: Collected,
  wereApart: boolean,
): boolean {
  // The same node met twice (a fragment spread at two places) agrees with itself, whatever is inside was compared there.
  if (a.node === b.node && a.parent === b.parent) return true;
  const apart = wereApart || (a.parent !== b.parent && a.parent?.kind === 'object' && b.parent?.kind === 'object');
  // "Not apart" is the stricter comparison and makes the other needless.
  const known = compared.get(a.node)?.get(b.node) ?? compared.get(b.node)?.get(a.node);
  if (known !== undefined && (!known || apart)) return true;
  const row = compared.get(a.node) ?? new Map<FieldNode, boolean>();
  compared.set(a.node, row.set(b.node, apart));
  if (!apart && (a.node.name.value !== b.node.name.value || !sameArguments(a.node.arguments ?? [], b.node.arguments ?? [])))
    return false;
  if (a.type !== undefined && b.type !== undefined && !sameShape(context, a.type, b.type)) return false;
  if (!a.node.selectionSet || !b.node.selectionSet) return true;
  const mine = collect(context, [[a.node.selectionSet, innerType(context, a)]]);
  const others = collect(context, [[b.node.selectionSet, innerType(context, b)]]);
  for (const [key, group] of mine) {
    for (const one of group)
      for (const other of others.get(key) ?? []) if (!canMerge(context, compared, one, other, apart)) return false;
  }
  return true;
}

function sameShape(context: CheckContext, a: TypeRef, b: TypeRef): boolean {
  if (a.kind === 'list' || b.kind === 'list') return a.kind === 'list' && b.kind === 'list' && sameShape(context, a.of, b.of);
  if (a.kind === 'nonNull' || b.kind === 'nonNull') {
    return a.kind === 'nonNull' && b.kind === 'nonNull' && sameShape(context, nullable(a), nullable(b));
  }
  if (isLeaf(typeOf(context.model, a)) || isLeaf(typeOf(context.model, b))) return a.name === b.name;
  return true;
}

function sameArguments(a: readonly ArgumentNode[], b: readonly ArgumentNode[]): boolean {
  if (a.length !== b.length) return false;
  const values = new Map(b.map(argument => [argument.name.value, argument.value]));
  return a.every(argument => {
    const other = values.get(argument.name.value);
    return other !== undefined && valueText(argument.value) === valueText(other);
  });
}

/** A literal as comparable text; the order of an object's fields does not count. */
function valueText(value: ValueNode): string {
  switch (value.kind) {
    case 'Variable':
      return `$${value.name.value}`;
    case 'ListValue':
      return `[${value.values.map(valueText).join()}]`;
    case 'ObjectValue':
      return `{${value.fields
        .map(field => `${field.name.value}:${valueText(field.value)}`)
        .sort()
        .join()}}`;
    case 'NullValue':
      return 'null';
    case 'StringValue':
      return JSON.stringify(value.value);
    default:
      return String(value.value);
  }
}
