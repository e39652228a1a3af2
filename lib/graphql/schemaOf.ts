// The GraphQL schema of a site, made at its first use.
import { GraphQLObjectType, GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { memoize } from '../memoize.ts';
import type { Schema } from '../schema/index.ts';
import { accountFields } from './accountFields.ts';
import { fixedObject } from './fixedTypes.ts';
import { mergeFields } from './names.ts';
import { mutationFields, queryFields } from './rootFields.ts';
import { TypeBuilder } from './TypeBuilder.ts';

/** It is the same for all callers: what one may not read is an error, or absent, as in REST. */
export const schemaOf = memoize((schema: Schema): GraphQLSchema => {
  const builder = new TypeBuilder(schema);
  // Names are given in this order: those of a project are the last.
  const mutations = accountFields(schema, builder);
  const queries = mergeFields([fixedObject('Query').toConfig().fields, ...queryFields(schema, builder)]);
  const fields = mergeFields([mutations, ...mutationFields(schema, builder)]);
  return new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'Query', fields: queries }),
    mutation: new GraphQLObjectType({ name: 'Mutation', fields }),
    // The builder makes no other names than those that GraphQL has; a test checks it.
    assumeValid: true,
  });
});

/** The schema as a text that tools read, sorted, so that a change of the model changes few lines. */
export const printSdl = (schema: Schema): string => `${printSchema(lexicographicSortSchema(schemaOf(schema)))}\n`;
