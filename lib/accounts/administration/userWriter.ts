// How project code creates, changes and deletes users, with the rules of the routes of users.
import type { PreparedWrite } from '../../write/documents/index.ts';
import type { BuiltInWriteContext, BuiltInWriter } from '../../write/operations/index.ts';
import { guardCreate, guardWrite } from '../../write/permissions/index.ts';
import { findByDocumentId, userTarget, takenMessage, withTakenError } from '../users/index.ts';
import { guardUserDelete } from './guardAdministration.ts';
import { prepareCreateUser, prepareUpdateUser } from './prepareUser.ts';
import { readOnlyAttributes } from './userBody.ts';
import { invalidKey, invalidValues } from '../../errors.ts';
import { builtInUids, didYouMean, isObject, typeOf, type JsonObject } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import { findAllRoles } from '../roles/index.ts';

/** Code may send back the user that it read. */
const answerKeys = ['id', 'documentId', 'createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy', 'locale'];

const fault = (path: readonly string[], message: string, value: unknown): Error =>
  invalidValues([{ path, message, value }]);

/** @throws ApiError 400 for a key without effect, and for another provider than the stored one */
const checkKeys = ({ schema }: Service, data: JsonObject, provider: unknown): void => {
  const { attributes } = typeOf(schema, builtInUids.user);
  for (const [key, value] of Object.entries(data)) {
    if (answerKeys.includes(key) || value === undefined) continue;
    if (key === 'provider') {
      if (value !== provider) throw fault([key], `provider stays ${JSON.stringify(provider)}`, value);
    } else if (attributes.get(key)?.writable === false || readOnlyAttributes.includes(key) || !attributes.has(key))
      throw invalidKey(key, key, 'body');
  }
};

/** @throws ApiError 400 if no role has the type */
const findRoleId = async (service: Service, type: unknown): Promise<string> => {
  const roles = await findAllRoles(service);
  const types = roles.map(({ published }) => String(published?.type));
  const role = roles[types.indexOf(String(type))];
  if (role !== undefined) return role.documentId;
  throw fault(
    ['role', 'type'],
    `there is no role of the type ${JSON.stringify(type)}${didYouMean(String(type), types)}`,
    type,
  );
};

/**
 * REST ignores keys without effect, for clients that send back what they read; in code such a key is a mistake.
 *
 * @param data as REST accepts it; `role` may be `{ type: 'editor' }` as well
 * @param provider the stored one, or that of a new user
 * @returns the data with the documentId of the role
 * @throws ApiError 400 with the path of a key that is unknown or cannot be written, and for an unknown role
 */
const readUserData = async (service: Service, data: unknown, provider: unknown): Promise<unknown> => {
  if (!isObject(data)) return data;
  checkKeys(service, data, provider);
  const { role } = data;
  const isNamedByType = isObject(role) && Object.keys(role).every((key) => key === 'type') && 'type' in role;
  return isNamedByType ? { ...data, role: await findRoleId(service, role.type) } : data;
};

const scopeOf = (context: BuiltInWriteContext) => ({
  ...context,
  ...userTarget(context.service.schema),
  hooksFor: context.writes.hooksFor,
});

/** The same write, with Strapi's error for a username or email of another user. */
const refusingTaken = <T>(write: PreparedWrite<T>): PreparedWrite<T> => ({
  ...write,
  attempt: (unit) => withTakenError(() => write.attempt(unit), takenMessage),
});

export const userWriter: BuiltInWriter = {
  create: async (context, data) => {
    const body = await readUserData(context.service, data, 'local');
    return refusingTaken(
      guardCreate(scopeOf(context), await prepareCreateUser(context.service, scopeOf(context), body)),
    );
  },
  update: async (context, documentId, data) => {
    const { service } = context;
    const provider = (await findByDocumentId(service, documentId))?.published?.provider;
    const body = await readUserData(service, data, provider);
    const write = await prepareUpdateUser(service, scopeOf(context), documentId, body, undefined);
    return refusingTaken(guardWrite(scopeOf(context), 'update', documentId, write));
  },
  delete: async (context, documentId) => {
    const { service, caller, writes } = context;
    const before = await findByDocumentId(service, documentId);
    const write = writes.prepareCallerDelete(scopeOf(context), documentId, { action: 'destroy' });
    return before === undefined ? write : guardUserDelete(service, caller, before, write);
  },
};
