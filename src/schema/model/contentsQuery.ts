/**
 * Introspection in parts, for servers that limit the depth, length or cost of a query: first the names of all types, then the contents of a
 * few types in each request. No fragments and few aliases, because some servers limit them, too. Deprecated members, directives and
 * wrappers beyond `[Type!]!` are not requested.
 */
import { ofTypes } from './introspection';

/** The start of the schema: its root types, and all types without their contents. */
export const NAMES_QUERY =
  'query IntrospectionQuery { __schema { queryType { name } mutationType { name } subscriptionType { name } types { kind name description } } }';

/** Number of `ofType` selections in the types of arguments, to try in this order. Two find every argument but `[Type!]!`. */
export const ARGUMENT_DEPTHS = [3, 2] as const;

/** Number of types in a request. */
export const TYPES_AT_ONCE = 10;

const typeRef = (depth: number): string => `type { kind name${ofTypes(depth)} }`;

/** Selections by the kind of the type. */
function contentsOf(kind: unknown, argumentDepth: number): string {
  if (kind === 'ENUM') return 'enumValues { name description }';
  if (kind === 'UNION') return 'possibleTypes { kind name }';
  if (kind === 'INPUT_OBJECT') return `inputFields { name description defaultValue ${typeRef(3)} }`;
  const fields = `fields { name description args { name description defaultValue ${typeRef(argumentDepth)} } ${typeRef(3)} }`;
  return `${fields} ${kind === 'INTERFACE' ? 'possibleTypes' : 'interfaces'} { kind name }`;
}

/** A type as `NAMES_QUERY` returns it. */
export interface NamedType {
  kind?: unknown;
  name: string;
}

/** The valid types of a result of `NAMES_QUERY` that have contents. The types of introspection itself are not used. */
export const typesWithContents = (types: readonly unknown[]): NamedType[] =>
  types.filter(
    (type): type is NamedType =>
      typeof type === 'object' &&
      type !== null &&
      // `String` throws for an object with its own `toString`.
      typeof (type as NamedType).name === 'string' &&
      /^(?!__)[_A-Za-z][_0-9A-Za-z]*$/.test((type as NamedType).name) &&
      (type as NamedType).kind !== 'SCALAR',
  );

/** The query for the contents of these types, under the aliases t0, t1, … */
export const contentsQuery = (types: readonly NamedType[], argumentDepth: number): string =>
  `query IntrospectionQuery { ${types
    .map(({ kind, name }, at) => `t${at}: __type(name: ${JSON.stringify(name)}) { name ${contentsOf(kind, argumentDepth)} }`)
    .join(' ')} }`;
