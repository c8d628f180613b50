/** Builds the executable schema from type definitions and resolvers. */
import type { GraphQLSchema } from 'graphql';
import { createSchema as makeSchema } from 'graphql-yoga';
import { mutationResolvers } from './resolvers/mutationResolvers';
import { queryResolvers } from './resolvers/queryResolvers';
import { subscriptionResolvers } from './resolvers/subscriptionResolvers';
import { typeResolvers } from './resolvers/typeResolvers';
import { scalarResolvers } from './scalars/scalarResolvers';
import { commonTypes } from './typeDefs/commonTypes';
import { rootTypes } from './typeDefs/rootTypes';
import { shipTypes } from './typeDefs/shipTypes';
import { visitTypes } from './typeDefs/visitTypes';

/** Creates the schema. It has no state and can be shared by any number of harbours. */
export const createSchema = (): GraphQLSchema =>
  makeSchema({
    typeDefs: [commonTypes, shipTypes, visitTypes, rootTypes],
    resolvers: {
      ...scalarResolvers,
      ...typeResolvers,
      ...subscriptionResolvers,
      Query: queryResolvers,
      Mutation: mutationResolvers,
    },
  }) as GraphQLSchema;
