// Links with which users set a password once, for those who invite or help them.
import type { StoredDocument } from '../../platform/db/index.ts';
import { ApiError } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import { newResetCode } from './password.ts';
import { passwordPage } from './passwordPage.ts';

/** Long enough to send the link to a new colleague. */
export const linkHours = 48;

export interface PasswordLink {
  /** A path if neither the configuration nor the request names the address of the site. */
  readonly url: string;
  readonly expiresAt: Date;
}

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
  const expiresAt = new Date(service.now().getTime() + linkHours * 3_600_000);
  const code = await newResetCode(service, user, expiresAt);
  const { url } = service.config.editor;
  return { url: await passwordPage(service, user, code, url === '' ? `${origin}/editor` : url), expiresAt };
};
