// Registers users, logs them in, changes what their role permits, and reads the mails that they receive.
import { vi } from 'vitest';
import type { Permission } from '../../lib/platform/access/index.ts';
import type { Mail } from '../../lib/platform/mail/index.ts';
import { roleOfType, type BuiltInRole } from '../../lib/accounts/roles/index.ts';
import { mailerFor } from '../../lib/platform/mail/index.ts';
import type { Api, Reply } from './api.ts';

export const uid = 'plugin::users-permissions.user';
export const auth = '/api/auth';

export const password = 'correct horse';

/** Sends a request without credentials. */
export const postAuth = (api: Api, path: string, body?: unknown): Promise<Reply> =>
  api.request('POST', `${auth}/${path}`, { body, as: null });

export interface Member {
  readonly id: number;
  readonly documentId: string;
  readonly as: { readonly token: string };
}

/** Registers a user, with an address made from the name. */
export const registerUser = async (api: Api, username: string): Promise<Member> => {
  const { status, body } = await postAuth(api, 'local/register', {
    username,
    email: `${username}@example.org`,
    password,
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { id: body.user.id, documentId: body.user.documentId, as: { token: body.jwt } };
};

export const logIn = (api: Api, identifier: string, secret = password): Promise<Reply> =>
  postAuth(api, 'local', { identifier, password: secret });

/** Sets the permissions of a role, in addition to those that it always has. */
export const setPermissions = async (
  api: Api,
  type: BuiltInRole,
  permissions: readonly Permission[],
): Promise<void> => {
  const service = api.service();
  const { documentId } = await roleOfType(service, type);
  const db = await service.database.get();
  await db.collection('up_roles').updateOne({ documentId }, { $set: { 'published.permissions': permissions } });
  service.access.roles.clearCache();
};

/** Keeps the mails of a service and sends none. */
export const captureMails = (api: Pick<Api, 'service'>): Mail[] => {
  const mails: Mail[] = [];
  vi.spyOn(mailerFor(api.service()), 'send').mockImplementation((mail) => {
    mails.push(mail);
    return Promise.resolve();
  });
  return mails;
};

/** The code in the link of the last mail. */
export const codeIn = (mails: readonly Mail[]): string => /[?&]\w+=(\S+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';

/** The integer id of a role. */
export const findRoleId = async (api: Pick<Api, 'get'>, type: string): Promise<number> => {
  const { roles } = (await api.get('/api/users-permissions/roles')).body as { roles: { id: number; type: string }[] };
  return roles.find((role) => role.type === type)?.id ?? 0;
};

/** How long a JWT is valid. */
export const secondsOf = (jwt: string): number => {
  const claims = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as Record<string, number>;
  return (claims.exp ?? 0) - Math.floor(claims.iat ?? 0);
};
