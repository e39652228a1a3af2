// The commands `lectern user …`.
import { randomBytes } from 'node:crypto';
import { administrator } from '../../platform/access/index.ts';
import { livingFilter, prepareIndexes, type StoredDocument } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { findAllRoles, findRoleByName } from '../../accounts/roles/index.ts';
import {
  changeUser,
  findByEmail,
  linkOf,
  newResetCode,
  prepareCreateUser,
  takenMessage,
  userTarget,
  withTakenError,
} from '../../accounts/users/index.ts';
import { runWrite } from '../../write/documents/index.ts';
import { formatTable } from './table.ts';
import { withService } from './withService.ts';

/** How long a printed code is valid: long enough to send it to a new colleague. */
const linkHours = 48;

/** Prints the link with which the user sets a password, or the code if the configuration names no page. */
const printLink = async (service: Service, user: StoredDocument): Promise<void> => {
  const code = await newResetCode(service, user, linkHours);
  const { resetPasswordUrl } = service.config.auth;
  console.log(resetPasswordUrl === '' ? code : linkOf(resetPasswordUrl, 'code', code));
  console.error(
    resetPasswordUrl === ''
      ? `This code is valid for ${linkHours} hours, for one POST /api/auth/reset-password. With auth.resetPasswordUrl in the configuration it is a link.`
      : `This link is valid for ${linkHours} hours, and sets the password once.`,
  );
};

export interface UserOptions {
  readonly email: string;
  readonly username?: string;
  readonly role: string;
}

/**
 * Creates a user without a known password, and prints a one-time link to set it.
 *
 * @throws Error for an unknown role; ApiError 400 for an invalid or taken email address or username
 */
export const createNamedUser = ({ email, username = email, role }: UserOptions): Promise<void> =>
  withService(async (service) => {
    await prepareIndexes(await service.database.get(), service.schema);
    const { documentId } = await findRoleByName(service, role);
    const context = { caller: administrator, locales: await service.locales.known() };
    const password = randomBytes(24).toString('base64url');
    const body = { email, username, password, role: documentId, confirmed: true };
    const write = await prepareCreateUser(service, context, body);
    await printLink(service, await withTakenError(() => runWrite(service, write), takenMessage));
  });

/** @throws Error if no user has this email address */
const requireUser = async (service: Service, email: string): Promise<StoredDocument> => {
  const user = await findByEmail(service, email);
  if (user === undefined) throw new Error(`there is no user with the email address ${email}: \`lectern user list\``);
  return user;
};

/** Prints a new link for a user who lost the password; an earlier one becomes invalid. */
export const printUserLink = (email: string): Promise<void> =>
  withService(async (service) => printLink(service, await requireUser(service, email)));

/** Blocks a user: within ten seconds all servers refuse its sessions. Or lets a blocked user in again. */
export const blockUser = (email: string, blocked: boolean): Promise<void> =>
  withService(async (service) => {
    await changeUser(service, await requireUser(service, email), { blocked });
  });

/** Prints a line for each user. */
export const printUsers = (json: boolean): Promise<void> =>
  withService(async (service) => {
    const { collectionName } = userTarget(service.schema).type;
    const users = (await service.database.get()).collection<StoredDocument>(collectionName);
    const roles = new Map((await findAllRoles(service)).map((one) => [one.documentId, String(one.published?.type)]));
    const found = await users
      .find(livingFilter, { projection: { documentId: 1, published: 1 } })
      .sort({ 'published.email': 1 })
      .toArray();
    const rows = found.map(({ documentId, published }) => ({
      documentId,
      email: String(published?.email),
      username: String(published?.username),
      role: roles.get((published?.role as { readonly to?: string } | null | undefined)?.to ?? '') ?? '',
      blocked: published?.blocked === true,
    }));
    if (json) console.log(JSON.stringify(rows, null, 2));
    else {
      const cells = rows.map(({ email, username, role, blocked }) => [email, username, role, blocked ? 'blocked' : '']);
      for (const line of formatTable(['email', 'username', 'role', ''], cells, process.stdout.isTTY)) console.log(line);
    }
  });
