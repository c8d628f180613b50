/**
 * Refuses expensive operations before they are executed. The cost is the maximum number of values in the response, computed from the
 * requested page sizes and the schema's `@listSize` (https://ibm.github.io/graphql-specs/cost-spec.html), so that the message can suggest
 * what to reduce. A list has an additional cost, because it is a database statement. Introspection is counted on the schema itself.
 */
import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getDirectiveValues,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { countIntrospection } from './countIntrospection';

/** Limits of one operation. */
export interface OperationLimits {
  /** Maximum number of root fields. Each is work for the database, whatever its result. */
  rootFields: number;
  /** Maximum nesting of fields. */
  depth: number;
  /** Maximum number of values in the response. */
  values: number;
}

interface ListSize {
  assumedSize: number;
  slicingArguments?: string[] | null;
  sizedFields?: string[] | null;
}

const refuse = (message: string, code: string, more: Record<string, unknown>): GraphQLError =>
  new GraphQLError(message, { extensions: { ...more, code, http: { status: 400 } } });

/** Assumed length of a list without `@listSize`. */
const UNKNOWN_LENGTH = 10;
/** Additional cost of a list for each parent object. */
const LIST_VALUES = 5;

/** Cost of one value of an introspection result, most of which are objects. */
const INTROSPECTION_WEIGHT = 2;

/** The cost of an operation, or the error if it exceeds a limit. */
export type OperationCost = { values: number } | { error: GraphQLError };

/**
 * Computes the cost of an operation.
 * @param variables the variables of the request, without defaults
 */
export function checkOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
  limits: OperationLimits,
): OperationCost {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions)
    if (definition.kind === 'FragmentDefinition') fragments.set(definition.name.value, definition);
  const filled = { ...defaultsOf(operation), ...variables };
  let values = 0;
  let rootFields = 0;
  const add = (count: number): void => {
    values += count;
    if (values <= limits.values) return;
    throw refuse(
      `The result could have more than ${limits.values} values. Request fewer rows (first, last, limit), fewer fields or fewer levels.`,
      'QUERY_TOO_EXPENSIVE',
      { most: limits.values },
    );
  };

  // Throws as soon as a limit is exceeded, because a document with nested fragments could take extremely long.
  const walk = (
    set: SelectionSetNode,
    type: GraphQLNamedType,
    depth: number,
    times: number,
    sized: ReadonlyMap<string, number>,
  ): void => {
    for (const selection of set.selections) {
      // A spread counts too: nested spreads multiply even without fields.
      if (selection.kind !== 'Field') add(1);
      if (selection.kind === 'InlineFragment') {
        const on = selection.typeCondition ? (schema.getType(selection.typeCondition.name.value) ?? type) : type;
        walk(selection.selectionSet, on, depth, times, sized);
      } else if (selection.kind === 'FragmentSpread') {
        const fragment = fragments.get(selection.name.value);
        if (fragment) walk(fragment.selectionSet, schema.getType(fragment.typeCondition.name.value) ?? type, depth, times, sized);
      } else {
        visit(selection, type, depth + 1, times, sized);
      }
    }
  };
  const visit = (
    node: FieldNode,
    parent: GraphQLNamedType,
    depth: number,
    times: number,
    sized: ReadonlyMap<string, number>,
  ): void => {
    const name = node.name.value;
    if (depth === 1 && ++rootFields > limits.rootFields) {
      throw refuse(`An operation can have at most ${limits.rootFields} root fields.`, 'TOO_MANY_FIELDS', {
        most: limits.rootFields,
      });
    }
    add(times);
    if (name === '__schema' || name === '__type') {
      countIntrospection(schema, node, name === '__type' ? typeNamed(schema, node, filled) : null, fragments, () =>
        add(INTROSPECTION_WEIGHT),
      );
      return;
    }
    const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
    if (!field || !node.selectionSet) return;
    if (depth > limits.depth) {
      throw refuse(`The operation is nested more than ${limits.depth} levels deep, at "${name}".`, 'QUERY_TOO_DEEP', {
        most: limits.depth,
      });
    }
    const type = getNamedType(field.type);
    if (!isCompositeType(type)) return;
    const size = field.astNode ? (getDirectiveValues(schemaDirective(schema), field.astNode) as ListSize | undefined) : undefined;
    if (size) add(times * LIST_VALUES);
    const length = size ? lengthOf(node, field, size, filled) : (sized.get(name) ?? UNKNOWN_LENGTH);
    const below = new Map<string, number>();
    if (size?.sizedFields) for (const child of size.sizedFields) below.set(child, length);
    walk(node.selectionSet, type, depth, isList(field.type) ? times * Math.max(1, length) : times, below);
  };

  const root = schema.getRootType(operation.operation);
  try {
    if (root) walk(operation.selectionSet, root, 0, 1, new Map());
    return { values };
  } catch (error) {
    if (error instanceof GraphQLError) return { error };
    throw error;
  }
}

function schemaDirective(schema: GraphQLSchema) {
  const directive = schema.getDirective('listSize');
  if (!directive) throw new Error('The schema has no directive @listSize');
  return directive;
}

/** Returns the requested number of rows. A value that cannot be read counts as the assumed size; the resolver will refuse it. */
function lengthOf(
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
  size: ListSize,
  variables: Record<string, unknown>,
): number {
  const requested = (size.slicingArguments ?? []).map(name => {
    const argument = node.arguments?.find((candidate: ArgumentNode) => candidate.name.value === name);
    if (!argument) return field.args.find(definition => definition.name === name)?.defaultValue;
    if (argument.value.kind === 'Variable') return variables[argument.value.name.value];
    return argument.value.kind === 'IntValue' ? Number(argument.value.value) : undefined;
  });
  const numbers = requested.filter((value): value is number => typeof value === 'number' && value >= 0);
  return numbers.length > 0 ? Math.max(...numbers) : size.assumedSize;
}

/** Returns the type that a `__type` field refers to. */
function typeNamed(schema: GraphQLSchema, node: FieldNode, variables: Record<string, unknown>): GraphQLNamedType | undefined {
  const value = node.arguments?.find(argument => argument.name.value === 'name')?.value;
  const name = value?.kind === 'StringValue' ? value.value : value?.kind === 'Variable' ? variables[value.name.value] : undefined;
  return typeof name === 'string' ? schema.getType(name) : undefined;
}

function isList(type: unknown): boolean {
  return isNonNullType(type) ? isList(type.ofType) : isListType(type);
}

const defaultsOf = (operation: OperationDefinitionNode): Record<string, unknown> =>
  Object.fromEntries(
    (operation.variableDefinitions ?? []).flatMap((definition): [string, unknown][] =>
      definition.defaultValue?.kind === 'IntValue'
        ? [[definition.variable.name.value, Number(definition.defaultValue.value)]]
        : definition.defaultValue?.kind === 'StringValue'
          ? [[definition.variable.name.value, definition.defaultValue.value]]
          : [],
    ),
  );
