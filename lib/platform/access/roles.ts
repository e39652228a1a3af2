// Roles as they are stored, to what they permit. Roles are documents: lib/write/documents writes them.
import { createHash } from 'node:crypto';
import type { Db } from 'mongodb';
import { living, type Stored } from '../db/index.ts';
import { builtInUids as uids, typeOf, type Schema } from '../../schema/index.ts';
import type { Condition, Permissions } from './caller.ts';
import { Trusted } from './trusted.ts';

/** One permission, in the list that a role keeps. */
export interface Permission extends Condition {
  readonly action: string;
}

export interface Role {
  readonly documentId: string;
  readonly permissions: Permissions;
  /** The same text for roles that permit the same. */
  readonly view: string;
  /** Whether what it permits depends on who has it. */
  readonly personal: boolean;
}

const auth = 'plugin::users-permissions.auth';

/** What the two roles that there always are permit before anyone changes them; as in the reference. */
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

/** Of one that says an action twice, the first holds. */
const roleOf = (documentId: string, permissions: readonly Permission[]): Role => ({
  documentId,
  permissions: new Map([...permissions].reverse().map(({ action, ...condition }) => [action, condition])),
  view: createHash('sha256').update(JSON.stringify(permissions)).digest('base64'),
  personal: permissions.some(({ own }) => own === true),
});

/** What a stored role is given. */
export const permissionsOf = ({ published }: Pick<Stored, 'published'>): readonly Permission[] =>
  (published?.permissions ?? []) as readonly Permission[]; // lib/accounts/roles writes nothing else

/** The roles there are, each known to every process within ten seconds. */
export class Roles {
  private readonly db: () => Promise<Db>;
  private readonly schema: Schema;
  private readonly trusted: Trusted<Role>;

  constructor(db: () => Promise<Db>, schema: Schema, now: () => Date) {
    this.db = db;
    this.schema = schema;
    this.trusted = new Trusted(now);
  }

  /** @returns undefined where there is none: it permits nothing */
  async withId(documentId: string): Promise<Role | undefined> {
    return this.trusted.get(documentId, async () => {
      const found = await this.find({ documentId });
      return found === undefined ? undefined : roleOf(documentId, permissionsOf(found));
    });
  }

  /** What is permitted to who gives no credentials. */
  async ofPublic(): Promise<Role> {
    const role = await this.trusted.get('public', async () => {
      const found = await this.find({ 'published.type': 'public' });
      return found === undefined
        ? roleOf('public', defaultPermissions.public)
        : roleOf(found.documentId, permissionsOf(found));
    });
    return role ?? roleOf('public', []);
  }

  /** What this process changed holds at once. */
  forget(): void {
    this.trusted.forget();
  }

  private async find(filter: object): Promise<Stored | undefined> {
    const { collectionName } = typeOf(this.schema, uids.role);
    const found = await (await this.db()).collection<Stored>(collectionName).findOne({ ...filter, ...living });
    return found ?? undefined;
  }
}
