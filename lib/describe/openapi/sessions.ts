// Describes the routes for registration, login and sessions, below `/api/auth`.
import { checkRegisterFields } from '../../platform/config/index.ts';
import { builtInUids, typeOf } from '../../schema/index.ts';
import { bodyProperties } from './bodySchemas.ts';
import * as parameters from './parameters.ts';
import type { Context, DescribedRoute, SchemaObject } from './types.ts';
import {
  alwaysTrue,
  jsonResponse,
  arrayOf,
  requiredBody,
  closedObject,
  booleanSchema,
  typeSchemaRef,
  optionalBody,
  schemaRef,
  text,
  requiredObject,
} from './schemaParts.ts';

export const aboutSessions = { tag: 'Sessions' } as const;

const nonEmptyText: SchemaObject = { type: 'string', minLength: 1 };
const email: SchemaObject = { type: 'string', format: 'email' };
const secret: SchemaObject = { ...nonEmptyText, format: 'password' };

/** A session with a refresh token has it in its body, or in a cookie if the request says so. */
const cookieParameters: Pick<DescribedRoute, 'parameters'> = { parameters: [parameters.refreshCookieParameter] };

export const sessionWithUser = (context: Context): SchemaObject =>
  closedObject(
    {
      ...{ jwt: text, user: typeSchemaRef(context, builtInUids.user) },
      ...(context.config.auth.refresh ? { refreshToken: text } : {}),
    },
    ['jwt', 'user'],
  );

export const deviceId: SchemaObject = {
  type: 'string',
  maxLength: 255,
  description: 'how the client calls the device',
};

const okResponse = jsonResponse('Done', schemaRef('Ok'));

const login = (context: Context): DescribedRoute => ({
  ...aboutSessions,
  ...cookieParameters,
  description: 'A user with a second factor gets 403 with a challenge: docs/reference/accounts.md#what-clients-see.',
  // The operation ignores other keys.
  body: requiredBody(
    {
      type: 'object',
      properties: { identifier: nonEmptyText, password: secret, deviceId },
      required: ['identifier', 'password'],
    },
    {
      ...{ identifier: 'maud@example.org', password: 'a quiet room' },
    },
  ),
  answers: { 200: jsonResponse('The session', sessionWithUser(context)) },
  errorStatuses: [400, 404, 429],
});

const register = (context: Context): DescribedRoute => {
  const { schema, config } = context;
  const { properties } = bodyProperties(context, typeOf(schema, builtInUids.user));
  const names = ['username', 'email', 'password', ...checkRegisterFields(config.auth, schema)];
  const own = Object.fromEntries(names.map((name) => [name, properties[name] ?? {}]));
  const user = { user: typeSchemaRef(context, builtInUids.user) };
  return {
    ...aboutSessions,
    ...(config.auth.emailConfirmation ? {} : cookieParameters),
    body: requiredBody(closedObject(own, ['username', 'email', 'password']), {
      ...{ username: 'maud', email: 'maud@example.org', password: 'a quiet room' },
    }),
    answers: {
      200: config.auth.emailConfirmation
        ? jsonResponse('The user, without a session: the email address is not confirmed yet', requiredObject(user))
        : jsonResponse('The user and their session', sessionWithUser(context)),
    },
    errorStatuses: [400, 404, 429],
  };
};

const newPassword = (secretName: string, others: Readonly<Record<string, SchemaObject>> = {}) => {
  const required = { [secretName]: nonEmptyText, password: secret, passwordConfirmation: secret };
  return requiredBody(closedObject({ ...required, ...others }, Object.keys(required)));
};

const changePassword = (context: Context): DescribedRoute => ({
  ...aboutSessions,
  ...cookieParameters,
  description: 'All other sessions of the user end.',
  body: newPassword('currentPassword'),
  answers: { 200: jsonResponse('A new session', sessionWithUser(context)) },
  errorStatuses: [400, 404, 429],
});

const resetPassword = (context: Context): DescribedRoute => ({
  ...aboutSessions,
  ...cookieParameters,
  body: newPassword('code', { deviceId }),
  answers: { 200: jsonResponse('A session', sessionWithUser(context)) },
  errorStatuses: [400, 404, 429],
});

const forgotPassword = (): DescribedRoute => ({
  ...aboutSessions,
  ...cookieParameters,
  description: 'The answer is the same if no user has the address. With `strict` it is 400 if the site mails no links.',
  body: requiredBody(requiredObject({ email }), { email: 'maud@example.org' }),
  answers: { 200: okResponse },
  errorStatuses: [400, 404, 429],
});

const confirmEmail = (): DescribedRoute => ({
  ...aboutSessions,
  parameters: [
    { name: 'confirmation', in: 'query', required: true, description: 'the mailed code', schema: nonEmptyText },
  ],
  answers: {
    302: {
      description: 'A redirect to `auth.confirmationRedirectUrl`',
      headers: { Location: { required: true, schema: text } },
    },
  },
  errorStatuses: [400, 404],
});

const sendConfirmation = (): DescribedRoute => ({
  ...aboutSessions,
  // The operation ignores other keys.
  body: requiredBody({ type: 'object', properties: { email }, required: ['email'] }, { email: 'maud@example.org' }),
  answers: { 200: jsonResponse('Sent, if there is such a user', requiredObject({ email: text, sent: booleanSchema })) },
  errorStatuses: [400, 404, 429],
});

const refresh = (): DescribedRoute => ({
  ...aboutSessions,
  description: 'The refresh token is in the body, or in the cookie that the header names.',
  parameters: [parameters.refreshCookieParameter],
  body: optionalBody({
    type: 'object',
    properties: { refreshToken: nonEmptyText, idleSeconds: { type: 'number', minimum: 0, maximum: 31_536_000 } },
  }),
  answers: {
    200: jsonResponse('The session', closedObject({ jwt: text, refreshToken: text }, ['jwt'])),
    204: { description: 'The header names the cookie of the editor, and the browser has none' },
  },
  errorStatuses: [400, 401, 404, 429],
});

const logout = (): DescribedRoute => ({
  ...aboutSessions,
  parameters: [parameters.refreshCookieParameter],
  body: optionalBody({
    type: 'object',
    properties: { refreshToken: nonEmptyText, deviceId: nonEmptyText, scope: { const: 'all' } },
  }),
  answers: {
    200: jsonResponse(
      'Done; `providerLogout` is the path that logs the user out at the provider of the session, too',
      closedObject({ ok: alwaysTrue, providerLogout: text }, ['ok']),
    ),
  },
  errorStatuses: [400, 401, 404],
});

const findSessions = (): DescribedRoute => ({
  ...aboutSessions,
  ...cookieParameters,
  answers: { 200: jsonResponse('The sessions', requiredObject({ data: arrayOf(schemaRef('Session')) })) },
  errorStatuses: [401, 404],
});

const revokeSession = (): DescribedRoute => ({
  ...aboutSessions,
  parameters: [parameters.inPath('sessionId', 'the id of a session', text)],
  answers: { 200: jsonResponse('Ended', requiredObject({ data: closedObject({}) })) },
  errorStatuses: [401, 404],
});

/** The documentation has the body and the answer of each step. */
const takeFactorStep = (): DescribedRoute => ({
  ...aboutSessions,
  description: 'docs/reference/accounts.md#steps lists the steps, with the body and the answer of each.',
  parameters: [parameters.refreshCookieParameter, parameters.inPath('step', 'the name of a step', text)],
  body: optionalBody({ type: 'object' }),
  answers: { 200: jsonResponse('What the step answers', { type: 'object' }) },
  errorStatuses: [400, 401, 404, 409, 429],
});

export const sessions = {
  takeFactorStep,
  ...{ login, register, changePassword, forgotPassword, resetPassword },
  ...{ confirmEmail, sendConfirmation, refresh, logout, findSessions, revokeSession },
};
