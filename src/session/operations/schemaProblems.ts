/** The assertion `schema-valid`: checks an operation and its result against a schema. Imports graphql-js, so it is loaded on demand. */
import {
  buildClientSchema,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  type IntrospectionQuery,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  validate,
} from 'graphql';

/** Maximum number of listed problems. */
const MOST = 20;
const MOST_DEPTH = 200;

/** Messages about parts of the document or of its result that do not match the schema. `data` is undefined without a result. */
export function schemaProblems(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  data: unknown,
): string[] {
  const invalid = validate(schema, document, undefined, { maxErrors: MOST }).map(error => error.message);
  if (invalid.length > 0) return invalid;
  const root = schema.getRootType(operation.operation);
  if (!root || data === undefined || data === null) return [];
  return resultProblems(schema, document, { type: root, selections: [operation.selectionSet], data });
}

/** The same for the text of a document with one operation and for introspection data. */
export function problemsOfText(introspection: unknown, text: string, data: unknown): string[] {
  const document = parse(text);
  const operation = document.definitions.find(each => each.kind === Kind.OPERATION_DEFINITION);
  return operation ? schemaProblems(buildClientSchema(introspection as IntrospectionQuery), document, operation, data) : [];
}

/** The schema, and the fragments of the document by name. */
interface Known {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

interface Place {
  type: GraphQLCompositeType;
  selections: readonly SelectionSetNode[];
  data: unknown;
}

/** Checks the data along the selection sets. */
function resultProblems(schema: GraphQLSchema, document: DocumentNode, root: Place): string[] {
  const fragments = new Map(
    document.definitions.flatMap(each => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [])),
  );
  const problems: string[] = [];
  const add = (path: string, what: string): void => {
    if (problems.length < MOST) problems.push(`${path}: ${what}`);
  };

  const checkObject = ({ type, selections, data }: Place, path: string, depth: number): void => {
    if (typeof data !== 'object' || data === null || Array.isArray(data)) {
      add(path, `expected an object of ${type.name}`);
      return;
    }
    const named: unknown = Object.hasOwn(data, '__typename') ? (data as Record<string, unknown>).__typename : undefined;
    const found = typeof named === 'string' ? schema.getType(named) : isObjectType(type) ? type : undefined;
    const runtime = isObjectType(found) ? found : undefined;
    if (typeof named === 'string' && (!runtime || (isAbstractType(type) ? !schema.isSubType(type, runtime) : runtime !== type))) {
      add(path, `${named} is no ${type.name}`);
      return;
    }
    for (const [key, field] of fieldsOf({ schema, fragments }, selections, type, runtime)) {
      if (field.name === '__typename') continue;
      const definition =
        field.name === '__schema' || field.name === '__type'
          ? undefined
          : 'getFields' in field.on
            ? field.on.getFields()[field.name]
            : undefined;
      if (!definition) continue;
      if (!Object.hasOwn(data, key)) {
        if (!field.mayBeMissing) add(`${path}.${key}`, 'is missing');
        continue;
      }
      checkValue(definition.type, (data as Record<string, unknown>)[key], field.selections, `${path}.${key}`, depth + 1);
    }
  };

  const checkValue = (
    type: GraphQLOutputType,
    value: unknown,
    selections: readonly SelectionSetNode[],
    path: string,
    depth: number,
  ): void => {
    if (problems.length >= MOST || depth > MOST_DEPTH) return;
    if (isNonNullType(type)) {
      if (value === null) add(path, `must not be null; expected ${String(type)}`);
      else checkValue(type.ofType, value, selections, path, depth);
      return;
    }
    if (value === null) return;
    if (isListType(type)) {
      if (!Array.isArray(value)) add(path, `expected a list of ${String(type)}`);
      else for (const [at, item] of value.entries()) checkValue(type.ofType, item, selections, `${path}[${at}]`, depth + 1);
      return;
    }
    const named = getNamedType(type);
    if (isCompositeType(named)) checkObject({ type: named, selections, data: value }, path, depth);
    else if (isEnumType(named)) {
      if (typeof value !== 'string' || !named.getValue(value)) add(path, `is no value of ${named.name}`);
    } else if (isLeafType(named) && !fitsScalar(named.name, value)) add(path, `expected ${named.name}`);
  };

  checkObject(root, 'data', 0);
  return problems;
}

/** A field that a result object should have. */
interface SelectedField {
  name: string;
  /** The type that declares it. */
  on: GraphQLCompositeType;
  selections: SelectionSetNode[];
  mayBeMissing: boolean;
}

/** The fields of a result object, by response key. */
function fieldsOf(
  { schema, fragments }: Known,
  selections: readonly SelectionSetNode[],
  type: GraphQLCompositeType,
  runtime: GraphQLCompositeType | undefined,
): Map<string, SelectedField> {
  const fields = new Map<string, SelectedField>();
  // Each fragment is visited at most twice, as certain and as uncertain: nested spreads would otherwise grow exponentially.
  const visited = new Set<string>();
  const collect = (set: SelectionSetNode, on: GraphQLCompositeType, isLoose: boolean): void => {
    for (const selection of set.selections) {
      const mayBeMissing = isLoose || (selection.directives ?? []).length > 0;
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        const known = fields.get(key);
        const inner = selection.selectionSet ? [selection.selectionSet] : [];
        if (known) {
          known.selections.push(...inner);
          known.mayBeMissing &&= mayBeMissing;
        } else fields.set(key, { name: selection.name.value, on, selections: inner, mayBeMissing });
        continue;
      }
      const name = selection.kind === Kind.FRAGMENT_SPREAD ? selection.name.value : '';
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(name) : selection;
      if (!fragment) continue;
      const condition = fragment.typeCondition ? schema.getType(fragment.typeCondition.name.value) : on;
      if (!isCompositeType(condition)) continue;
      const isIts =
        runtime &&
        (condition === runtime || (isAbstractType(condition) && isObjectType(runtime) && schema.isSubType(condition, runtime)));
      if (runtime && !isIts) continue;
      // If the object's type is unknown, the type condition may not apply.
      const isUncertain = mayBeMissing || !runtime;
      const visit = `${name} ${isUncertain}`;
      if (name !== '' && visited.has(visit)) continue;
      visited.add(visit);
      collect(fragment.selectionSet, condition, isUncertain);
    }
  };
  for (const set of new Set(selections)) collect(set, runtime ?? type, false);
  return fields;
}

function fitsScalar(name: string, value: unknown): boolean {
  switch (name) {
    case 'Int':
      return typeof value === 'number' && Number.isInteger(value);
    case 'Float':
      return typeof value === 'number';
    case 'String':
      return typeof value === 'string';
    case 'Boolean':
      return typeof value === 'boolean';
    case 'ID':
      return typeof value === 'string' || typeof value === 'number';
    default:
      return true;
  }
}
