/** Models for tests, created from schema language (SDL), and the responses of a server with that schema. */
import {
  buildSchema,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getNamedType,
  graphql,
  graphqlSync,
  introspectionFromSchema,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isScalarType,
  parse,
  validate,
} from 'graphql';
import { readIntrospection } from '../../src/schema/model/introspection';
import type { SchemaModel } from '../../src/schema/model/schemaModel';

/** A schema, valid or not, from schema language. */
export function schemaOf(sdl: string): GraphQLSchema {
  return buildSchema(sdl, { assumeValid: true, assumeValidSDL: true });
}

/** The model of a schema, read from its introspection response. */
export function modelOfSchema(schema: GraphQLSchema): SchemaModel {
  return readIntrospection(
    introspectionFromSchema(schema, {
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      inputValueDeprecation: true,
      schemaDescription: true,
      oneOf: true,
    }),
  );
}

/** The model of a schema in schema language. */
export function modelOf(sdl: string): SchemaModel {
  return modelOfSchema(schemaOf(sdl));
}

/** The validation errors of graphql-js for a document. */
export function problemsOf(schema: GraphQLSchema, query: string): string[] {
  return validate(schema, parse(query)).map(error => error.message);
}

const SAMPLES: Readonly<Record<string, unknown>> = { Int: 7, Float: 1.5, String: 'text', ID: 'id-1', Boolean: true };

/** One resolver for all fields: two items in a list, the first value of an enum, the first member of a union. */
const mockField: GraphQLFieldResolver<unknown, unknown> = (_source, _args, _context, info) => {
  const value = (type: typeof info.returnType): unknown => {
    if (isNonNullType(type)) return value(type.ofType);
    if (isListType(type)) return [value(type.ofType), value(type.ofType)];
    const named = getNamedType(type);
    if (isEnumType(named)) return named.getValues()[0]?.value;
    if (isScalarType(named)) return Object.hasOwn(SAMPLES, named.name) ? SAMPLES[named.name] : 'custom';
    return isAbstractType(named) ? { __typename: info.schema.getPossibleTypes(named)[0]?.name } : {};
  };
  return value(info.returnType);
};

/** Executes a document on mocked data. */
export async function executeMocked(schema: GraphQLSchema, query: string, variables: Record<string, unknown> = {}) {
  return graphql({ schema, source: query, variableValues: variables, fieldResolver: mockField });
}

/** Executes a document on given root values. */
export function executeWith(
  sdl: string,
  { query, variables }: { readonly query: string; readonly variables: Readonly<Record<string, unknown>> },
  rootValue: unknown,
): Record<string, unknown> {
  const { data, errors } = graphqlSync({ schema: schemaOf(sdl), source: query, variableValues: variables, rootValue });
  if (errors !== undefined || data == null) throw new Error(errors?.join());
  return data;
}
