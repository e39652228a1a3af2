// Where users set their passwords: in the editor, or on a page of the site.
import type { Link, StoredDocument } from '../../platform/db/index.ts';
import { isAdministration } from '../../platform/access/index.ts';
import type { Service } from '../../platform/service.ts';
import { linkOf } from './mails.ts';

/** Roles of members: they use the site's own pages. */
const memberRoles = ['public', 'authenticated'];

const changesContent = /^api::.*\.(?:create|update|delete|publish)$/;

/** Whether the role of the user is one for the editor: it changes content or administers, and is not that of all members. */
const worksInEditor = async ({ access }: Service, { published }: StoredDocument): Promise<boolean> => {
  const to = (published?.role as Link | null | undefined)?.to;
  const role = to === undefined ? undefined : await access.roles.findById(to);
  if (role === undefined || memberRoles.includes(role.type)) return false;
  return [...role.permissions.keys()].some((name) => isAdministration(name) || changesContent.test(name));
};

/**
 * The link to the page on which a user sets a password: in the editor for those who work there, and for all if the site has
 * no such page.
 *
 * @param editorUrl the address of the editor; the empty text if it is not known
 * @returns only the parameter with the code if neither has a known address
 */
export const passwordPage = async (
  service: Service,
  user: StoredDocument,
  code: string,
  editorUrl: string,
): Promise<string> => {
  const { editor, auth } = service.config;
  const hasEditor = editor.enabled && editorUrl !== '';
  if (!hasEditor || (auth.resetPasswordUrl !== '' && !(await worksInEditor(service, user))))
    return linkOf(auth.resetPasswordUrl, 'code', code);
  // A fragment is in no log and in no Referer header.
  return `${editorUrl.replace(/\/$/, '')}/set-password#code=${code}`;
};
