// Finds the role of a user, and tells users of the editor from members of the site.
import { isAdministration, memberRoles, opensEditor, type Role } from '../../platform/access/index.ts';
import type { Link } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';

interface User {
  readonly published?: Readonly<Record<string, unknown>> | undefined;
}

/** @returns the documentId of the role of a user, if it has one */
export const roleIdOf = ({ published }: User): string | undefined => (published?.role as Link | null | undefined)?.to; // lib/accounts writes nothing else

/** @returns the role of a user, at most ten seconds old; undefined if it has none */
export const findRole = async ({ access }: Pick<Service, 'access'>, user: User): Promise<Role | undefined> => {
  const id = roleIdOf(user);
  return id === undefined ? undefined : access.roles.findById(id);
};

/** Whether a role of this type is one of members. */
export const isMemberRole = (type: unknown): boolean => memberRoles.some((member) => member === type);

const changesContent = /^api::.*\.(?:create|update|delete|publish)$/;

/** Whether the role of the user is one for the editor: it opens it, changes content or administers, and is not that of all members. */
export const worksInEditor = async (service: Pick<Service, 'access'>, user: User): Promise<boolean> => {
  const role = await findRole(service, user);
  if (role === undefined || isMemberRole(role.type)) return false;
  return (
    opensEditor({ allowed: role.permissions }) ||
    [...role.permissions.keys()].some((name) => isAdministration(name) || changesContent.test(name))
  );
};
