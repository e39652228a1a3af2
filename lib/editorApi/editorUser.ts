// The logged-in user and their role, for the editor.
import type { AnswerOf } from '../contracts/index.ts';
import { unauthorized } from '../errors.ts';
import type { Service } from '../platform/service.ts';
import { findAllRoles, roleIdOf } from '../accounts/roles/index.ts';
import { findByDocumentId } from '../accounts/users/index.ts';
import type { editorContract } from './contract.ts';

type EditorUser = AnswerOf<typeof editorContract.operations.findEditor>['data']['user'];

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
