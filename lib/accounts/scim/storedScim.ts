// Stores what SCIM says of users beside their documents, and its groups.
import type { Collection, Db } from 'mongodb';
import { collections } from '../../platform/db/index.ts';

/** The parts of a name that SCIM keeps. */
export const nameParts = ['formatted', 'familyName', 'givenName'] as const;

export type PersonName = Readonly<Partial<Record<(typeof nameParts)[number], string | undefined>>>;

export interface StoredScimUser {
  /** The documentId of the user. */
  readonly _id: string;
  readonly externalId?: string | undefined;
  readonly displayName?: string | undefined;
  readonly name?: PersonName | undefined;
  /** Random: two changes of a user at once conflict here, also if one changes only the document. */
  readonly change?: string;
}

export interface StoredGroup {
  readonly _id: string;
  readonly displayName: string;
  /** In lower case: two groups differ in more than letter case. */
  readonly name: string;
  readonly externalId?: string | undefined;
  /** The documentIds of its users. */
  readonly members: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An attribute that is undefined is not stored. */
const options = { ignoreUndefined: true };

export const scimUsers = (db: Db): Collection<StoredScimUser> => db.collection(collections.scimUsers, options);
export const scimGroups = (db: Db): Collection<StoredGroup> => db.collection(collections.scimGroups, options);
