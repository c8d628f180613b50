/**
 * "Fill all leaves here" for a document that can be parsed: adds the missing leaf fields to the selection set at the cursor. A field
 * without a selection set gets one after its arguments and directives, wherever in it the cursor is.
 */
import {
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { type Holder, readLoosely, selectionsOf } from './documentPlace';
import type { TextEdit } from './textEdit';

/** Returns the change; null if the document cannot be parsed, 'none' if nothing is missing. */
export function leavesAtCursor(schema: GraphQLSchema, text: string, cursor: number): TextEdit | 'none' | null {
  const document = readLoosely(text);
  if (!document) return null;
  const info = new TypeInfo(schema);
  let found: { holder: Holder; type: GraphQLType } | undefined;
  const look = (holder: Holder): void => {
    const type = info.getType();
    const { start = 0, end = -1 } = holder.loc ?? {};
    if (type && isCompositeType(getNamedType(type)) && cursor >= start && cursor <= end) found = { holder, type };
  };
  visit(
    document,
    visitWithTypeInfo(info, { OperationDefinition: look, FragmentDefinition: look, InlineFragment: look, Field: look }),
  );
  if (!found) return 'none';
  const { holder, type } = found;
  const there = new Set(selectionsOf(holder).map(node => (node.kind === 'Field' ? (node.alias ?? node.name).value : '')));
  const leaves = leavesOf(type).filter(name => !there.has(name));
  if (leaves.length === 0) return 'none';
  const line = text.slice(text.lastIndexOf('\n', (holder.loc?.start ?? 0) - 1) + 1);
  const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
  const inner = leaves.map(name => `\n${indent}  ${name}`).join('');
  const { selectionSet } = holder;
  if (!selectionSet?.loc) {
    const end = holder.loc?.end ?? cursor;
    return { from: end, to: end, insert: ` {${inner}\n${indent}}` };
  }
  const { start, end } = selectionSet.loc;
  const last = selectionsOf(holder).at(-1)?.loc?.end;
  if (last === undefined) return { from: start + 1, to: end - 1, insert: `${inner}\n${indent}` };
  const isOneLine = !text.slice(start, end).includes('\n');
  return { from: last, to: last, insert: isOneLine ? leaves.map(name => ` ${name}`).join('') : inner };
}

/** Returns the names of the leaf fields of a type that require no arguments and are not deprecated. */
export function leavesOf(type: GraphQLType): string[] {
  const named = getNamedType(type);
  if (!isObjectType(named) && !isInterfaceType(named)) return isCompositeType(named) ? ['__typename'] : [];
  return Object.values(named.getFields())
    .filter(field => isLeafType(getNamedType(field.type)) && !field.args.some(isRequiredArgument) && !field.deprecationReason)
    .map(field => field.name);
}
