// Which users set their passwords in the editor, and where.
import type { Link, StoredDocument } from '../../platform/db/index.ts';
import { isAdministration } from '../../platform/access/index.ts';
import type { Service } from '../../platform/service.ts';

/** Roles of members: they use the site's own pages. */
const memberRoles = ['public', 'authenticated'];

const changesContent = /^api::.*\.(?:create|update|delete|publish)$/;

/** Whether the role of the user is one for the editor: it changes content or administers, and is not that of all members. */
export const worksInEditor = async ({ access }: Service, { published }: StoredDocument): Promise<boolean> => {
  const to = (published?.role as Link | null | undefined)?.to;
  const role = to === undefined ? undefined : await access.roles.findById(to);
  if (role === undefined || memberRoles.includes(role.type)) return false;
  return [...role.permissions.keys()].some((name) => isAdministration(name) || changesContent.test(name));
};

/** The page of the editor that sets a password. A fragment is in no log and in no Referer header. */
export const editorPage = (editorUrl: string, code: string): string =>
  `${editorUrl.replace(/\/$/, '')}/set-password#code=${code}`;
