// GraphQL in the conventions of Strapi's plugin. Each field of a query or a mutation is one request that REST has:
//
//   answerGraphql: readCall → findDocument (persisted queries) → readDocument (limits, validation) →
//     runOperation → rootFields → compile → Selection → lib/api/restClient → the operation of REST → the functions of `compile`
//
// - `schemaOf(schema)`: the GraphQL schema, made of the model by `TypeBuilder` and `rootFields`, once.
// - A field of the schema has a `Part` (parts.ts; `TypeBuilder` gives it) that says what it reads of REST's answer, or is a property of it.
// - A field of Query or Mutation has a `Resolve` (rootFields.ts): it compiles its selection, asks, and reads the answer. A further one that
//   each schema has is in fixedTypes.ts, with its row of `resolvers` in accountFields.ts; one that reads documents has a `Source`.
// - An error is an ApiError, which `formatFailure` (errors.ts) writes as clients of Strapi know it.
export { answerGraphql } from './answerGraphql.ts';
export { printSdl, schemaOf } from './schemaOf.ts';
