// Tells users of the editor from members of the site.
import { isAdministration } from '../../platform/access/index.ts';
import type { Link } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';

/** Roles of members: they use the site's own pages. */
const memberRoles = ['public', 'authenticated'];

const changesContent = /^api::.*\.(?:create|update|delete|publish)$/;

/** Whether the role of the user is one for the editor: it changes content or administers, and is not that of all members. */
export const worksInEditor = async (
  { access }: Pick<Service, 'access'>,
  { role: link }: Readonly<Record<string, unknown>>,
): Promise<boolean> => {
  const to = (link as Link | null | undefined)?.to;
  const role = to === undefined ? undefined : await access.roles.findById(to);
  if (role === undefined || memberRoles.includes(role.type)) return false;
  return [...role.permissions.keys()].some((name) => isAdministration(name) || changesContent.test(name));
};
