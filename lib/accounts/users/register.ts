// Registers new users.
import { checkRegisterFields } from '../../platform/config/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import { createDocument } from '../../write/documents/index.ts';
import { invalid } from '../../errors.ts';
import { roleOfType } from '../roles/index.ts';
import type { Service } from '../../platform/service.ts';
import { addressOf, isTaken, userTarget } from './accounts.ts';
import type { Admitted } from './answers.ts';
import { bodyOf, readTexts, type Body } from './body.ts';
import { seesForUsers } from './sees.ts';
import { sayingTaken, takenRefusal } from './taken.ts';

export interface Registration {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  /** Attributes of the site that the body also has. */
  readonly more: Body;
}

/** @throws ApiError 400 for keys that are not allowed, and naming every invalid value */
export const readRegistration = ({ config, schema }: Service, given: unknown): Registration => {
  const body = bodyOf(given);
  const fields = checkRegisterFields(config.auth, schema);
  const own = ['username', 'email', 'password'];
  const refused = Object.keys(body).filter((key) => !own.includes(key) && !fields.includes(key));
  if (refused.length > 0) throw invalid(`Invalid parameters: ${refused.join(', ')}`);
  const more = Object.fromEntries(Object.entries(body).filter(([key]) => fields.includes(key)));
  return { ...readTexts(body, { email: 'email', username: 'text', password: 'secret' }), more };
};

const taken = 'Email or Username are already taken';

/**
 * Creates a user that owns itself, with the role `authenticated`.
 *
 * @throws ApiError 400 naming every invalid value, or if a user has the username or email
 */
export const register = async (
  service: Service,
  asking: Admitted,
  { more, ...given }: Registration,
): Promise<StoredDocument> => {
  if (await isTaken(service, given.username, given.email)) throw takenRefusal(taken);
  const role = await roleOfType(service, 'authenticated');
  const documentId = service.newDocumentId();
  const data = {
    ...more,
    ...given,
    email: addressOf(given.email),
    provider: 'local',
    confirmed: !service.config.auth.emailConfirmation,
    role: role.documentId,
  };
  const sees = seesForUsers(service, asking);
  const target = { ...userTarget(service.schema), documentId, by: documentId, sees };
  return sayingTaken(
    () => createDocument(service, target, data),
    () => taken,
  );
};
