// Reads roles and their permissions from the database.
import { createHash } from 'node:crypto';
import type { Db } from 'mongodb';
import { living, type Stored } from '../db/index.ts';
import { builtInUids as uids, typeOf, type Schema } from '../../schema/index.ts';
import type { Condition, Permissions } from './caller.ts';
import { Trusted } from './trusted.ts';

/** One permission in the stored list of a role. */
export interface Permission extends Condition {
  readonly action: string;
}

export interface Role {
  readonly documentId: string;
  readonly permissions: Permissions;
  /** Roles with the same permissions have the same text. */
  readonly view: string;
  /** Whether a permission depends on the user, because it covers only the user's own documents. */
  readonly personal: boolean;
}

const auth = 'plugin::users-permissions.auth';

/** The default permissions of the two built-in roles, the same as Strapi's. */
export const defaultPermissions: Readonly<Record<'public' | 'authenticated', readonly Permission[]>> = {
  public: [
    'callback',
    'connect',
    'emailConfirmation',
    'forgotPassword',
    'refresh',
    'register',
    'resetPassword',
    'sendEmailConfirmation',
  ].map((action) => ({ action: `${auth}.${action}` })),
  authenticated: [{ action: `${auth}.changePassword` }, { action: `${auth}.logout` }, { action: `${uids.user}.me` }],
};

/** If the list has an action twice, the first entry counts. */
const roleOf = (documentId: string, permissions: readonly Permission[]): Role => ({
  documentId,
  permissions: new Map([...permissions].reverse().map(({ action, ...condition }) => [action, condition])),
  view: createHash('sha256').update(JSON.stringify(permissions)).digest('base64'),
  personal: permissions.some(({ own }) => own === true),
});

/** The permissions of a stored role. */
export const permissionsOf = ({ published }: Pick<Stored, 'published'>): readonly Permission[] =>
  (published?.permissions ?? []) as readonly Permission[]; // lib/accounts/roles writes nothing else

/** Finds roles, and caches each for ten seconds. */
export class Roles {
  private readonly db: () => Promise<Db>;
  private readonly schema: Schema;
  private readonly trusted: Trusted<Role>;

  constructor(db: () => Promise<Db>, schema: Schema, now: () => Date) {
    this.db = db;
    this.schema = schema;
    this.trusted = new Trusted(now);
  }

  /** @returns undefined if there is no such role, which then permits nothing */
  async withId(documentId: string): Promise<Role | undefined> {
    return this.trusted.get(documentId, async () => {
      const found = await this.find({ documentId });
      return found === undefined ? undefined : roleOf(documentId, permissionsOf(found));
    });
  }

  /** The role of requests without credentials. */
  async ofPublic(): Promise<Role> {
    const role = await this.trusted.get('public', async () => {
      const found = await this.find({ 'published.type': 'public' });
      return found === undefined
        ? roleOf('public', defaultPermissions.public)
        : roleOf(found.documentId, permissionsOf(found));
    });
    return role ?? roleOf('public', []);
  }

  /** Clears the cache, so that a change by this process takes effect at once. */
  forget(): void {
    this.trusted.forget();
  }

  private async find(filter: object): Promise<Stored | undefined> {
    const { collectionName } = typeOf(this.schema, uids.role);
    const found = await (await this.db()).collection<Stored>(collectionName).findOne({ ...filter, ...living });
    return found ?? undefined;
  }
}
