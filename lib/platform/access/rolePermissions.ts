// Reads roles and their permissions from the database.
import { createHash } from 'node:crypto';
import type { Db } from 'mongodb';
import { livingFilter, type StoredDocument } from '../db/index.ts';
import { builtInUids as uids, typeOf, type Schema } from '../../schema/index.ts';
import { accountPermissionNames } from '../editorPermissions.ts';
import { dependsOnUser } from './callerVariable.ts';
import type { Permissions } from './caller.ts';
import { permissionsByName, type Permission } from './permissionsByName.ts';
import { TimedCache } from './timedCache.ts';

export interface Role {
  readonly documentId: string;
  /** The name in requests and on the command line: `authenticated`. */
  readonly type: string;
  readonly permissions: Permissions;
  /** Roles with the same permissions have the same text. */
  readonly view: string;
  /** Whether a permission covers other documents for each user: the user's own, or those of a condition with `$caller`. */
  readonly dependsOnUser: boolean;
}

const authUid = 'plugin::users-permissions.auth';

/** The types of the roles of members, which use the site's own pages: Strapi has them too. */
export const memberRoles = ['public', 'authenticated'] as const;

/** Their default permissions, the same as in Strapi. */
export const defaultPermissions: Readonly<Record<(typeof memberRoles)[number], readonly Permission[]>> = {
  public: [
    'callback',
    'connect',
    'emailConfirmation',
    'forgotPassword',
    'refresh',
    'register',
    'resetPassword',
    'sendEmailConfirmation',
  ].map((action) => ({ action: `${authUid}.${action}` })),
  authenticated: accountPermissionNames.map((action) => ({ action })),
};

/** The permissions of a stored role. */
export const storedPermissions = ({ published }: Pick<StoredDocument, 'published'>): readonly Permission[] =>
  (published?.permissions ?? []) as readonly Permission[]; // lib/accounts/roles writes nothing else

interface StoredRole {
  readonly documentId: string;
  readonly type: string;
  readonly permissions: readonly Permission[];
}

const storedRole = (document: StoredDocument): StoredRole => ({
  documentId: document.documentId,
  type: String(document.published?.type),
  permissions: storedPermissions(document),
});

const publicRole: StoredRole = { documentId: 'public', type: 'public', permissions: defaultPermissions.public };

/** Finds roles, and caches each for ten seconds. */
export class Roles {
  private readonly db: () => Promise<Db>;
  private readonly schema: Schema;
  private readonly cache: TimedCache<Role>;

  constructor(db: () => Promise<Db>, schema: Schema, now: () => Date) {
    this.db = db;
    this.schema = schema;
    this.cache = new TimedCache(now);
  }

  /** @returns undefined if there is no such role, which then permits nothing */
  async findById(documentId: string): Promise<Role | undefined> {
    return this.cache.get(documentId, async () => {
      const found = await this.find({ documentId });
      return found === undefined ? undefined : this.toRole(storedRole(found));
    });
  }

  /** The role of requests without credentials. */
  async findPublic(): Promise<Role> {
    const role = await this.cache.get('public', async () => {
      const found = await this.find({ 'published.type': 'public' });
      return this.toRole(found === undefined ? publicRole : storedRole(found));
    });
    return role ?? this.toRole({ ...publicRole, permissions: [] });
  }

  /** Clears the cache, so that a change by this process takes effect at once. */
  clearCache(): void {
    this.cache.clear();
  }

  private toRole({ permissions, ...role }: StoredRole): Role {
    return {
      ...role,
      permissions: permissionsByName(this.schema, permissions),
      view: createHash('sha256').update(JSON.stringify(permissions)).digest('base64'),
      dependsOnUser: permissions.some(dependsOnUser),
    };
  }

  private async find(filter: object): Promise<StoredDocument | undefined> {
    const { collectionName } = typeOf(this.schema, uids.role);
    const found = await (
      await this.db()
    )
      .collection<StoredDocument>(collectionName)
      .findOne({ ...filter, ...livingFilter });
    return found ?? undefined;
  }
}
