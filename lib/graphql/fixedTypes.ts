// The types that are the same in each schema, as Strapi's plugins have them.
import { buildSchema, type GraphQLEnumType, type GraphQLInputObjectType, type GraphQLObjectType } from 'graphql';
import { publications } from '../read/query/index.ts';
import { withPart } from './parts.ts';
import { scalarFilters } from './scalars.ts';

const schema = buildSchema(`
  type Query {
    me: UsersPermissionsMe
  }
  type Mutation {
    login(input: UsersPermissionsLoginInput!): UsersPermissionsLoginPayload!
    register(input: UsersPermissionsRegisterInput!): UsersPermissionsLoginPayload!
    forgotPassword(email: String!): UsersPermissionsPasswordPayload
    resetPassword(password: String!, passwordConfirmation: String!, code: String!): UsersPermissionsLoginPayload
    changePassword(currentPassword: String!, password: String!, passwordConfirmation: String!): UsersPermissionsLoginPayload
    emailConfirmation(confirmation: String!): UsersPermissionsLoginPayload
  }
  type UsersPermissionsMe { id: ID! documentId: ID! username: String! email: String confirmed: Boolean blocked: Boolean role: UsersPermissionsMeRole }
  type UsersPermissionsMeRole { id: ID! name: String! description: String type: String }
  type UsersPermissionsLoginPayload { jwt: String user: UsersPermissionsMe! }
  type UsersPermissionsPasswordPayload { ok: Boolean! }
  type UsersPermissionsCreateRolePayload { ok: Boolean! }
  type UsersPermissionsUpdateRolePayload { ok: Boolean! }
  type UsersPermissionsDeleteRolePayload { ok: Boolean! }
  input UsersPermissionsLoginInput { identifier: String! password: String! provider: String! = "local" }
  input UsersPermissionsRegisterInput { username: String! email: String! password: String! }
  input FileInfoInput { name: String alternativeText: String caption: String }
  type DeleteMutationResponse { documentId: ID! }
  enum PublicationStatus { DRAFT PUBLISHED }
  enum PublicationFilter { ${publications.join(' ').replaceAll('-', '_').toUpperCase()} }
  type Pagination { total: Int! page: Int! pageSize: Int! pageCount: Int! }
  input PaginationArg { page: Int pageSize: Int start: Int limit: Int }
  # Part of each zone in Strapi; no answer has one.
  type Error { code: String! message: String }
`);

/** @returns a type of answers that is declared above */
export const fixedObject = (name: string) => schema.getType(name) as GraphQLObjectType;

/** @returns a type of arguments that is declared above */
export const fixedInput = (name: string) => schema.getType(name) as GraphQLInputObjectType | GraphQLEnumType;

// As in each answer of GraphQL, an id is a text.
for (const name of ['UsersPermissionsMe', 'UsersPermissionsMeRole', 'DeleteMutationResponse'])
  for (const [id, field] of Object.entries(fixedObject(name).getFields()))
    if (/^(id|documentId)$/.test(id)) Object.assign(field, withPart({ kind: 'value', name: id, convert: String }));

/** Their names, and those of the scalars. */
export const fixedNames: ReadonlySet<string> = new Set([
  ...['Subscription', 'I18NLocaleCode', ...Object.keys(schema.getTypeMap())],
  ...[...scalarFilters].flatMap(([scalar, filter]) => [scalar.name, filter.name]),
]);
