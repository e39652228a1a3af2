// Describes the routes of users and roles: `/api/users` and `/api/users-permissions`.
import { builtInUids, typeOf, type JsonObject } from '../../schema/index.ts';
import { exampleOf, inputExampleOf } from './examples.ts';
import * as parameters from './parameters.ts';
import { propertiesOf } from './reading.ts';
import type { Context, DescribedRoute } from './types.ts';
import { answered, body, closed, integer, leadsTo, listOf, named, orNull, ref, text, whole } from './words.ts';

const users = { tag: 'Users' } as const;
const roles = { tag: 'Roles' } as const;

const userId = parameters.inPath('id', 'the id or documentId of a user', text);
const roleId = parameters.inPath('id', 'the id of a role', integer);

const userType = ({ schema }: Context) => typeOf(schema, builtInUids.user);
const user = (context: Context, description: string) =>
  answered(description, named(context, builtInUids.user), exampleOf(userType(context)));

const findUsers = (context: Context): DescribedRoute => ({
  ...users,
  parameters: parameters.listing(context, userType(context)),
  answers: { 200: answered('Users, as a list without envelope', listOf(named(context, builtInUids.user))) },
  refusals: [400],
});

const countUsers = (context: Context): DescribedRoute => ({
  ...users,
  parameters: parameters.counting(context, userType(context)),
  answers: { 200: answered('The number of users', integer) },
  refusals: [400],
});

const me = (context: Context): DescribedRoute => ({
  ...users,
  parameters: parameters.selecting(context, userType(context)),
  answers: { 200: user(context, 'The logged-in user') },
  refusals: [400, 404],
});

const findUser = (context: Context): DescribedRoute => ({
  ...users,
  parameters: [userId, ...parameters.readingOne(context, userType(context))],
  answers: { 200: user(context, 'The user') },
  refusals: [400, 404],
});

const createUser = (context: Context): DescribedRoute => ({
  ...users,
  parameters: [parameters.idempotencyKey],
  body: body(
    { allOf: [named(context, builtInUids.user, 'Input')], required: ['username', 'email', 'password'] },
    inputExampleOf(context, userType(context), exampleOf(userType(context))),
  ),
  answers: {
    201: {
      ...user(context, 'The new user'),
      ...leadsTo({ parameter: 'id', pointer: '/id' }, 'findUser', 'updateUser', 'deleteUser'),
    },
  },
  refusals: [400, 409, 422],
});

const updateUser = (context: Context): DescribedRoute => ({
  ...users,
  parameters: [userId, parameters.ifMatch],
  body: body(named(context, builtInUids.user, 'Input')),
  answers: { 200: user(context, 'The changed user') },
  refusals: [400, 404, 412, 429],
});

const deleteUser = (context: Context): DescribedRoute => ({
  ...users,
  parameters: [userId, parameters.ifMatch],
  answers: { 200: user(context, 'The deleted user'), 204: { description: 'There is no such user' } },
  refusals: [400, 412],
});

const ok = answered('Done', ref('Ok'));

/** The schema of a role in an answer, with additional properties. */
const toldRole = (context: Context, more: JsonObject) => {
  const properties = propertiesOf(context, typeOf(context.schema, builtInUids.role));
  return closed({ ...properties, ...more }, ['id', 'documentId', ...Object.keys(more)]);
};

/** The body of a role. Other properties of the answer are allowed in it, without effect. */
const roleBody = body(
  {
    type: 'object',
    properties: { name: text, description: orNull(text), type: text, permissions: ref('Permissions') },
    minProperties: 1,
  },
  {
    name: 'Columnists',
    permissions: { 'plugin::i18n': { controllers: { locale: { find: { enabled: true } } } } },
  },
);

const findRoles = (context: Context): DescribedRoute => ({
  ...roles,
  answers: {
    200: answered(
      'Roles, each with the number of its users',
      whole({ roles: listOf(toldRole(context, { nb_users: integer })) }),
    ),
  },
});

const findRole = (context: Context): DescribedRoute => ({
  ...roles,
  parameters: [roleId],
  answers: { 200: answered('The role', whole({ role: toldRole(context, { permissions: ref('Permissions') }) })) },
  refusals: [404],
});

const createRole = (): DescribedRoute => ({
  ...roles,
  body: roleBody,
  answers: { 200: ok },
  refusals: [400],
});

const updateRole = (): DescribedRoute => ({
  ...roles,
  description: '`permissions` replaces all permissions of the role.',
  parameters: [roleId],
  body: roleBody,
  answers: { 200: ok },
  refusals: [400, 404],
});

const deleteRole = (): DescribedRoute => ({
  ...roles,
  parameters: [roleId],
  answers: { 200: ok },
  refusals: [400, 404],
});

const findPermissions = (): DescribedRoute => ({
  ...roles,
  answers: { 200: answered('All permissions', whole({ permissions: ref('Permissions') })) },
});

export const people = {
  ...{ findUsers, countUsers, me, findUser, createUser, updateUser, deleteUser },
  ...{ findRoles, findRole, createRole, updateRole, deleteRole, findPermissions },
};
