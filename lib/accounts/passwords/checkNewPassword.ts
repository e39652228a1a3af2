// Checks new passwords as NIST SP 800-63B says: their length, and that they are not easy to guess. It asks for no kinds of
// characters.
import type { StoredDocument } from '../../platform/db/index.ts';
import { isCommonPassword } from '../../platform/commonPasswords.ts';
import { normalizePassword } from '../../platform/passwords.ts';
import type { Service } from '../../platform/service.ts';
import { andAlso, type PreparedWrite } from '../../write/documents/index.ts';
import { refuseFaults, type InvalidValue } from '../../errors.ts';
import { worksInEditor } from '../roles/index.ts';

/** What the rules need to know of a user. */
type PasswordOwner = Readonly<Record<string, unknown>>;

/** The text without the digits and signs around it, in lower case; all of a text that has only such characters. */
const coreOf = (text: string): string => {
  const lower = normalizePassword(text).toLowerCase();
  return /\p{L}(?:.*\p{L})?/su.exec(lower)?.[0] ?? lower;
};

const namesOf = ({ email, username }: PasswordOwner): readonly string[] => {
  const names = [email, username].filter((name) => typeof name === 'string');
  return [...names, ...names.map((name) => name.split('@')[0] ?? '')].map(coreOf);
};

/**
 * What is wrong with a new password: it is too short for the role, common, or the name or the address of the user.
 *
 * @param sent anything but a text is left to the check of the other values
 * @param user as it is after the write
 */
export const passwordFaults = async (
  service: Service,
  user: PasswordOwner,
  sent: unknown,
): Promise<readonly InvalidValue[]> => {
  if (typeof sent !== 'string') return [];
  const fault = (message: string) => [{ path: ['password'], message: `password ${message}`, value: undefined }];
  const password = normalizePassword(sent);
  const { minLength, editorMinLength, refuseCommon } = service.config.auth.passwords;
  const least = (await worksInEditor(service, { published: user })) ? Math.max(minLength, editorMinLength) : minLength;
  // In code points, as NIST counts: an emoji is one.
  if (Array.from(password).length < least) return fault(`must be at least ${least} characters`);
  if (!refuseCommon) return [];
  if (isCommonPassword(password)) return fault('is one of the most common ones: choose another');
  const isName = namesOf(user).includes(coreOf(password));
  return isName ? fault('must not be the name or the email address of the user') : [];
};

/**
 * The same, for a password that is the only value to check.
 *
 * @throws ApiError 400 with the fault
 */
export const checkNewPassword = async (service: Service, user: PasswordOwner, sent: unknown): Promise<void> => {
  refuseFaults(await passwordFaults(service, user, sent));
};

/**
 * The same write of a user, checked when the name, the address and the role are known that the user then has.
 *
 * @throws (the attempt) ApiError 400 as `checkNewPassword`
 */
export const guardNewPassword = (
  service: Service,
  password: unknown,
  write: PreparedWrite<StoredDocument>,
): PreparedWrite<StoredDocument> =>
  password === undefined
    ? write
    : andAlso(write, (written) => checkNewPassword(service, written.published ?? {}, password));
