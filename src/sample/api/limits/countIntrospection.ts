/**
 * Counts the values in the response to an introspection field on the schema itself: visits every type, field and argument that the response
 * would contain, as execution would do. https://spec.graphql.org/October2021/#sec-Schema-Introspection
 */
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getNullableType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isType,
  type SelectionSetNode,
} from 'graphql';

/** The objects that the fields of an introspection object return, by field name. Fields that are not listed return scalars. */
type Steps = Readonly<Record<string, (value: never, schema: GraphQLSchema) => readonly unknown[]>>;

interface Typed {
  type: unknown;
}
interface WithArgs {
  args: readonly unknown[];
}

const one = (value: unknown): readonly unknown[] => (value == null ? [] : [value]);

const OF_SCHEMA: Steps = {
  types: (schema: GraphQLSchema) => Object.values(schema.getTypeMap()),
  queryType: (schema: GraphQLSchema) => one(schema.getQueryType()),
  mutationType: (schema: GraphQLSchema) => one(schema.getMutationType()),
  subscriptionType: (schema: GraphQLSchema) => one(schema.getSubscriptionType()),
  directives: (schema: GraphQLSchema) => schema.getDirectives(),
};

const OF_TYPE: Steps = {
  fields: (type: unknown) => (isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : []),
  inputFields: (type: unknown) => (isInputObjectType(type) ? Object.values(type.getFields()) : []),
  enumValues: (type: unknown) => (isEnumType(type) ? type.getValues() : []),
  interfaces: (type: unknown) => (isObjectType(type) || isInterfaceType(type) ? type.getInterfaces() : []),
  possibleTypes: (type: unknown, schema: GraphQLSchema) => (isAbstractType(type) ? schema.getPossibleTypes(type) : []),
  ofType: (type: unknown) => (isNonNullType(type) ? one(getNullableType(type)) : isListType(type) ? one(type.ofType) : []),
};

/** Fields of __Field, __InputValue and __Directive. */
const OF_MEMBER: Steps = {
  type: (member: Typed) => one(member.type),
  args: (member: WithArgs) => member.args ?? [],
};

/**
 * Counts the values below `__schema` or `__type`.
 * @param named the type that `__type` refers to; null for `__schema`
 * @param count called for each value; throws if there are too many
 */
export function countIntrospection(
  schema: GraphQLSchema,
  node: FieldNode,
  named: unknown,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  count: () => void,
): void {
  const walk = (set: SelectionSetNode, value: unknown): void => {
    const steps = value === schema ? OF_SCHEMA : isType(value) ? OF_TYPE : OF_MEMBER;
    for (const selection of set.selections) {
      // Spreads count too: nested spreads multiply even without fields.
      count();
      if (selection.kind === 'InlineFragment') {
        walk(selection.selectionSet, value);
      } else if (selection.kind === 'FragmentSpread') {
        const fragment = fragments.get(selection.name.value);
        if (fragment) walk(fragment.selectionSet, value);
      } else if (selection.selectionSet) {
        const name = selection.name.value;
        const below = Object.hasOwn(steps, name) ? steps[name] : undefined;
        for (const next of below?.(value as never, schema) ?? []) walk(selection.selectionSet, next);
      }
    }
  };
  const start = node.name.value === '__schema' ? schema : named;
  if (node.selectionSet && start) walk(node.selectionSet, start);
}
