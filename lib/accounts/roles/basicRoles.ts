// The two roles that always exist: `public` for callers without credentials, `authenticated` for users without
// another role.
import { defaultPermissions } from '../../platform/access/index.ts';
import { livingFilter, type StoredDocument } from '../../platform/db/index.ts';
import { builtInTarget, createDocument } from '../../write/documents/index.ts';
import { ApiError } from '../../errors.ts';
import { builtInUids, typeOf } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';

export type BasicRole = 'public' | 'authenticated';

/** The same texts as in Strapi. */
const texts: Readonly<Record<BasicRole, { readonly name: string; readonly description: string }>> = {
  public: { name: 'Public', description: 'Default role given to unauthenticated user.' },
  authenticated: { name: 'Authenticated', description: 'Default role given to authenticated user.' },
};

const findBasicRole = async ({ database, schema }: Service, type: BasicRole): Promise<StoredDocument | undefined> => {
  const role = typeOf(schema, builtInUids.role);
  const found = await (
    await database.get()
  )
    .collection<StoredDocument>(role.collectionName)
    .findOne({ 'published.type': type, ...livingFilter });
  return found ?? undefined;
};

/**
 * @returns the role. It is created if it does not exist; if two requests create it at once, one finds the role of the
 *   other
 */
export const roleOfType = async (service: Service, type: BasicRole): Promise<StoredDocument> => {
  const existing = await findBasicRole(service, type);
  if (existing !== undefined) return existing;
  const target = { ...builtInTarget(service.schema, builtInUids.role), hooks: undefined };
  try {
    return await createDocument(service, target, { ...texts[type], type, permissions: defaultPermissions[type] });
  } catch (error) {
    const created = error instanceof ApiError ? await findBasicRole(service, type) : undefined;
    if (created === undefined) throw error;
    return created;
  } finally {
    service.access.roles.clearCache();
  }
};
