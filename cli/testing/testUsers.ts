// Creates what a test calls the API as: tokens, roles, and users with a session.
import { randomBytes } from 'node:crypto';
import { administrator } from '../../lib/platform/access/index.ts';
import type { TokenType } from '../../lib/platform/tokenTypes.ts';
import type { StoredDocument } from '../../lib/platform/db/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { createDocument } from '../../lib/write/documents/index.ts';
import {
  builtInRoleOf,
  changePermissions,
  createRole,
  findRoleByName,
  resolvePermissionNames,
  roleOfType,
} from '../../lib/accounts/roles/index.ts';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { startSession } from '../../lib/accounts/sessions/index.ts';
import { writtenUserTarget } from '../../lib/accounts/users/index.ts';

/** A token of a type, or a custom token with these permissions: `article.find` or `api::article.article.find`. */
export type TestToken = { readonly type: Exclude<TokenType, 'custom'> } | { readonly permissions: readonly string[] };

/** A user to log in as. Missing texts get values that no other user has. */
export interface TestUser {
  readonly username?: string;
  readonly email?: string;
  readonly password?: string;
  /** The type or the name of a role that exists; `authenticated` by default. */
  readonly role?: string;
  /** The permissions of a new role for this user: `article.find` or `api::article.article.find`. */
  readonly permissions?: readonly string[];
  /** Attributes that the project added to users. */
  readonly [attribute: string]: unknown;
}

/** As the answer of `POST /api/auth/local`. */
export interface TestSession {
  readonly jwt: string;
  readonly user: {
    readonly id: number;
    readonly documentId: string;
    readonly username: string;
    readonly email: string;
  };
}

const unusedName = (prefix: string): string => `${prefix} ${randomBytes(6).toString('hex')}`;

/** @throws Error naming every unknown permission */
export const createTestToken = async (service: Service, options: TestToken): Promise<string> => {
  const token =
    'permissions' in options
      ? { type: 'custom' as const, permissions: resolvePermissionNames(service, options.permissions) }
      : { type: options.type };
  return (await createToken(service, { name: unusedName('test'), ...token })).accessKey;
};

const findRole = (service: Service, name: string): Promise<StoredDocument> => {
  const type = builtInRoleOf(name);
  return type === undefined ? findRoleByName(service, name) : roleOfType(service, type);
};

/** Adds permissions to a role. Throws Error for an unknown role, and naming every unknown permission. */
export const allowRole = async (service: Service, role: string, permissions: readonly string[]): Promise<void> => {
  const names = resolvePermissionNames(service, permissions);
  const { documentId } = await findRole(service, role);
  await changePermissions(service, documentId, (before) => [
    ...before.filter(({ action }) => !names.includes(action)),
    ...names.map((action) => ({ action })),
  ]);
};

const roleFor = async (
  service: Service,
  name = 'authenticated',
  permissions: TestUser['permissions'],
): Promise<StoredDocument> => {
  if (permissions === undefined) return findRole(service, name);
  const names = resolvePermissionNames(service, permissions);
  return createRole(service, { name: unusedName('test'), permissions: names.map((action) => ({ action })) });
};

/**
 * Creates a user and starts a session.
 *
 * @throws ApiError 400 naming every invalid value, or if a user has the name or the email address; Error for an unknown
 *   role, and naming every unknown permission
 */
export const loginTestUser = async (service: Service, user: TestUser): Promise<TestSession> => {
  const { role: roleName, permissions, ...more } = user;
  const { username = unusedName('user'), password = randomBytes(12).toString('hex') } = user;
  const email = (user.email ?? `${username.replace(/\W/g, '.')}@example.org`).toLowerCase();
  const role = await roleFor(service, roleName, permissions);
  const documentId = service.newDocumentId();
  const stored = await createDocument(
    service,
    { ...writtenUserTarget(service, administrator), documentId, by: documentId },
    { ...more, username, email, password, provider: 'local', confirmed: true, role: role.documentId },
  );
  const { jwt } = await startSession(service, { headers: {} }, stored);
  return { jwt, user: { id: stored.published?.id ?? 0, documentId, username, email } };
};
