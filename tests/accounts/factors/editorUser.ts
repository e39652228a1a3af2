// Logs users in as the editor does, with codes of an authenticator app.
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, vi } from 'vitest';
import type { Config } from '../../../lib/platform/config/index.ts';
import { builtInUids } from '../../../lib/schema/index.ts';
import { createPublished } from '../../setup/accounts.ts';
import { testConfig, type Api, type Reply } from '../../setup/api.ts';
import { password } from '../../setup/users.ts';

/** The header with which the editor keeps its refresh token in a cookie. */
export const strict = { 'x-strapi-refresh-cookie': 'strict' } as const;

/** The configuration of tests with other settings of second factors. */
export const withSecondFactor = (more: Partial<Config['signIn']['secondFactor']>): Config => ({
  ...testConfig,
  signIn: { ...testConfig.signIn, secondFactor: { ...testConfig.signIn.secondFactor, ...more } },
});

/** Time stands still while the tests of a file run: no step of codes ends, and no window of limits. */
export const stopClock = (): void => {
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterAll(() => {
    vi.useRealTimers();
  });
};

export interface EditorUser {
  readonly name: string;
  readonly documentId: string;
}

/** The permissions with which a role administers users, roles and tokens. */
export const administration = [
  ...['admin::api-tokens.manage', 'admin::webhooks.manage', 'plugin::users-permissions.role.createRole'],
  ...['find', 'update', 'create'].map((action) => `${builtInUids.user}.${action}`),
  ...['getSessions', 'revokeSession', 'logout', 'changePassword'].map(
    (action) => `plugin::users-permissions.auth.${action}`,
  ),
];

/** @param type of the new role of the user */
export const addEditorUser = async (
  api: Api,
  name: string,
  permissions: readonly string[] = administration,
  type = name,
): Promise<EditorUser> => {
  const service = api.service();
  const role = await createPublished(service, builtInUids.role, {
    ...{ name: type, type, permissions: permissions.map((action) => ({ action })) },
  });
  const { documentId } = await createPublished(service, builtInUids.user, {
    ...{ username: name, email: `${name}@example.org`, provider: 'local', confirmed: true },
    ...{ role: role.documentId, password },
  });
  return { name, documentId };
};

/** A step below /api/auth/factors. @param jwt undefined: without a session */
export const takeStep = (
  api: Api,
  step: string,
  body: object = {},
  jwt?: string,
  headers: Readonly<Record<string, string>> = strict,
): Promise<Reply> =>
  api.request('POST', `/api/auth/factors/${step}`, { body, as: jwt === undefined ? null : { token: jwt }, headers });

/** @param headers beside those of the editor */
export const logInToEditor = (api: Api, { name }: EditorUser, headers = {}): Promise<Reply> =>
  api.request('POST', '/api/auth/local', {
    ...{ as: null, headers: { ...strict, ...headers }, body: { identifier: name, password } },
  });

/** The code that the app shows, some steps later. */
export const codeOf = (api: Api, secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: api.service().now().getTime() + steps * 30_000,
  });

export interface AppUser extends EditorUser {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  readonly jwt: string;
}

/** Sets up an authenticator app in a new session. */
export const setUpApp = async (api: Api, user: EditorUser): Promise<AppUser> => {
  const { jwt } = (await logInToEditor(api, user)).body;
  const { secret, challenge } = (await takeStep(api, 'set-up-totp', {}, jwt)).body.data;
  // The code of the step before, so that the current one can still be used.
  const { status, body } = await takeStep(api, 'confirm-totp', { challenge, code: codeOf(api, secret, -1) }, jwt);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { ...user, jwt, secret, recoveryCodes: body.data.recoveryCodes };
};

/** The challenge of a login that waits for a factor. */
export const challengeOf = async (api: Api, user: EditorUser): Promise<string> => {
  const { status, body } = await logInToEditor(api, user);
  if (status !== 403) throw new Error(JSON.stringify(body));
  return body.error.details.challenge;
};
