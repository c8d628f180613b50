/**
 * Edits a document by commands: adds or removes fields, arguments and fragments. Each command returns minimal text changes, so that
 * comments, whitespace and everything else stay unchanged. It uses graphql-js and is loaded with the language support of the editor; it
 * does not depend on the screen.
 */
import { type DefinitionNode, type DocumentNode, type OperationDefinitionNode, type SelectionNode, visit } from 'graphql';
import {
  type ArgumentModel,
  fieldOf,
  isComposite,
  isLeaf,
  isRequiredArgument,
  needsNoArguments,
  possibleTypes,
  type SchemaModel,
  typeOf,
} from '../../../../schema/model/schemaModel';
import {
  type DocumentPlace,
  type DocumentStep,
  definitionAt,
  type Holder,
  isHolder,
  nodeAtPlace,
  nodeAtStep,
  selectionsOf,
} from './documentPlace';
import {
  declaredNames,
  freeName,
  type NewVariables,
  newVariables,
  plainValue,
  variableNames,
  variablesUsedOnlyIn,
  withoutVariables,
} from './documentVariables';
import { inserted, insertedItem, lineRange, removedItem, type SelectionItem, type TextEdit } from './textEdit';

/** The input of an edit. */
export interface EditedDocument {
  text: string;
  document: DocumentNode;
  model: SchemaModel;
}

/** Returns the name of the root type of a definition; null if it is not in the schema. */
export function rootTypeOf(model: SchemaModel, node: DefinitionNode): string | null {
  if (node.kind === 'FragmentDefinition') return node.typeCondition.name.value;
  if (node.kind !== 'OperationDefinition') return null;
  const { queryType, mutationType, subscriptionType } = model;
  return { query: queryType, mutation: mutationType, subscription: subscriptionType }[node.operation]?.name ?? null;
}

/**
 * Adds the node at a place, together with missing parents. A field that requires arguments gets them as variables of its operation; a field
 * that requires a selection set gets its first leaf fields. Returns no changes if the node exists or is not possible.
 */
export function added(edited: EditedDocument, place: DocumentPlace): TextEdit[] {
  const { document, model } = edited;
  const root = definitionAt(document, place.definition);
  if (!root) return [];
  let holder: Holder = root;
  let type = rootTypeOf(model, root as DefinitionNode);
  let at = 0;
  for (; at < place.steps.length; at++) {
    const step = place.steps[at] as DocumentStep;
    const node = nodeAtStep(holder, step);
    if (!node || !isHolder(node)) break;
    holder = node;
    type = typeAfter(model, type, step);
  }
  const missing = place.steps.slice(at);
  if (missing.length === 0 || type === null) return [];
  const variables = newVariables(root);
  const item = itemOf(model, type, missing, variables);
  return item === null ? [] : [...inserted(edited.text, holder, [item]), ...variables.edits(edited.text)];
}

/** Adds all missing leaf fields to the selection set of the node at a place, which is created if needed. */
export function filled(edited: EditedDocument, place: DocumentPlace): TextEdit[] {
  const { document, model } = edited;
  const node = nodeAtPlace(document, place);
  if (!node || !isHolder(node)) return [];
  const type = typeAtPlace(model, document, place);
  const present = new Set(selectionsOf(node).map(inner => (inner.kind === 'Field' ? inner.name.value : '')));
  const names = type === null ? [] : leafNames(model, type).filter(name => !present.has(name));
  return names.length === 0
    ? []
    : inserted(
        edited.text,
        node,
        names.map((name): SelectionItem => ({ head: name, inner: [] })),
      );
}

/** Returns the name of the type of the node at a place. */
export function typeAtPlace(model: SchemaModel, document: DocumentNode, { definition, steps }: DocumentPlace): string | null {
  const root = definitionAt(document, definition);
  let type = root && rootTypeOf(model, root as DefinitionNode);
  for (const step of steps) type = typeAfter(model, type, step);
  return type;
}

function typeAfter(model: SchemaModel, type: string | null, step: DocumentStep): string | null {
  if (step.kind === 'on') return step.type;
  const field = step.kind === 'field' && type !== null ? fieldOf(model, type, step.name) : undefined;
  return field ? (typeOf(model, field.type)?.name ?? null) : null;
}

/** Returns the names of the leaf fields of a type that require no arguments and are not deprecated. */
export function leafNames(model: SchemaModel, typeName: string): string[] {
  const type = model.types.get(typeName);
  if (type?.kind === 'union') return ['__typename'];
  if (type?.kind !== 'object' && type?.kind !== 'interface') return [];
  return [...type.fields.values()]
    .filter(field => isLeaf(typeOf(model, field.type)) && needsNoArguments(field) && field.deprecationReason === null)
    .map(field => field.name);
}

/** Removes the node at a place, parents whose selection set would be empty, and variables that are no longer used. */
export function removed({ text, document }: EditedDocument, place: DocumentPlace): TextEdit[] {
  let last = place.steps.length;
  const nodeUpTo = (end: number): Holder | SelectionNode | null =>
    nodeAtPlace(document, { definition: place.definition, steps: place.steps.slice(0, end) });
  const root = definitionAt(document, place.definition);
  let node = nodeUpTo(last);
  if (!node?.loc || !root) return [];
  for (; last > 1; last--) {
    const above = nodeUpTo(last - 1);
    if (!above || !isHolder(above) || selectionsOf(above).length > 1) break;
    node = above;
  }
  if (!node.loc) return [];
  const { start, end } = node.loc;
  const isWhole = last === 0;
  const onlyOne = last === 1 && selectionsOf(root).length === 1;
  const range = lineRange(text, start, end);
  const gone: TextEdit = onlyOne
    ? // An operation without fields is kept, so that fields can be added again.
      { from: (root.selectionSet?.loc?.start ?? start) + 1, to: (root.selectionSet?.loc?.end ?? end) - 1, insert: '\n' }
    : { ...range, insert: '' };
  return [gone, ...(isWhole ? [] : withoutVariables(text, root, variablesUsedOnlyIn(document, root, [gone])))];
}

/** Sets the value of an argument of a field; null removes it. Returns null if the text is not a valid value. */
export function withArgument(
  edited: EditedDocument,
  place: DocumentPlace,
  argument: ArgumentModel,
  value: string | null,
): TextEdit[] | null {
  const { text, document } = edited;
  const node = nodeAtPlace(document, place);
  const root = definitionAt(document, place.definition);
  if (node?.kind !== 'Field' || !node.loc || !root) return [];
  const existing = node.arguments ?? [];
  const present = existing.find(({ name }) => name.value === argument.name);
  if (value === null) {
    if (!present?.loc) return [];
    const gone = removedItem(text, existing, present, node.name.loc?.end ?? node.loc.end);
    return [gone, ...withoutVariables(text, root, variablesUsedOnlyIn(document, root, [gone]))];
  }
  const names = variableNames(value);
  if (names === null) return null;
  const variables = newVariables(root);
  for (const name of names) variables.declare(name, argument.type);
  if (present?.value.loc) {
    const { start, end } = present.value.loc;
    const change = { from: start, to: end, insert: value };
    return [change, ...variables.instead(text, variablesUsedOnlyIn(document, root, [change]))];
  }
  return [
    insertedItem(text, existing, node.name.loc?.end ?? node.loc.end, `${argument.name}: ${value}`),
    ...variables.edits(text),
  ];
}

/**
 * Returns the initial value of an argument: a variable of the operation, or a literal inside a fragment, which cannot declare variables.
 */
export function firstValue({ document, model }: EditedDocument, place: DocumentPlace, argument: ArgumentModel): string {
  const root = definitionAt(document, place.definition);
  if (root?.kind !== 'OperationDefinition') return plainValue(model, argument.type);
  const step = place.steps.findLast(each => each.kind === 'field');
  return `$${freeName(new Set(declaredNames(root)), argument.name, step?.kind === 'field' ? step.name : 'value')}`;
}

/** Appends a new operation. Its index is the previous number of definitions. */
export function withOperation(
  { text, document }: Pick<EditedDocument, 'text' | 'document'>,
  kind: `${OperationDefinitionNode['operation']}`,
): {
  edits: TextEdit[];
  name: string;
} {
  const names = new Set(document.definitions.map(node => ('name' in node ? node.name?.value : undefined)));
  const base = { query: 'NewQuery', mutation: 'NewMutation', subscription: 'NewSubscription' }[kind];
  let name = base;
  for (let number = 2; names.has(name); number++) name = `${base}${number}`;
  const end = text.trimEnd().length;
  // Starts on a new line, because a comment can end the document.
  return { name, edits: [{ from: end, to: text.length, insert: `${end === 0 ? '' : '\n\n'}${kind} ${name} {\n}\n` }] };
}

/** Renames an operation, or a fragment and its spreads; returns null if the name is invalid or already used. */
export function renamed(
  { text, document }: Pick<EditedDocument, 'text' | 'document'>,
  definition: number,
  name: string,
): TextEdit[] | null {
  const node = definitionAt(document, definition);
  if (!node?.loc || !/^[A-Za-z_]\w*$/.test(name)) return null;
  const kind = node.kind;
  const isTaken = document.definitions.some(
    other => other !== node && other.kind === kind && 'name' in other && other.name?.value === name,
  );
  if (isTaken || (kind === 'FragmentDefinition' && name === 'on')) return null;
  if (kind === 'OperationDefinition') {
    if (node.name?.loc) return [{ from: node.name.loc.start, to: node.name.loc.end, insert: name }];
    const isShort = text[node.loc.start] === '{';
    const at = isShort ? node.loc.start : node.loc.start + node.operation.length;
    return [{ from: at, to: at, insert: isShort ? `query ${name} ` : ` ${name}` }];
  }
  if (kind !== 'FragmentDefinition') return null;
  const before = node.name.value;
  const edits: TextEdit[] = [];
  const put = (loc: { start: number; end: number } | undefined): void => {
    if (loc) edits.push({ from: loc.start, to: loc.end, insert: name });
  };
  put(node.name.loc);
  visit(document, { FragmentSpread: spread => (spread.name.value === before ? put(spread.name.loc) : undefined) });
  return edits;
}

function itemOf(model: SchemaModel, type: string, steps: readonly DocumentStep[], variables: NewVariables): SelectionItem | null {
  const [step, ...rest] = steps;
  if (!step) return null;
  if (step.kind === 'spread') return { head: `...${step.name}`, inner: [] };
  const below = (inner: string): readonly SelectionItem[] | null => {
    if (rest.length === 0) return firstLeaves(model, inner).map(name => ({ head: name, inner: [] }));
    const item = itemOf(model, inner, rest, variables);
    return item && [item];
  };
  if (step.kind === 'on') {
    const inner = below(step.type);
    return inner && { head: `... on ${step.type}`, inner };
  }
  if (step.name === '__typename') return { head: '__typename', inner: [] };
  const field = fieldOf(model, type, step.name);
  if (!field) return null;
  const required = [...field.args.values()]
    .filter(isRequiredArgument)
    .map(argument => `${argument.name}: ${variables.valueFor(model, field.name, argument)}`);
  const head = required.length > 0 ? `${field.name}(${required.join(', ')})` : field.name;
  const named = typeOf(model, field.type);
  if (!isComposite(named)) return { head, inner: [] };
  const inner = below(named.name);
  return inner && { head, inner };
}

/** Returns the initial selection: the ID, otherwise the first leaf field, otherwise `__typename`. */
function firstLeaves(model: SchemaModel, type: string): string[] {
  const leaves = leafNames(model, type);
  return [leaves.find(name => name === 'id') ?? leaves[0] ?? '__typename'];
}

/**
 * Returns the possible type conditions in a selection set of a type: the possible types of a union or interface, and the interfaces they
 * implement.
 */
export function fragmentTypes(model: SchemaModel, typeName: string): string[] {
  const type = model.types.get(typeName);
  return type?.kind === 'interface' || type?.kind === 'union' ? [...possibleTypes(type)] : [];
}

/**
 * Returns the names of the fragments of the document that can be spread in a selection set of a type: those with a possible type in common.
 */
export function fittingFragments(model: SchemaModel, document: DocumentNode, typeName: string): string[] {
  const own = new Set(possibleTypes(model.types.get(typeName)));
  return document.definitions.flatMap(node =>
    node.kind === 'FragmentDefinition' &&
    possibleTypes(model.types.get(node.typeCondition.name.value)).some(name => own.has(name))
      ? [node.name.value]
      : [],
  );
}
