// The logged-in user and their role, for the editor.
import { livingFilter, type StoredDocument } from '../../platform/db/index.ts';
import { unauthorized } from '../../errors.ts';
import { builtInUids, typeOf } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import { roleIdOf } from '../roles/index.ts';

interface EditorRole {
  readonly id: number;
  readonly documentId: string;
  readonly name: string;
  readonly type: string;
}

export interface EditorUser {
  readonly id: number;
  readonly documentId: string;
  readonly username: string;
  readonly email: string;
  /** null: the user has no role, and no permissions. */
  readonly role: EditorRole | null;
}

const findPublished = async ({ database, schema }: Service, uid: string, documentId: string) => {
  const { collectionName } = typeOf(schema, uid);
  const found = await (
    await database.get()
  )
    .collection<StoredDocument>(collectionName)
    .findOne({ documentId, ...livingFilter });
  return found?.published;
};

/**
 * @param documentId of the user
 * @throws ApiError 401 if the user was deleted in the meantime
 */
export const findEditorUser = async (service: Service, documentId: string): Promise<EditorUser> => {
  const user = await findPublished(service, builtInUids.user, documentId);
  if (user === undefined) throw unauthorized();
  const link = roleIdOf({ published: user });
  const role = link === undefined ? undefined : await findPublished(service, builtInUids.role, link);
  return {
    ...{ id: user.id, documentId, username: String(user.username), email: String(user.email) },
    role:
      role === undefined || link === undefined
        ? null
        : { id: role.id, documentId: link, name: String(role.name), type: String(role.type) },
  };
};
