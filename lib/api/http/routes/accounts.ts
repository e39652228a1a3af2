// Sessions, users and roles.
import { defineRoutes } from './route.ts';

const auth = 'plugin::users-permissions.auth';
const user = 'plugin::users-permissions.user';
const role = 'plugin::users-permissions.role';

export const authRoutes = defineRoutes('auth', [
  ['POST', '/api/auth/local', 'login', `${auth}.callback`, 'Logs in'],
  ['POST', '/api/auth/change-password', 'changePassword', `${auth}.changePassword`, 'Sets another password'],
  [
    'POST',
    '/api/auth/reset-password',
    'resetPassword',
    `${auth}.resetPassword`,
    'Sets a new password, by a code that was mailed',
  ],
  ['GET', '/api/auth/email-confirmation', 'confirmEmail', `${auth}.emailConfirmation`, 'Confirms an address'],
  [
    'POST',
    '/api/auth/refresh',
    'refresh',
    `${auth}.refresh`,
    'The next JWT of a session, and the token for the one after',
  ],
  [
    'POST',
    '/api/auth/logout',
    'logout',
    `${auth}.logout`,
    'Ends the session of a refresh token; without one, all of the user who asks',
  ],
]);

/** The routes that send mails. */
export const authMailRoutes = defineRoutes('authMail', [
  ['POST', '/api/auth/local/register', 'register', `${auth}.register`, 'Registers a user'],
  [
    'POST',
    '/api/auth/forgot-password',
    'forgotPassword',
    `${auth}.forgotPassword`,
    'Mails a code to set a new password',
  ],
  [
    'POST',
    '/api/auth/send-email-confirmation',
    'sendConfirmation',
    `${auth}.sendEmailConfirmation`,
    'Mails the link again by which an address is confirmed',
  ],
]);

export const userRoutes = defineRoutes('users', [
  ['GET', '/api/users', 'findUsers', `${user}.find`, 'Lists users'],
  ['POST', '/api/users', 'createUser', `${user}.create`, 'Makes a user'],
  ['GET', '/api/users/count', 'countUsers', `${user}.count`, 'How many users there are'],
  ['GET', '/api/users/me', 'me', `${user}.me`, 'The user who is logged in'],
  ['GET', '/api/users/{id}', 'findUser', `${user}.findOne`, 'Reads one user'],
  ['PUT', '/api/users/{id}', 'updateUser', `${user}.update`, 'Changes a user'],
  ['DELETE', '/api/users/{id}', 'deleteUser', `${user}.destroy`, 'Deletes a user'],
]);

export const roleRoutes = defineRoutes('roles', [
  ['GET', '/api/users-permissions/roles', 'findRoles', `${role}.find`, 'Lists roles'],
  ['POST', '/api/users-permissions/roles', 'createRole', `${role}.createRole`, 'Makes a role'],
  ['GET', '/api/users-permissions/roles/{id}', 'findRole', `${role}.findOne`, 'Reads one role, and what it permits'],
  ['PUT', '/api/users-permissions/roles/{id}', 'updateRole', `${role}.updateRole`, 'Changes a role'],
  [
    'DELETE',
    '/api/users-permissions/roles/{id}',
    'deleteRole',
    `${role}.deleteRole`,
    'Deletes a role; its users get that of the public',
  ],
  [
    'GET',
    '/api/users-permissions/permissions',
    'findPermissions',
    'plugin::users-permissions.permissions.getPermissions',
    'Every permission that a role can be given',
  ],
]);
