// The GraphQL schema of a site, made at its first use.
import { GraphQLObjectType, GraphQLSchema } from 'graphql';
import { memoize } from '../memoize.ts';
import type { Schema } from '../schema/index.ts';
import { mutationFields, queryFields } from './rootFields.ts';
import { TypeBuilder } from './TypeBuilder.ts';

/** It is the same for all callers: what one may not read is an error, or absent, as in REST. */
export const schemaOf = memoize((schema: Schema): GraphQLSchema => {
  const builder = new TypeBuilder(schema);
  const mutations = mutationFields(schema, builder);
  return new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'Query', fields: queryFields(schema, builder) }),
    ...(Object.keys(mutations).length === 0
      ? {}
      : { mutation: new GraphQLObjectType({ name: 'Mutation', fields: mutations }) }),
    // The builder makes no other names than those that GraphQL has; a test checks it.
    assumeValid: true,
  });
});
