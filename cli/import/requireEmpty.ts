// Refuses to import or restore into a database that has documents: their ids and unique values could be those of the archive.
import type { Db } from 'mongodb';
import { builtInRoles } from '../../lib/accounts/roles/index.ts';
import type { StoredDocument } from '../../lib/platform/db/index.ts';
import { devAccountFilter } from '../dev/devAccount.ts';
import { builtInUids, type ContentType, type Schema } from '../../lib/schema/index.ts';

/** The roles that Lectern makes itself. The roles of the archive replace them. */
const builtInTypes = Object.keys(builtInRoles);

const blockingFilter = ({ uid }: ContentType): object =>
  uid === builtInUids.role
    ? { 'published.type': { $nin: builtInTypes } }
    : uid === builtInUids.user
      ? { $nor: [devAccountFilter] }
      : {};

/** @throws Error that names the types with documents */
export const requireEmpty = async (db: Db, schema: Schema): Promise<void> => {
  const types = [...schema.types.values()];
  const found = await Promise.all(
    types.map((type) => db.collection<StoredDocument>(type.collectionName).findOne(blockingFilter(type))),
  );
  const used = types.filter((_, index) => found[index] !== null).map(({ singularName }) => singularName);
  if (used.length > 0)
    throw new Error(
      `The database has documents already (${used.join(', ')}): use an empty one, named by the path of MONGODB_URI`,
    );
};
