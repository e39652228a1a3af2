// The commands `lectern user …`.
import { administrator } from '../../lib/platform/access/index.ts';
import { livingFilter, prepareIndexes, type StoredDocument } from '../../lib/platform/db/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { findAllRoles, findRoleByName, roleIdOf } from '../../lib/accounts/roles/index.ts';
import {
  auditedUser,
  changeUser,
  findByEmail,
  takenMessage,
  userTarget,
  withTakenError,
} from '../../lib/accounts/users/index.ts';
import { createPasswordLink, linkHours, unknownPassword } from '../../lib/accounts/passwords/index.ts';
import { endedAccess, prepareCreateUser } from '../../lib/accounts/administration/index.ts';
import { markSessionsEnded } from '../../lib/accounts/sessions/index.ts';
import { runWrite } from '../../lib/write/documents/index.ts';
import { formatTable } from '../terminal/formatTable.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withService } from '../withService.ts';

/** Prints the link with which the user sets a password. */
const printLink = async (terminal: Terminal, service: Service, user: StoredDocument): Promise<void> => {
  const { url } = await createPasswordLink(service, user, administrator);
  terminal.print(url);
  const rest = url.startsWith('/')
    ? ' Put the address of the site before it, or set editor.url in the configuration or LECTERN_EDITOR_URL.'
    : '';
  terminal.log(`This link is valid for ${linkHours} hours, and sets the password once.${rest}`);
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
export const createNamedUser = (terminal: Terminal, { email, username = email, role }: UserOptions): Promise<void> =>
  withService(terminal, async (service) => {
    await prepareIndexes(await service.database.get(), service.schema);
    const { documentId } = await findRoleByName(service, role);
    const context = { caller: administrator, locales: await service.locales.known() };
    const body = { email, username, password: unknownPassword(), role: documentId, confirmed: false };
    const write = await prepareCreateUser(service, context, body);
    await printLink(terminal, service, await withTakenError(() => runWrite(service, write), takenMessage));
  });

/** @throws Error if no user has this email address */
const requireUser = async (service: Service, email: string): Promise<StoredDocument> => {
  const user = await findByEmail(service, email);
  if (user === undefined) throw new Error(`there is no user with the email address ${email}: \`lectern user list\``);
  return user;
};

/** Prints a new link for a user who lost the password; an earlier one becomes invalid. */
export const printUserLink = (terminal: Terminal, email: string): Promise<void> =>
  withService(terminal, async (service) => printLink(terminal, service, await requireUser(service, email)));

/** Blocks a user: within ten seconds all servers refuse its sessions, for good. Or lets a blocked user in again. */
export const blockUser = (terminal: Terminal, email: string, blocked: boolean): Promise<void> =>
  withService(terminal, async (service) => {
    const user = await requireUser(service, email);
    const entry = { action: 'user.update', target: auditedUser(user), changed: ['blocked'] } as const;
    if (!blocked) await changeUser(service, user, { blocked }, { entry });
    else
      await changeUser(
        service,
        user,
        { blocked, ...endedAccess(service) },
        { entry, also: (_, unit) => markSessionsEnded(unit, user.documentId, 'administrator') },
      );
  });

/** Prints a line for each user. */
export const printUsers = (terminal: Terminal, json: boolean): Promise<void> =>
  withService(terminal, async (service) => {
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
      role: roles.get(roleIdOf({ published }) ?? '') ?? '',
      blocked: published?.blocked === true,
    }));
    if (json) terminal.print(JSON.stringify(rows, null, 2));
    else {
      const cells = rows.map(({ email, username, role, blocked }) => [email, username, role, blocked ? 'blocked' : '']);
      for (const line of formatTable(['email', 'username', 'role', ''], cells, terminal.isTTY)) terminal.print(line);
    }
  });
