// The logged-in user and their role, for the editor.
import { unauthorized } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import { findAllRoles, roleIdOf } from '../roles/index.ts';
import { findByDocumentId } from '../users/index.ts';

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
  /** The name of the provider of the editor that logs the user in; null: a password or a passkey does. */
  readonly provider: string | null;
  /** null: the user has no role, and no permissions. */
  readonly role: EditorRole | null;
}

/**
 * @param documentId of the user
 * @throws ApiError 401 if the user was deleted in the meantime
 */
export const findEditorUser = async (service: Service, documentId: string): Promise<EditorUser> => {
  const user = (await findByDocumentId(service, documentId))?.published;
  if (user === undefined) throw unauthorized();
  const roleId = roleIdOf({ published: user });
  const role = (await findAllRoles(service)).find((one) => one.documentId === roleId)?.published;
  const provider = String(user.provider);
  return {
    ...{ id: user.id, documentId, username: String(user.username), email: String(user.email) },
    provider: Object.hasOwn(service.config.signIn.providers, provider) ? provider : null,
    role:
      role === undefined || roleId === undefined
        ? null
        : { id: role.id, documentId: roleId, name: String(role.name), type: String(role.type) },
  };
};
