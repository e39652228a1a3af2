// The two roles that there always are: of who gives no credentials, and of users who were given no other.
import { defaultPermissions } from '../../platform/access/index.ts';
import { living, type Stored } from '../../platform/db/index.ts';
import { builtInTarget, createDocument } from '../../write/documents/index.ts';
import { ApiError } from '../../errors.ts';
import { builtInUids, typeOf } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';

export type BasicRole = 'public' | 'authenticated';

/** As the reference words them. */
const texts: Readonly<Record<BasicRole, { readonly name: string; readonly description: string }>> = {
  public: { name: 'Public', description: 'Default role given to unauthenticated user.' },
  authenticated: { name: 'Authenticated', description: 'Default role given to authenticated user.' },
};

const find = async ({ database, schema }: Service, type: BasicRole): Promise<Stored | undefined> => {
  const role = typeOf(schema, builtInUids.role);
  const found = await (
    await database.get()
  )
    .collection<Stored>(role.collectionName)
    .findOne({ 'published.type': type, ...living });
  return found ?? undefined;
};

/** @returns the role, made where there is none yet; of two who make it at once one finds that of the other */
export const roleOfType = async (service: Service, type: BasicRole): Promise<Stored> => {
  const there = await find(service, type);
  if (there !== undefined) return there;
  const target = builtInTarget(service.schema, builtInUids.role);
  try {
    return await createDocument(service, target, { ...texts[type], type, permissions: defaultPermissions[type] });
  } catch (error) {
    const made = error instanceof ApiError ? await find(service, type) : undefined;
    if (made === undefined) throw error;
    return made;
  } finally {
    service.access.roles.forget();
  }
};
