// Every kind of credentials, each with the permissions that it has.
import { SignJWT } from 'jose';
import { defaultPermissions, isAdministration } from '../../../lib/platform/access/index.ts';
import { roleOfType } from '../../../lib/accounts/roles/index.ts';
import type { Service } from '../../../lib/platform/service.ts';
import { createToken, revokeToken } from '../../../lib/accounts/tokens/index.ts';
import type { Call } from '../../setup/api.ts';
import { addRole, addUser } from '../../setup/accounts.ts';
import { secrets } from '../../setup/secrets.ts';

export interface Credential {
  /** The site to send the request to; the sites differ in what they permit to the public. */
  readonly site: 'closed' | 'reading' | 'open';
  /** Whether the credentials include a permission; undefined if they are invalid. */
  readonly holds: ((permission: string) => boolean) | undefined;
  /** Whether there are none. */
  readonly isPublic?: true;
  /** Whether they belong to a user. */
  readonly isUser?: true;
  /** Whether they open the owner's routes, and nothing else. */
  readonly owns?: true;
  /** Creates the credentials on the site. */
  readonly make: (service: Service, permissions: readonly string[]) => Promise<Call['as']>;
}

export const actions = ['find', 'findOne', 'create', 'update', 'delete', 'publish'] as const;

export const actionOf = (permission: string): string => permission.slice(permission.lastIndexOf('.') + 1);
export const isReading = (permission: string): boolean => ['find', 'findOne'].includes(actionOf(permission));

const everything = (): boolean => true;
const ofDefault =
  (role: keyof typeof defaultPermissions) =>
  (permission: string): boolean =>
    defaultPermissions[role].some(({ action }) => action === permission);

const anonymous = (site: Credential['site'], holds: Credential['holds']): Credential => ({
  site,
  holds,
  isPublic: true,
  make: () => Promise.resolve(null),
});

const [secret, previousSecret] = secrets.sessions;

/** A session token like that of `Sessions.issue`, except for the given options. */
const jwt = (id: number, signedWith: string, { alg = 'HS256', ends = true } = {}): Promise<string> => {
  const now = Math.floor(Date.now() / 1000);
  const token = new SignJWT({ id }).setProtectedHeader({ alg, typ: 'JWT' }).setIssuedAt(now);
  if (ends) token.setExpirationTime(now + 3600);
  return token.sign(new TextEncoder().encode(signedWith));
};

let users = 0;

/** @param more values of the user besides the role, which has these permissions */
const user = async (service: Service, permitted: readonly string[], more: object = {}): Promise<number> => {
  users += 1;
  const { documentId } = await addRole(service, `Role ${users}`, permitted);
  return addUser(service, `user${users}`, { role: documentId, ...more });
};

type Sign = (id: number, service: Service) => Promise<string>;
const signed: Sign = (id, { access }) => access.sessions.issue(id, 3600);

/** A session of a user whose role has all permissions that `holds` accepts. */
const session = (holds: Credential['holds'], sign: Sign = signed, more: object = {}): Credential => ({
  ...{ site: 'closed', isUser: true },
  holds,
  make: async (service, permissions) => ({
    token: await sign(
      await user(service, holds === undefined ? permissions : permissions.filter(holds), more),
      service,
    ),
  }),
});

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The same claims, without a signature. */
const unsigned = (token: string): string => `${part({ alg: 'none', typ: 'JWT' })}.${token.split('.')[1] ?? ''}.`;

/** Claims of another user under the original signature. */
const forged = (token: string, id: number): string => {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  return [header, part({ ...claims, id }), signature].join('.');
};

const token = (type: 'full-access' | 'read-only', holds: Credential['holds']): Credential => ({
  site: 'closed',
  holds,
  make: () => Promise.resolve(type),
});

let tokens = 0;

/** Creates an API token; `lifespan` is in milliseconds, null for no end. */
const newToken = (service: Service, of: object, lifespan: number | null = null) => {
  tokens += 1;
  return createToken(service, { name: `Token ${tokens}`, lifespan, ...of });
};

const custom = (holds: NonNullable<Credential['holds']>): Credential => ({
  site: 'closed',
  holds,
  make: async (service, permissions) => {
    const { accessKey } = await newToken(service, {
      type: 'custom',
      permissions: permissions.filter((name) => holds(name) && !isAdministration(name)),
    });
    return { token: accessKey };
  },
});

const revoked: Credential['make'] = async (service) => {
  const { id, accessKey } = await newToken(service, { type: 'full-access' });
  await revokeToken(service, id);
  return { token: accessKey };
};

const expired: Credential['make'] = async (service) => {
  const { accessKey } = await newToken({ ...service, now: () => new Date(0) }, { type: 'full-access' }, 1);
  return { token: accessKey };
};

const withoutRole: Credential['make'] = async (service) => {
  const id = await addUser(service, 'roleless', {});
  return { token: await signed(id, service) };
};

const ofAuthenticated: Credential['make'] = async (service) => {
  const { documentId } = await roleOfType(service, 'authenticated');
  return { token: await signed(await addUser(service, 'member', { role: documentId }), service) };
};

const tomorrow = new Date(Date.now() + 24 * 3600 * 1000).toISOString();

export const credentials: Readonly<Record<string, Credential>> = {
  'no credentials': anonymous('closed', ofDefault('public')),
  'no credentials, the public may read': anonymous('reading', isReading),
  'no credentials, the public may do everything': anonymous('open', everything),

  'a full-access token': token('full-access', everything),
  'a read-only token': token('read-only', isReading),
  'a published-only token': {
    ...{ site: 'closed', holds: isReading },
    make: async (service) => ({ token: (await newToken(service, { type: 'published-only' })).accessKey }),
  },
  'a custom token for everything': custom(everything),
  ...Object.fromEntries(
    actions.map((action) => [`a custom token to ${action} only`, custom((name) => actionOf(name) === action)]),
  ),
  'an expired token': { site: 'closed', holds: undefined, make: expired },
  'the owner token': {
    ...{ site: 'closed', holds: undefined, owns: true },
    make: () => Promise.resolve({ token: secrets.owner }),
  },
  'a revoked token': { site: 'closed', holds: undefined, make: revoked },
  'a token that never existed': {
    site: 'open',
    holds: undefined,
    make: () => Promise.resolve({ token: 'f'.repeat(64) }),
  },

  'a user who may do everything': session(everything),
  ...Object.fromEntries(
    actions.map((action) => [
      `a user who may ${action} only`,
      session((permission) => actionOf(permission) === action),
    ]),
  ),
  'a user of the authenticated role': {
    site: 'closed',
    isUser: true,
    holds: ofDefault('authenticated'),
    make: ofAuthenticated,
  },
  'a user without a role': { site: 'closed', isUser: true, holds: () => false, make: withoutRole },
  'a blocked user': session(undefined, signed, { blocked: true }),
  'a user whose sessions were revoked': session(undefined, signed, { sessionsSince: tomorrow }),
  'a user who does not exist': session(undefined, (_id, service) => signed(2_000_000_000, service)),

  'an expired session': session(undefined, (id, { access }) => access.sessions.issue(id, -10)),
  'a session without an expiry date': session(undefined, (id) => jwt(id, secret, { ends: false })),
  'a session signed with the previous secret': session(everything, (id) => jwt(id, previousSecret)),
  'a session signed with another secret': session(undefined, (id) => jwt(id, 'the secret of another site altogether')),
  'a session signed with another algorithm': session(undefined, (id) => jwt(id, secret, { alg: 'HS512' })),
  'a session signed for another user': session(undefined, async (id, service) =>
    forged(await signed(id + 1, service), id),
  ),
  'an unsigned session': session(undefined, async (id, service) => unsigned(await signed(id, service))),
};

/** Whether authentication refuses the credentials, whatever the route. */
export const isRefusedCredential = (name: string): boolean =>
  credentials[name]?.holds === undefined && credentials[name]?.owns !== true;
