// Links with which users set a password once, for those who invite or help them.
import type { Link, StoredDocument } from '../../platform/db/index.ts';
import { isAdministration } from '../../platform/access/index.ts';
import { ApiError } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import { linkOf } from './mails.ts';
import { newResetCode } from './password.ts';

/** Long enough to send the link to a new colleague. */
export const linkHours = 48;

export interface PasswordLink {
  /** A path if neither the configuration nor the request names the address of the site. */
  readonly url: string;
  readonly expiresAt: Date;
}

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

/** The page of the editor that sets a password. A fragment is in no log and in no Referer header. */
const editorPage = (editorUrl: string, origin: string, code: string): string =>
  `${editorUrl === '' ? `${origin}/editor` : editorUrl.replace(/\/$/, '')}/set-password#code=${code}`;

/**
 * Makes a link with which the user sets a password once, within 48 hours. An earlier link becomes invalid.
 *
 * @param origin that of the editor which asks for it; the empty text if it is not known
 * @throws ApiError 400 for a blocked user, whom no password lets in
 */
export const createPasswordLink = async (
  service: Service,
  user: StoredDocument,
  origin = '',
): Promise<PasswordLink> => {
  if (user.published?.blocked === true)
    throw new ApiError(400, 'ApplicationError', 'The user is blocked: end that before you make a link');
  const { editor, auth } = service.config;
  const expiresAt = new Date(service.now().getTime() + linkHours * 3_600_000);
  const code = await newResetCode(service, user, expiresAt);
  const inEditor = editor.enabled && (auth.resetPasswordUrl === '' || (await worksInEditor(service, user)));
  return {
    url: inEditor ? editorPage(editor.url, origin, code) : linkOf(auth.resetPasswordUrl, 'code', code),
    expiresAt,
  };
};
