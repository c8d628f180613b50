/** Which page of Docs tells what a name in an answer is: the field it was asked for with, aliases and fragments seen through. */
import type { DocumentNode, FragmentDefinitionNode, SelectionSetNode } from 'graphql';
import { fieldOf, namedType, type SchemaModel } from '../../../schema/model/schemaModel';
import { href } from '../../../session/navigation/navigation';
import type { DocumentOperation } from './document/documentTools';

/** Makes the function that gives the address by the names that lead through the answer's data; null where the schema knows no such field. */
export function answerDocs(
  model: SchemaModel,
  document: DocumentNode,
  { kind, node }: DocumentOperation,
): (path: readonly string[]) => string | null {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const each of document.definitions) if (each.kind === 'FragmentDefinition') fragments.set(each.name.value, each);
  const root = { query: model.queryType, mutation: model.mutationType, subscription: model.subscriptionType }[kind];

  /** The field that puts `key` into the answer, and the type it is a field of; what the schema does not know is passed over. */
  const find = (sets: readonly Placed[], key: string, seen: readonly string[]): Found | null => {
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
        if (!inner || seen.includes(name)) continue;
        const placed = { set: inner.selectionSet, type: inner.typeCondition?.name.value ?? type };
        const below = find([placed], key, name === '' ? seen : [...seen, name]);
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
    for (const key of path) found = found && find(found.sets, key, []);
    return found === null || found.name === '' ? null : href(['docs', found.holder, found.name]);
  };
}

/** A selection and the type it selects from. */
interface Placed {
  set: SelectionSetNode;
  type: string;
}

interface Found {
  holder: string;
  name: string;
  /** What is selected below it; fields of one name are one in the answer. */
  sets: Placed[];
}
