// Creates roles, users and file records directly in the database.
import type { Permission } from '../../lib/platform/access/index.ts';
import { editorPermissionNames } from '../../lib/platform/editorPermissions.ts';
import type { StoredDocument } from '../../lib/platform/db/index.ts';
import { createDocument } from '../../lib/write/documents/index.ts';
import { builtInUids, typeOf } from '../../lib/schema/index.ts';
import type { Service } from '../../lib/platform/service.ts';

/** Creates a document of a built-in type. */
export const createPublished = (service: Service, uid: string, data: object, by?: string): Promise<StoredDocument> =>
  createDocument(
    service,
    { type: typeOf(service.schema, uid), locale: null, status: 'published', by, hooks: undefined },
    data,
  );

const permissionsOf = (actions: readonly string[]): readonly Permission[] => actions.map((action) => ({ action }));

/** @param actions names of permissions: `api::book.book.find` */
export const addRole = async (service: Service, name: string, actions: readonly string[]): Promise<StoredDocument> =>
  createPublished(service, builtInUids.role, { name, type: name, permissions: permissionsOf(actions) });

/** Creates the public role with only these permissions; the site must not have one yet. */
export const addPublicRole = async (service: Service, actions: readonly string[]): Promise<void> => {
  const permissions = permissionsOf(actions);
  await createPublished(service, builtInUids.role, { name: 'Public', type: 'public', permissions });
  service.access.roles.clearCache();
};

/** @returns the integer id of a new user, which its JWT contains */
export const addUser = async (service: Service, username: string, more: object): Promise<number> => {
  const user = await createPublished(service, builtInUids.user, {
    username,
    email: `${username}@example.org`,
    ...more,
  });
  return user.published?.id ?? 0;
};

export interface Member {
  readonly documentId: string;
  readonly as: { readonly token: string };
}

/** @param condition the condition of these permissions */
export const permit = (uid: string, actions: readonly string[], condition: object = {}): readonly Permission[] =>
  actions.map((action) => ({ action: `${uid}.${action}`, ...condition }));

let memberCount = 0;

/** @returns a user with a session, whose role has exactly these permissions */
export const addMember = async (service: Service, permissions: readonly Permission[]): Promise<Member> => {
  memberCount += 1;
  const name = `member${memberCount}`;
  const role = await createPublished(service, builtInUids.role, { name, type: name, permissions });
  const user = { username: name, email: `${name}@example.org`, role: role.documentId };
  const { documentId, published } = await createPublished(service, builtInUids.user, user);
  return { documentId, as: { token: await service.access.sessions.issue(published?.id ?? 0, 3600) } };
};

/** The permissions to open the editor. */
export const inEditor = permissionsOf(editorPermissionNames);

/** The same for a user who could open the editor. */
export const addEditor = (service: Service, permissions: readonly Permission[]): Promise<Member> =>
  addMember(service, [...permissions, ...inEditor]);

export interface Ids {
  readonly id: number;
  readonly documentId: string;
}

/**
 * Creates the record of a file without storing a file.
 *
 * @param by the uploader, in the form that `writerOf` returns
 */
export const addFileRecord = async (service: Service, name: string, by?: string): Promise<Ids> => {
  const values = { name, hash: 'there_0123456789', ext: '.txt', mime: 'text/plain', size: 0.01, provider: 'local' };
  const url = '/uploads/there_0123456789.txt';
  const { documentId, published } = await createPublished(service, builtInUids.file, { ...values, url }, by);
  return { documentId, id: published?.id ?? 0 };
};

/** @returns the integer id of a new file record, without a stored file */
export const addFile = async (service: Service, name: string): Promise<number> =>
  (await addFileRecord(service, name)).id;
