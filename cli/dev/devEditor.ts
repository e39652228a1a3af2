// The account with which a developer opens the editor: an administrator of the embedded database.
import { errorMessage } from '../../lib/errors.ts';
import { administrator } from '../../lib/platform/access/index.ts';
import type { Secrets } from '../../lib/platform/config/index.ts';
import { createService, type Service } from '../../lib/platform/service.ts';
import { siteOf } from '../../lib/platform/site.ts';
import { roleOfType } from '../../lib/accounts/roles/index.ts';
import { findByEmail } from '../../lib/accounts/users/index.ts';
import { matchesPassword } from '../../lib/accounts/passwords/index.ts';
import { prepareCreateUser } from '../../lib/accounts/administration/index.ts';
import { devEmail as email } from './devAccount.ts';
import type { LogLine } from '../mongod/index.ts';
import { runWrite } from '../../lib/write/documents/index.ts';

export interface DevAccount {
  readonly email: string;
  /** Undefined if the developer has changed it. */
  readonly password: string | undefined;
}

/** Creates the account, unless it exists. */
export const prepareDevAccount = async (service: Service, password: string): Promise<DevAccount> => {
  const existing = await findByEmail(service, email);
  if (existing !== undefined) {
    const matches = await matchesPassword(service, password, existing.published?.password);
    return { email, password: matches ? password : undefined };
  }
  const context = { caller: administrator, locales: await service.locales.known() };
  const { documentId } = await roleOfType(service, 'administrator');
  const body = { email, username: email, password, role: documentId, confirmed: true };
  await runWrite(service, await prepareCreateUser(service, context, body));
  return { email, password };
};

interface Options {
  readonly uri: string;
  readonly secrets: Secrets;
  /** Names the content types and the configuration. */
  readonly env: NodeJS.ProcessEnv;
  /** The password of the account; undefined: the database is the developer's own, where Lectern makes none. */
  readonly password: string | undefined;
  readonly log: LogLine;
}

/** How to open the editor: with the account, unless there is none. */
export interface DevEditor {
  readonly account: DevAccount | undefined;
}

/** @returns undefined if the configuration switches the editor off */
export const devEditor = async ({ uri, secrets, env, password, log }: Options): Promise<DevEditor | undefined> => {
  const service = createService(await siteOf(env), uri, secrets);
  try {
    if (!service.config.editor.enabled) return undefined;
    if (password === undefined) return { account: undefined };
    const account = await prepareDevAccount(service, password).catch((error: unknown) => {
      // A project may require attributes of users that only its developer knows.
      log(`No account for the editor was made: ${errorMessage(error)}`);
      return undefined;
    });
    return { account };
  } finally {
    await service.database.close();
  }
};
