// Declares the operations on users. As in Strapi, bodies and answers have no `data` envelope. The site's type says what a user has.
import {
  arrayOf,
  closedObject,
  dataAnswer,
  dateTime,
  defineContract,
  flag,
  integer,
  text,
} from '../../contracts/contract.ts';

const uid = 'plugin::users-permissions.user';

const User = { documentOf: uid } as const;

const UserInput = { inputOf: uid } as const;

export const factor = {
  description: 'Users with this second factor, or without any. For users of the editor and tokens with full access',
  enum: ['none', 'totp', 'passkey'],
} as const;

const ignoreCase = { ...flag, description: 'Whether texts are sorted without regard to their case' } as const;

export const userContract = defineContract({
  tag: 'Users',
  function: 'users',
  path: '/api/users',
  access: {
    findUsers: `${uid}.find`,
    countUsers: `${uid}.count`,
    me: `${uid}.me`,
    findUser: `${uid}.findOne`,
    createUser: `${uid}.create`,
    updateUser: `${uid}.update`,
    createPasswordLink: `${uid}.createPasswordLink`,
    deleteUser: `${uid}.destroy`,
  },
  ignoresQuery: true,
  params: { id: { type: 'string', description: 'the id or documentId of a user' } },
  schemas: {},
  operations: {
    findUsers: {
      method: 'GET',
      summary: 'Lists users',
      documentQuery: { uid, read: 'list' },
      query: { factor, ignoreCase },
      returns: 'Users, as a list without envelope',
      answer: arrayOf(User),
    },
    createUser: {
      method: 'POST',
      summary: 'Creates a user',
      description: '`password` is required, unless the caller may make links to set a password.',
      headers: ['idempotencyKey'],
      documentedBody: { allOf: [UserInput], required: ['username', 'email'] },
      example: { username: 'maud', email: 'maud@example.org', password: 'a quiet room' },
      status: 201,
      returns: 'The new user',
      answer: User,
      errors: [409, 422],
      next: ['findUser', 'updateUser', 'deleteUser'],
    },
    countUsers: {
      method: 'GET',
      path: '/count',
      summary: 'Counts users',
      documentQuery: { uid, read: 'count' },
      query: { factor },
      returns: 'The number of users',
      answer: integer,
    },
    me: {
      method: 'GET',
      path: '/me',
      summary: 'Reads the logged-in user',
      documentQuery: { uid, read: 'selection' },
      returns: 'The logged-in user',
      answer: User,
      errors: [404],
    },
    findUser: {
      method: 'GET',
      path: '/{id}',
      summary: 'Reads one user',
      documentQuery: { uid, read: 'one' },
      returns: 'The user',
      answer: User,
    },
    updateUser: {
      method: 'PUT',
      path: '/{id}',
      summary: 'Changes a user',
      ifMatch: true,
      documentedBody: UserInput,
      returns: 'The changed user',
      answer: User,
      errors: [429],
    },
    createPasswordLink: {
      method: 'POST',
      path: '/{id}/password-link',
      summary: 'Makes a link with which a user sets a password once',
      description:
        'The link is valid for 48 hours. An earlier link of the user becomes invalid. With `mail`, it is also mailed to the user, if the site sends mails and knows the address of its editor.',
      documentedBody: closedObject({ mail: flag }),
      optionalBody: true,
      returns: 'The link, and with `mail` whether it is mailed',
      answer: dataAnswer(closedObject({ url: text, expiresAt: dateTime, mailed: flag }, ['url', 'expiresAt'])),
    },
    deleteUser: {
      method: 'DELETE',
      path: '/{id}',
      summary: 'Deletes a user',
      ifMatch: true,
      returns: 'The deleted user',
      answer: User,
      otherAnswers: { 204: { returns: 'There is no such user' } },
    },
  },
});
