/**
 * Mocks selected fields, while all others come from the server. Mocked fields are removed from the document that is sent and added to each
 * result. Their values are generated like those of example data, from the seed and the ID of the object (or its path in the result, if it
 * has none), so the same seed gives the same values.
 */
import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  OperationDefinitionNode,
  SelectionNode,
  SelectionSetNode,
  VariableNode,
} from 'graphql';
import { parse, valueFromASTUntyped, visit } from 'graphql';
import { fieldOf, namedType, possibleTypes, type SchemaModel } from '../../../schema/model/schemaModel';
import { type ExampleRoom, exampleFields, exampleRoom } from '../../../session/exampleData/createExampleServer';
import { bracketsAround } from '../editor/document/bracketsAround';
import { parseWithArguments } from '../editor/document/fragmentArguments';
import { editedText, type TextEdit } from '../editor/document/textEdit';
import { lazySchema } from '../editor/lazySchema';
import type { RunRequest } from '../run/queryRun';
import type { QueryOptions } from './queryOptions';

/** Returns the schema coordinates in a text; they can be separated by any characters. */
export const coordinatesIn = (text: string): string[] => [
  ...new Set(text.split(/[^\w.]+/).filter(word => /^[_A-Za-z]\w*\.[_A-Za-z]\w*$/.test(word))),
];

/** Returns the coordinates that are not in the schema. */
export function unknownCoordinates(model: SchemaModel, text: string): string[] {
  return coordinatesIn(text).filter(each => !fieldOf(model, ...(each.split('.') as [string, string])));
}

/** A request, and the options that mock some of its fields. */
export interface MockSource extends Pick<RunRequest, 'text' | 'variables' | 'kind'> {
  hasArguments: boolean;
  model: SchemaModel;
  options: QueryOptions;
}

/** Returns the changed parts of the request; null if it requests none of the mocked fields. */
export function mockedRequest(source: MockSource): Pick<RunRequest, 'text' | 'variables' | 'mock'> | null {
  const { text, variables, kind, hasArguments, model, options } = source;
  const chosen = new Set(coordinatesIn(String(options.mocked ?? '')));
  const document = hasArguments ? parseWithArguments(text) : parse(text);
  const typeKey = freeName(text);
  const mocked = mockedDocumentOf(document, model, chosen, { kind, typeKey });
  if (mocked.used.size === 0) return null;
  const cut = withoutRanges(text, mocked.ranges, hasArguments);
  const sent = Object.fromEntries(Object.entries(variables).filter(([name]) => !cut.dropped.has(name)));
  const fill = filler({ document, model, variables, seed: String(options.seed ?? ''), typeKey, isMocked: mocked.isMocked });
  return { text: cut.text, variables: sent, mock: { fields: [...mocked.used].toSorted(), fill } };
}

/**
 * Returns an alias that is not used in the document. It is added as an alias of `__typename` to objects of abstract types and to selection
 * sets that would be empty. `__typename` itself is not reliable: it is not added to documents that are sent unchanged, and users can give
 * that name to another field as an alias.
 */
function freeName(text: string): string {
  let name = 'orielType';
  while (text.includes(name)) name += '_';
  return name;
}

/** The mocked fields of a document: `ranges` is removed from the text; `isMocked` returns whether a field of an object is mocked. */
interface MockedDocument {
  used: Set<string>;
  ranges: TextEdit[];
  isMocked(type: string, field: string): boolean;
}

function mockedDocumentOf(
  document: DocumentNode,
  model: SchemaModel,
  chosen: ReadonlySet<string>,
  { kind, typeKey }: { kind: RunRequest['kind']; typeKey: string },
): MockedDocument {
  const isMocked = (type: string, field: string): boolean => {
    if (chosen.has(`${type}.${field}`)) return true;
    const existing = model.types.get(type);
    return (
      (existing?.kind === 'object' || existing?.kind === 'interface') &&
      existing.interfaces.some(each => chosen.has(`${each}.${field}`))
    );
  };
  const found: MockedDocument = { used: new Set(), ranges: [], isMocked };
  const note = (type: string, field: string): void => {
    for (const each of chosen)
      if (each === `${type}.${field}` || (each.endsWith(`.${field}`) && isMocked(type, field))) found.used.add(each);
  };
  const askType = ({ loc }: SelectionSetNode): void => {
    if (loc) found.ranges.push({ from: loc.start + 1, to: loc.start + 1, insert: ` ${typeKey}: __typename ` });
  };
  const walkObject = (set: SelectionSetNode, type: string): void => {
    const { kind: known } = model.types.get(type) ?? {};
    const isAbstract = known === 'interface' || known === 'union';
    if (isAbstract) askType(set);
    walk(set, type, false, isAbstract);
  };
  const walk = (set: SelectionSetNode, type: string, isRoot: boolean, asksType = false): void => {
    const { selections } = set;
    const kept = selections.filter(node => {
      if (node.kind !== 'Field') {
        if (node.kind === 'InlineFragment') walk(node.selectionSet, node.typeCondition?.name.value ?? type, isRoot);
        return true;
      }
      const field = node.name.value;
      const types = [type, ...possibleTypes(model.types.get(type))];
      // A subscription needs its root field.
      const mocked = isRoot && kind === 'subscription' ? [] : types.filter(each => isMocked(each, field));
      for (const each of mocked) note(each, field);
      // If it is mocked for only some of the types, it is also requested.
      const isOut = mocked.includes(type) || (mocked.length > 0 && mocked.length === types.length - 1);
      const inner = fieldOf(model, type, field);
      if (!isOut && node.selectionSet && inner) walkObject(node.selectionSet, namedType(inner.type));
      return !isOut;
    });
    if (kept.length === selections.length) return;
    found.ranges.push(...selections.filter(node => !kept.includes(node)).map(node => ({ ...rangeOf(node), insert: '' })));
    // A selection set must not be empty.
    if (kept.length === 0 && !asksType) askType(set);
  };
  for (const node of document.definitions) {
    if (node.kind === 'FragmentDefinition') walk(node.selectionSet, node.typeCondition.name.value, false);
    if (node.kind === 'OperationDefinition') walk(node.selectionSet, rootOf(model, node), true);
  }
  return found;
}

const rootOf = (model: SchemaModel, { operation }: OperationDefinitionNode): string => model[`${operation}Type`]?.name ?? '';

const rangeOf = ({ loc }: { readonly loc?: { start: number; end: number } | undefined }): { from: number; to: number } => ({
  from: loc?.start ?? 0,
  to: loc?.end ?? 0,
});

/** Returns the text without the ranges, without fragments that are no longer spread, and without unused variables. */
function withoutRanges(text: string, ranges: readonly TextEdit[], hasArguments: boolean): { text: string; dropped: Set<string> } {
  const dropped = new Set<string>();
  let now = editedText(text, ranges);
  for (;;) {
    const document = hasArguments ? parseWithArguments(now) : parse(now);
    const spread = new Set<string>();
    visit(document, { enter: node => void (node.kind === 'FragmentSpread' && spread.add(node.name.value)) });
    const unused = document.definitions.filter(node => node.kind === 'FragmentDefinition' && !spread.has(node.name.value));
    if (unused.length === 0) return { text: withoutVariables(now, document, dropped), dropped };
    now = editedText(
      now,
      unused.map(node => ({ ...rangeOf(node), insert: '' })),
    );
  }
}

function withoutVariables(text: string, document: DocumentNode, dropped: Set<string>): string {
  const used = new Map<string, number>();
  // Arguments of fragment spreads are not in the AST, so variables are counted by name.
  for (const [, name = ''] of text.matchAll(/\$([_A-Za-z]\w*)/g)) used.set(name, (used.get(name) ?? 0) + 1);
  const operation = document.definitions.find(node => node.kind === 'OperationDefinition');
  const definitions = operation?.variableDefinitions ?? [];
  const unused = definitions.filter(({ variable }) => used.get(variable.name.value) === 1);
  for (const { variable } of unused) dropped.add(variable.name.value);
  if (!operation || unused.length === 0) return text;
  if (unused.length < definitions.length)
    return editedText(
      text,
      unused.map(node => ({ ...rangeOf(node), insert: '' })),
    );
  const brackets = bracketsAround(definitions[0], definitions.at(-1));
  return brackets ? editedText(text, [{ ...brackets, insert: '' }]) : text;
}

type Value = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Value => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The input for adding mocked values to a result. */
interface FillSource {
  document: DocumentNode;
  model: SchemaModel;
  variables: Readonly<Record<string, unknown>>;
  seed: string;
  /** The alias under which an object has its type name. */
  typeKey: string;
  isMocked: MockedDocument['isMocked'];
}

/** Creates a function that adds the mocked values to the data of a result, in steps. It does not modify the data that is passed in. */
function filler({
  document,
  model,
  variables: given,
  seed,
  typeKey,
  isMocked,
}: FillSource): (data: unknown) => Generator<void, unknown> {
  const operation = document.definitions.find(node => node.kind === 'OperationDefinition');
  const variables = withDefaults(given, operation);
  // The type name in the object is only needed for abstract types.
  const typeOf = (value: Value, type: string): string =>
    (model.types.get(type)?.kind === 'object' ? [] : [value[typeKey], value.__typename]).find(each => typeof each === 'string') ??
    type;
  const fragments = new Map(
    document.definitions.filter(node => node.kind === 'FragmentDefinition').map(node => [node.name.value, node]),
  );
  const make = fieldsMaker({ model, seed, variables, operation, fragments });
  function* walk(
    value: unknown,
    sets: readonly SelectionSetNode[],
    type: string,
    path: string,
    room: ExampleRoom,
  ): Generator<void, unknown> {
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (const item of value) items.push(yield* walk(item, sets, type, `${path}.${items.length}`, room));
      return items;
    }
    if (!isObject(value)) return value;
    const own = typeOf(value, type);
    const fields = fieldsOf(sets, own, { model, fragments, variables });
    const mocked = [...fields.values()].flat().filter(node => isMocked(own, node.name.value));
    const idKey = [...fields].find(([, [node]]) => node?.name.value === 'id' || node?.name.value === '_id')?.[0];
    const id = idKey === undefined ? undefined : value[idKey];
    const isNamed = typeof id === 'string' || typeof id === 'number';
    const isRoot = path === '';
    const made = mocked.length === 0 ? {} : make(own, isRoot ? '' : isNamed ? String(id) : path, mocked, room);
    yield;
    const filled: [string, unknown][] = [];
    for (const [key, nodes] of fields) {
      const below = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
      const field = fieldOf(model, own, nodes[0]?.name.value ?? '');
      if (Object.hasOwn(made, key)) filled.push([key, made[key]]);
      else if (!Object.hasOwn(value, key)) continue;
      else if (below.length === 0 || !field) filled.push([key, value[key]]);
      else filled.push([key, yield* walk(value[key], below, namedType(field.type), `${path}.${key}`, room)]);
    }
    // Properties that were not requested, such as the type name, come first.
    const rest = Object.entries(value).filter(([key]) => key !== typeKey && !fields.has(key));
    return Object.fromEntries([...rest, ...filled]);
  }
  return function* fill(data) {
    return operation ? yield* walk(data, [operation.selectionSet], rootOf(model, operation), '', exampleRoom()) : data;
  };
}

/** Creates a function that generates the values of some fields of one object. */
function fieldsMaker({
  model,
  seed,
  variables,
  operation,
  fragments,
}: Pick<FillSource, 'model' | 'seed' | 'variables'> & {
  operation: OperationDefinitionNode | undefined;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}): (type: string, key: string, nodes: readonly FieldNode[], room: ExampleRoom) => Value {
  const makers = new Map<string, ReturnType<typeof exampleFields> | null>();
  const makerOf = (type: string): ReturnType<typeof exampleFields> | null => {
    const cached = makers.get(type);
    if (cached !== undefined) return cached;
    const found = model.types.get(type);
    // Treats the type as the query type, so that its fields can be requested as root fields.
    const maker = found?.kind === 'object' ? exampleFields(lazySchema({ ...model, queryType: found }), seed) : null;
    makers.set(type, maker);
    return maker;
  };
  return (type, key, nodes, room) => {
    const maker = makerOf(type);
    if (!maker || !operation) return {};
    const selectionSet: SelectionSetNode = { kind: 'SelectionSet' as never, selections: nodes };
    const query = { ...operation, operation: 'query' as never, directives: [], selectionSet };
    const plain = [...fragments.values()].map(node => ({ ...node, variableDefinitions: [] }));
    return maker(key, { kind: 'Document' as never, definitions: [query, ...plain] }, variables, room);
  };
}

/** The input for collecting fields. */
interface Asking {
  model: SchemaModel;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  variables: Readonly<Record<string, unknown>>;
}

/** Collects the fields that selection sets request from an object of a type, by response key. */
function fieldsOf(sets: readonly SelectionSetNode[], type: string, asking: Asking): Map<string, FieldNode[]> {
  const found = new Map<string, FieldNode[]>();
  const seen = new Set<string>();
  const collect = (node: SelectionNode): void => {
    if (!isIncluded(node, asking.variables)) return;
    if (node.kind === 'Field') {
      const key = (node.alias ?? node.name).value;
      const nodes = found.get(key);
      if (nodes) nodes.push(node);
      else found.set(key, [node]);
      return;
    }
    if (node.kind === 'FragmentSpread' && seen.has(node.name.value)) return;
    if (node.kind === 'FragmentSpread') seen.add(node.name.value);
    const inner = node.kind === 'FragmentSpread' ? asking.fragments.get(node.name.value) : node;
    const on = inner?.typeCondition?.name.value;
    if (!inner || (on !== undefined && on !== type && !possibleTypes(asking.model.types.get(on)).includes(type))) return;
    for (const each of inner.selectionSet.selections) collect(each);
  };
  for (const { selections } of sets) for (const node of selections) collect(node);
  return found;
}

/** Returns the variables, with the defaults of those that are not set. */
function withDefaults(
  variables: Readonly<Record<string, unknown>>,
  operation: OperationDefinitionNode | undefined,
): Readonly<Record<string, unknown>> {
  const defaults = (operation?.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
    defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)] as const] : [],
  );
  return Object.fromEntries([...defaults, ...Object.entries(variables).filter(([, value]) => value !== undefined)]);
}

function isIncluded({ directives }: SelectionNode, variables: Readonly<Record<string, unknown>>): boolean {
  return (directives ?? []).every(({ name, arguments: given }) => {
    if (name.value !== 'skip' && name.value !== 'include') return true;
    const value = given?.[0]?.value;
    const isSet =
      value?.kind === 'Variable' ? variables[(value as VariableNode).name.value] : value && valueFromASTUntyped(value);
    return (isSet === true) === (name.value === 'include');
  });
}
