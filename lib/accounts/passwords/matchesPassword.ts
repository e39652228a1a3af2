// Compares passwords with stored hashes, also with the bcrypt hashes that an import brought from Strapi.
import { livingDocumentFilter, type StoredDocument } from '../../platform/db/index.ts';
import { hashedForms, passwordsFor } from '../../platform/passwords.ts';
import type { Service } from '../../platform/service.ts';
import { userTarget, usersIn } from '../users/index.ts';

/**
 * A bcrypt hash: version, cost from 4 to 14, then salt and key. Strapi's cost is 10. Each step doubles the time: 14 takes about a
 * second, and 31 would take days.
 */
const bcryptPattern = /^\$2[aby]\$(?:0[4-9]|1[0-4])\$[./A-Za-z\d]{53}$/;

/** Whether a value is a bcrypt hash that a login can compare. */
export const isBcryptHash = (stored: unknown): stored is string =>
  typeof stored === 'string' && bcryptPattern.test(stored);

/**
 * @param stored the value of a user's password attribute; a value that is no hash matches no password
 * @returns whether the hash is of this password
 * @throws ApiError 503 when too many passwords are waiting
 */
export const matchesPassword = async (service: Service, password: string, stored: unknown): Promise<boolean> => {
  if (!isBcryptHash(stored)) return passwordsFor(service).matches(password, stored);
  // The other comparison runs beside it and is slower. So the time does not reveal that the user is an imported one.
  const [forms] = await Promise.all([
    import('bcryptjs').then(({ compare }) => Promise.all(hashedForms(password).map((form) => compare(form, stored)))),
    passwordsFor(service).matches(password, undefined),
  ]);
  return forms.includes(true);
};

/**
 * Replaces a bcrypt hash by one of Lectern, unless the password has changed meanwhile, or the site may go back to Strapi, which
 * verifies no other. Other hashes stay.
 */
export const replaceImportedHash = async (
  service: Service,
  { documentId, published }: StoredDocument,
  password: string,
): Promise<void> => {
  const stored = published?.password;
  const { config, database, schema } = service;
  if (config.auth.passwords.keepBcrypt || !isBcryptHash(stored)) return;
  const hash = await passwordsFor(service).hash(password);
  await usersIn(await database.get(), schema).updateOne(
    { ...livingDocumentFilter(userTarget(schema).type, documentId, null), 'published.password': stored },
    { $set: { 'published.password': hash }, $inc: { revision: 1 } },
  );
};
