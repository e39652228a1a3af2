// Sessions and users.
import { defineRoutes } from './route.ts';

const auth = 'plugin::users-permissions.auth';
const user = 'plugin::users-permissions.user';

export const authRoutes = defineRoutes('auth', [
  ['POST', '/api/auth/local', 'login', `${auth}.callback`, 'Logs in'],
  [
    'POST',
    '/api/auth/change-password',
    'changePassword',
    `${auth}.changePassword`,
    'Changes the password of the logged-in user',
  ],
  [
    'POST',
    '/api/auth/reset-password',
    'resetPassword',
    `${auth}.resetPassword`,
    'Sets a new password with a mailed code',
  ],
  ['GET', '/api/auth/email-confirmation', 'confirmEmail', `${auth}.emailConfirmation`, 'Confirms an email address'],
  ['POST', '/api/auth/refresh', 'refresh', `${auth}.refresh`, 'Returns the next JWT and refresh token of a session'],
  [
    'POST',
    '/api/auth/logout',
    'logout',
    `${auth}.logout`,
    'Ends the session of a refresh token, of the JWT or of a device, or all sessions of the logged-in user',
  ],
  ['GET', '/api/auth/sessions', 'findSessions', `${auth}.getSessions`, 'Lists the sessions of the logged-in user'],
  [
    'DELETE',
    '/api/auth/sessions/{sessionId}',
    'revokeSession',
    `${auth}.revokeSession`,
    'Ends one session of the logged-in user',
  ],
]);

/** The routes that send mails. */
export const authMailRoutes = defineRoutes('auth', [
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
    'Mails the confirmation link again',
  ],
]);

/**
 * Logins by providers: of editors with the paths of Strapi's administration, of members with those of users-permissions. Second
 * factors have one route for all steps, as each route costs a resource of the deployment; the operation checks who may take a
 * step. The operations of SCIM (RFC 7644) check its token.
 */
export const signInRoutes = defineRoutes('auth', [
  ['GET', '/admin/providers', 'findProviders', 'caller', 'Lists how users of the editor can log in'],
  [
    'GET',
    '/admin/connect/{provider}',
    'connect',
    'everyone',
    'Sends a browser to a provider, and gets it back with the answer',
  ],
  ['POST', '/admin/connect/{provider}', 'finishLogin', 'everyone', 'Begins the session of a login by a provider'],
  [
    'DELETE',
    '/admin/connect/{provider}',
    'unlinkAccount',
    'caller',
    'Makes the logged-in user log in with a password instead of by the provider',
  ],
  [
    'GET',
    '/admin/connect/{provider}/logout',
    'logOutAtProvider',
    'everyone',
    'Sends a browser to the logout of a provider',
  ],
  [
    'POST',
    '/admin/connect/{provider}/logout',
    'endByProvider',
    'everyone',
    'Ends the sessions that a provider names in a logout token',
  ],
  [
    'POST',
    '/api/auth/factors/{step}',
    'takeFactorStep',
    'caller',
    'Takes a step of a login with a second factor, of its set-up or of its administration',
  ],
  ['GET', '/api/connect/{provider}', 'connectMember', `${auth}.connect`, 'Sends a member to a provider'],
  [
    'GET',
    '/api/connect/{provider}/callback',
    'receiveMember',
    `${auth}.connect`,
    'Sends a member back to the page of the site, with a token for one login',
  ],
  [
    'POST',
    '/api/connect/{provider}/callback',
    'receiveMemberForm',
    `${auth}.connect`,
    'Receives a member from a provider that sends its answer as a form',
  ],
  [
    'GET',
    '/api/auth/{provider}/callback',
    'logInMember',
    `${auth}.callback`,
    'Logs in a member with the token of a login by a provider',
  ],
  ['GET', '/scim/v2/{resource}', 'scimList', 'everyone', 'Lists users or groups, or describes SCIM'],
  ['POST', '/scim/v2/{resource}', 'scimCreate', 'everyone', 'Creates a user or a group'],
  ['GET', '/scim/v2/{resource}/{id}', 'scimRead', 'everyone', 'Reads a user or a group'],
  ['PUT', '/scim/v2/{resource}/{id}', 'scimReplace', 'everyone', 'Replaces the values of a user or a group'],
  ['PATCH', '/scim/v2/{resource}/{id}', 'scimPatch', 'everyone', 'Changes a user or a group'],
  ['DELETE', '/scim/v2/{resource}/{id}', 'scimDelete', 'everyone', 'Deletes a user or a group'],
]);

export const userRoutes = defineRoutes('users', [
  ['GET', '/api/users', 'findUsers', `${user}.find`, 'Lists users'],
  ['POST', '/api/users', 'createUser', `${user}.create`, 'Creates a user'],
  ['GET', '/api/users/count', 'countUsers', `${user}.count`, 'Counts users'],
  ['GET', '/api/users/me', 'me', `${user}.me`, 'Reads the logged-in user'],
  ['GET', '/api/users/{id}', 'findUser', `${user}.findOne`, 'Reads one user'],
  ['PUT', '/api/users/{id}', 'updateUser', `${user}.update`, 'Changes a user'],
  [
    'POST',
    '/api/users/{id}/password-link',
    'createPasswordLink',
    `${user}.createPasswordLink`,
    'Makes a link with which a user sets a password once',
  ],
  ['DELETE', '/api/users/{id}', 'deleteUser', `${user}.destroy`, 'Deletes a user'],
]);
