// Declares the operations below /api/auth: logins, passwords and sessions. As in Strapi, bodies and answers have no `data` envelope,
// and most bodies may have other keys.
import {
  arrayOf,
  closedObject,
  dataAnswer,
  dateTime,
  defineContract,
  flag,
  fullObject,
  nullable,
  text,
} from '../../contracts/contract.ts';
import { agentScopes } from '../../platform/agentScopes.ts';

/** What an agent may do. */
export const agentScope = { type: 'string', enum: agentScopes } as const;

export const Session = closedObject(
  {
    ...{ id: text, deviceId: nullable(text), deviceName: text, current: flag },
    agent: { ...fullObject({ name: text, scopes: arrayOf(agentScope) }), description: 'the program that has it' },
    ...{ loginAt: dateTime, lastActiveAt: dateTime },
  } as const,
  ['id', 'deviceId', 'current', 'loginAt', 'lastActiveAt'],
);

/** A session begins, of a user. */
export const sessionAnswer = closedObject(
  {
    jwt: text,
    user: { documentOf: 'plugin::users-permissions.user' },
    refreshToken: { type: 'string', description: 'if the site has refresh tokens, and no cookie has it' },
  } as const,
  ['jwt', 'user'],
);

export const deviceId = { type: 'string', maxLength: 255, description: 'how the client calls the device' } as const;

export const idleSeconds = { type: 'number', minimum: 0, maximum: 31_536_000 } as const;

const nonEmptyText = { type: 'string', minLength: 1 } as const;
const secret = { type: 'string', minLength: 1, format: 'password' } as const;
const email = { type: 'string', format: 'email' } as const;
const newPassword = { password: secret, passwordConfirmation: secret } as const;
const ok = { const: true } as const;

const Ok = fullObject({ ok });

const example = { email: 'maud@example.org' };

/** A session with a refresh token has it in its body, or in a cookie if the request says so. */
const headers = ['refreshCookie'] as const;

const access = 'plugin::users-permissions.auth';

export const sessionContract = defineContract({
  tag: 'Sessions',
  function: 'auth',
  path: '/api/auth',
  access: {
    login: `${access}.callback`,
    changePassword: `${access}.changePassword`,
    resetPassword: `${access}.resetPassword`,
    forgotPassword: `${access}.forgotPassword`,
    confirmEmail: `${access}.emailConfirmation`,
    sendConfirmation: `${access}.sendEmailConfirmation`,
    refresh: `${access}.refresh`,
    logout: `${access}.logout`,
    findSessions: `${access}.getSessions`,
    revokeSession: `${access}.revokeSession`,
  },
  ignoresQuery: true,
  params: { sessionId: { type: 'string', description: 'the id of a session' } },
  schemas: { Session, Ok },
  operations: {
    login: {
      method: 'POST',
      path: '/local',
      summary: 'Logs in',
      description:
        'A user with a second factor gets 403 with a challenge: docs/reference/accounts.md#what-clients-see.',
      headers,
      documentedBody: {
        type: 'object',
        properties: { identifier: nonEmptyText, password: secret, deviceId },
        required: ['identifier', 'password'],
      },
      example: { identifier: 'maud@example.org', password: 'a quiet room' },
      returns: 'The session',
      answer: sessionAnswer,
      errors: [404, 429],
    },
    changePassword: {
      method: 'POST',
      path: '/change-password',
      summary: 'Changes the password of the logged-in user',
      description: 'All other sessions of the user end.',
      headers,
      documentedBody: fullObject({ currentPassword: nonEmptyText, ...newPassword }),
      returns: 'A new session',
      answer: sessionAnswer,
      errors: [404, 429],
    },
    resetPassword: {
      method: 'POST',
      path: '/reset-password',
      summary: 'Sets a new password with a mailed code',
      headers,
      documentedBody: closedObject({ code: nonEmptyText, ...newPassword, deviceId }, [
        'code',
        'password',
        'passwordConfirmation',
      ]),
      returns: 'A session',
      answer: sessionAnswer,
      errors: [404, 429],
    },
    forgotPassword: {
      method: 'POST',
      path: '/forgot-password',
      summary: 'Mails a code to set a new password',
      description:
        'The answer is the same if no user has the address. With `strict` it is 400 if the site mails no links.',
      headers,
      documentedBody: fullObject({ email }),
      example,
      returns: 'Done',
      answer: Ok,
      errors: [404, 429],
    },
    confirmEmail: {
      method: 'GET',
      path: '/email-confirmation',
      summary: 'Confirms an email address',
      query: { confirmation: { ...nonEmptyText, description: 'the mailed code' } },
      requiredQuery: ['confirmation'],
      status: 302,
      returns: 'A redirect to `auth.confirmationRedirectUrl`',
      errors: [404],
    },
    sendConfirmation: {
      method: 'POST',
      path: '/send-email-confirmation',
      summary: 'Mails the confirmation link again',
      documentedBody: { type: 'object', properties: { email }, required: ['email'] },
      example,
      returns: 'Sent, if there is such a user',
      answer: fullObject({ email: text, sent: flag }),
      errors: [404, 429],
    },
    refresh: {
      method: 'POST',
      path: '/refresh',
      summary: 'Returns the next JWT and refresh token of a session',
      description: 'The refresh token is in the body, or in the cookie that the header names.',
      headers,
      documentedBody: {
        type: 'object',
        properties: { refreshToken: nonEmptyText, idleSeconds },
      },
      optionalBody: true,
      returns: 'The session',
      answer: closedObject({ jwt: text, refreshToken: text }, ['jwt']),
      otherAnswers: { 204: { returns: 'The header names the cookie of the editor, and the browser has none' } },
      errors: [401, 404, 429],
    },
    logout: {
      method: 'POST',
      path: '/logout',
      summary: 'Ends the session of a refresh token, of the JWT or of a device, or all sessions of the logged-in user',
      headers,
      documentedBody: {
        type: 'object',
        properties: { refreshToken: nonEmptyText, deviceId: nonEmptyText, scope: { const: 'all' } },
      },
      optionalBody: true,
      returns: 'Done; `providerLogout` is the path that logs the user out at the provider of the session, too',
      answer: closedObject({ ok, providerLogout: text }, ['ok']),
      errors: [401, 404],
    },
    findSessions: {
      method: 'GET',
      path: '/sessions',
      summary: 'Lists the sessions of the logged-in user, also those of agents',
      headers,
      returns: 'The sessions',
      answer: dataAnswer(arrayOf(Session)),
      errors: [401, 404],
    },
    revokeSession: {
      method: 'DELETE',
      path: '/sessions/{sessionId}',
      summary: 'Ends one session of the logged-in user',
      returns: 'Ended',
      answer: dataAnswer(closedObject({})),
      errors: [401],
    },
  },
});
