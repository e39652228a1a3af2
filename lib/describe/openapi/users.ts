// Describes the routes of users.
import { builtInUids, typeOf } from '../../schema/index.ts';
import { exampleDocument, exampleBody } from './examples.ts';
import * as parameters from './parameters.ts';
import type { Context, DescribedRoute } from './types.ts';
import {
  jsonResponse,
  requiredBody,
  optionalBody,
  closedObject,
  integer,
  operationLinks,
  arrayOf,
  typeSchemaRef,
  text,
  requiredObject,
} from './schemaParts.ts';

const users = { tag: 'Users' } as const;

const userId = parameters.inPath('id', 'the id or documentId of a user', text);

const userType = ({ schema }: Context) => typeOf(schema, builtInUids.user);
const userResponse = (context: Context, description: string) =>
  jsonResponse(description, typeSchemaRef(context, builtInUids.user), exampleDocument(userType(context)));

const factor = {
  name: 'factor',
  in: 'query',
  description: 'Users with this second factor, or without any. For users of the editor and tokens with full access',
  schema: { enum: ['none', 'totp', 'passkey'] },
};

const findUsers = (context: Context): DescribedRoute => ({
  ...users,
  parameters: [...parameters.listParameters(context, userType(context)), factor],
  answers: {
    200: jsonResponse('Users, as a list without envelope', arrayOf(typeSchemaRef(context, builtInUids.user))),
  },
  errorStatuses: [400],
});

const countUsers = (context: Context): DescribedRoute => ({
  ...users,
  parameters: [...parameters.countParameters(context, userType(context)), factor],
  answers: { 200: jsonResponse('The number of users', integer) },
  errorStatuses: [400],
});

const me = (context: Context): DescribedRoute => ({
  ...users,
  parameters: parameters.selectionParameters(context, userType(context)),
  answers: { 200: userResponse(context, 'The logged-in user') },
  errorStatuses: [400, 404],
});

const findUser = (context: Context): DescribedRoute => ({
  ...users,
  parameters: [userId, ...parameters.readParameters(context, userType(context))],
  answers: { 200: userResponse(context, 'The user') },
  errorStatuses: [400, 404],
});

const createUser = (context: Context): DescribedRoute => ({
  ...users,
  description: '`password` is required, unless the caller may make links to set a password.',
  parameters: [parameters.idempotencyKeyParameter],
  body: requiredBody(
    { allOf: [typeSchemaRef(context, builtInUids.user, 'Input')], required: ['username', 'email'] },
    exampleBody(context, userType(context), exampleDocument(userType(context))),
  ),
  answers: {
    201: {
      ...userResponse(context, 'The new user'),
      ...operationLinks({ parameter: 'id', pointer: '/id' }, 'findUser', 'updateUser', 'deleteUser'),
    },
  },
  errorStatuses: [400, 409, 422],
});

const updateUser = (context: Context): DescribedRoute => ({
  ...users,
  parameters: [userId, parameters.ifMatchParameter],
  body: requiredBody(typeSchemaRef(context, builtInUids.user, 'Input')),
  answers: { 200: userResponse(context, 'The changed user') },
  errorStatuses: [400, 404, 412, 429],
});

const createPasswordLink = (): DescribedRoute => ({
  ...users,
  description: 'The link is valid for 48 hours. An earlier link of the user becomes invalid.',
  parameters: [userId],
  body: optionalBody(closedObject({})),
  answers: {
    200: jsonResponse(
      'The link',
      requiredObject({ data: requiredObject({ url: text, expiresAt: { type: 'string', format: 'date-time' } }) }),
    ),
  },
  errorStatuses: [400, 404],
});

const deleteUser = (context: Context): DescribedRoute => ({
  ...users,
  parameters: [userId, parameters.ifMatchParameter],
  answers: { 200: userResponse(context, 'The deleted user'), 204: { description: 'There is no such user' } },
  errorStatuses: [400, 412],
});

export const userDescriptions = {
  ...{ findUsers, countUsers, me, findUser, createUser, updateUser, createPasswordLink, deleteUser },
};
