// Describes the routes for registration, login and sessions, below `/api/auth`.
import { registerFields } from '../../platform/config/index.ts';
import { builtInUids, typeOf } from '../../schema/index.ts';
import { bodyOf } from './writing.ts';
import type { Context, DescribedRoute, JsonSchema } from './types.ts';
import { answered, body, closed, flag, named, optionalBody, ref, text, whole } from './words.ts';

const about = { tag: 'Sessions' } as const;

const filled: JsonSchema = { type: 'string', minLength: 1 };
const email: JsonSchema = { type: 'string', format: 'email' };
const secret: JsonSchema = { ...filled, format: 'password' };

const session = ({ config }: Context): Readonly<Record<string, JsonSchema>> => ({
  jwt: text,
  ...(config.auth.refresh ? { refreshToken: text } : {}),
});

const withUser = (context: Context): JsonSchema =>
  whole({ ...session(context), user: named(context, builtInUids.user) });

const ok = answered('Done', ref('Ok'));

const login = (context: Context): DescribedRoute => ({
  ...about,
  // The operation ignores other keys.
  body: body(
    { type: 'object', properties: { identifier: filled, password: secret }, required: ['identifier', 'password'] },
    {
      ...{ identifier: 'maud@example.org', password: 'a quiet room' },
    },
  ),
  answers: { 200: answered('The session', withUser(context)) },
  refusals: [400, 404, 429],
});

const register = (context: Context): DescribedRoute => {
  const { schema, config } = context;
  const { properties } = bodyOf(context, typeOf(schema, builtInUids.user));
  const names = ['username', 'email', 'password', ...registerFields(config.auth, schema)];
  const own = Object.fromEntries(names.map((name) => [name, properties[name] ?? {}]));
  const user = { user: named(context, builtInUids.user) };
  return {
    ...about,
    body: body(closed(own, ['username', 'email', 'password']), {
      ...{ username: 'maud', email: 'maud@example.org', password: 'a quiet room' },
    }),
    answers: {
      200: config.auth.emailConfirmation
        ? answered('The user, without a session: the email address is not confirmed yet', whole(user))
        : answered('The user and their session', withUser(context)),
    },
    refusals: [400, 404, 429],
  };
};

const newPassword = (proof: string) => body(whole({ [proof]: filled, password: secret, passwordConfirmation: secret }));

const changePassword = (context: Context): DescribedRoute => ({
  ...about,
  description: 'All other sessions of the user end.',
  body: newPassword('currentPassword'),
  answers: { 200: answered('A new session', withUser(context)) },
  refusals: [400, 404, 429],
});

const resetPassword = (context: Context): DescribedRoute => ({
  ...about,
  body: newPassword('code'),
  answers: { 200: answered('A session', withUser(context)) },
  refusals: [400, 404],
});

const forgotPassword = (): DescribedRoute => ({
  ...about,
  description: 'The answer is the same if no user has the address.',
  body: body(whole({ email }), { email: 'maud@example.org' }),
  answers: { 200: ok },
  refusals: [400, 404, 429],
});

const confirmEmail = (): DescribedRoute => ({
  ...about,
  parameters: [{ name: 'confirmation', in: 'query', required: true, description: 'the mailed code', schema: filled }],
  answers: {
    302: {
      description: 'A redirect to `auth.confirmationRedirectUrl`',
      headers: { Location: { required: true, schema: text } },
    },
  },
  refusals: [400, 404],
});

const sendConfirmation = (): DescribedRoute => ({
  ...about,
  // The operation ignores other keys.
  body: body({ type: 'object', properties: { email }, required: ['email'] }, { email: 'maud@example.org' }),
  answers: { 200: answered('Sent, if there is such a user', whole({ email: text, sent: flag })) },
  refusals: [400, 404, 429],
});

const refresh = (): DescribedRoute => ({
  ...about,
  body: body({ type: 'object', properties: { refreshToken: filled }, required: ['refreshToken'] }),
  answers: { 200: answered('The session', whole({ jwt: text, refreshToken: text })) },
  refusals: [400, 401, 404],
});

const logout = (): DescribedRoute => ({
  ...about,
  body: optionalBody({ type: 'object', properties: { refreshToken: filled } }),
  answers: { 200: ok },
  refusals: [400, 401, 404],
});

export const sessions = {
  ...{ login, register, changePassword, forgotPassword, resetPassword },
  ...{ confirmEmail, sendConfirmation, refresh, logout },
};
