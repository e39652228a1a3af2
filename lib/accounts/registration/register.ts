// Registers new users.
import { checkRegisterFields } from '../../platform/config/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import { prepareCreate, recordWrite, runWrite, type WriteTarget } from '../../write/documents/index.ts';
import { invalid } from '../../errors.ts';
import { passwordChange, passwordFaults } from '../passwords/index.ts';
import { roleOfType } from '../roles/index.ts';
import type { Service } from '../../platform/service.ts';
import {
  auditedUser,
  normalizeEmail,
  isTaken,
  writtenUserTarget,
  withTakenError,
  takenError,
  relatableDocumentsForUsers,
  usernameFaults,
  type UserRequestContext,
} from '../users/index.ts';
import type { PlainBody } from '../../contracts/index.ts';
import { readObject, readTexts } from '../authBody.ts';

interface Registration {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  /** Attributes of the site that the body also has. */
  readonly more: PlainBody;
}

/** @throws ApiError 400 for keys that are not allowed, and naming every invalid value */
export const readRegistration = ({ config, schema }: Service, requestBody: unknown): Registration => {
  const body = readObject(requestBody);
  const fields = checkRegisterFields(config.auth, schema);
  const baseKeys = ['username', 'email', 'password'];
  const refused = Object.keys(body).filter((key) => !baseKeys.includes(key) && !fields.includes(key));
  if (refused.length > 0) throw invalid(`Invalid parameters: ${refused.join(', ')}`);
  const more = Object.fromEntries(Object.entries(body).filter(([key]) => fields.includes(key)));
  return { ...readTexts(body, { email: 'email', username: 'text', password: 'secret' }), more };
};

const takenText = 'Email or Username are already taken';

/**
 * Creates a user that owns itself, with the role `authenticated`.
 *
 * @throws ApiError 400 naming every invalid value, or if a user has the username or email
 */
export const register = async (
  service: Service,
  context: UserRequestContext,
  { more, ...account }: Registration,
): Promise<StoredDocument> => {
  if (await isTaken(service, account.username, account.email)) throw takenError(takenText);
  const role = await roleOfType(service, 'authenticated');
  const faults = [
    ...usernameFaults(account.username, account.email),
    ...(await passwordFaults(service, { ...account, role: { to: role.documentId } }, account.password)),
  ];
  const documentId = service.newDocumentId();
  const data = {
    ...more,
    ...account,
    ...passwordChange(service, account.password),
    email: normalizeEmail(account.email),
    provider: 'local',
    confirmed: !service.config.auth.emailConfirmation,
    role: role.documentId,
  };
  const target: WriteTarget = {
    ...writtenUserTarget(service, context.caller),
    documentId,
    by: documentId,
    faults,
    relatable: relatableDocumentsForUsers(service, context),
  };
  return withTakenError(
    async () => {
      const write = await prepareCreate(service, target, data);
      const entryOf = (user: StoredDocument) =>
        ({ action: 'user.create', target: auditedUser(user), actor: documentId }) as const;
      return runWrite(service, recordWrite(service, write, entryOf));
    },
    () => takenText,
  );
};
