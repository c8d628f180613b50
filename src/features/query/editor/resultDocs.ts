/** Finds the Docs page of a name in a result: that of the field it was requested with, resolving aliases and fragments. */
import type { DocumentNode, FragmentDefinitionNode, SelectionSetNode } from 'graphql';
import { fieldOf, namedType, type SchemaModel } from '../../../schema/model/schemaModel';
import { href } from '../../../session/navigation/navigation';
import type { DocumentOperation } from './document/documentTools';

/** Creates a function that returns the URL of the Docs page for a path in the data; null if the schema has no such field. */
export function resultDocs(
  model: SchemaModel,
  document: DocumentNode,
  { kind, node }: DocumentOperation,
): (path: readonly string[]) => string | null {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const each of document.definitions) if (each.kind === 'FragmentDefinition') fragments.set(each.name.value, each);
  const root = { query: model.queryType, mutation: model.mutationType, subscription: model.subscriptionType }[kind];

  /**
   * Finds the field with the response key `key`, and the type that declares it. Ignores fields that are not in the schema.
   * `seen`: fragments, each of which is searched once.
   */
  const find = (sets: readonly Placed[], key: string, seen = new Set<string>()): Found | null => {
    const found: Found = { holder: '', name: '', sets: [] };
    for (const { set, type } of sets) {
      for (const part of set.selections) {
        if (part.kind === 'Field') {
          const field = (part.alias ?? part.name).value === key ? fieldOf(model, type, part.name.value) : undefined;
          if (!field) continue;
          if (found.name === '') Object.assign(found, { holder: type, name: field.name });
          if (part.selectionSet) found.sets.push({ set: part.selectionSet, type: namedType(field.type) });
          continue;
        }
        const name = part.kind === 'FragmentSpread' ? part.name.value : '';
        const inner = part.kind === 'FragmentSpread' ? fragments.get(name) : part;
        if (!inner || seen.has(name)) continue;
        if (name !== '') seen.add(name);
        const placed = { set: inner.selectionSet, type: inner.typeCondition?.name.value ?? type };
        const below = find([placed], key, seen);
        if (!below) continue;
        if (found.name === '') Object.assign(found, { holder: below.holder, name: below.name });
        found.sets.push(...below.sets);
      }
    }
    return found.name === '' ? null : found;
  };

  return path => {
    if (!root) return null;
    let found: Found | null = { holder: '', name: '', sets: [{ set: node.selectionSet, type: root.name }] };
    for (const key of path) found = found && find(found.sets, key);
    return found === null || found.name === '' ? null : href(['docs', found.holder, found.name]);
  };
}

/** A selection set and its parent type. */
interface Placed {
  set: SelectionSetNode;
  type: string;
}

interface Found {
  holder: string;
  name: string;
  /** The selection sets below the field; fields with the same response key are merged. */
  sets: Placed[];
}
