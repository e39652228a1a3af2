// The account at a provider that logs in a user of the editor: shown to them, and given up.
import { collections, type StoredDocument } from '../../platform/db/index.ts';
import { conflict, notFound } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import { auditedUser, changeUser, findByDocumentId } from '../users/index.ts';
import { checkNewPassword, mayUsePassword, passwordChange } from '../passwords/index.ts';
import { identityCollection } from './identities.ts';
import { findProvider, hasRoleRules, type EditorProvider } from './providers.ts';

interface LinkedAccount {
  /** The name of the provider. */
  readonly provider: string;
  readonly linkedAt: Date;
  readonly canUnlink: boolean;
}

/**
 * Whether a user may leave a provider for a password: not if the provider gives roles and so decides who gets in, and not where no
 * password logs in users of the editor.
 */
const mayLeave = async (service: Service, user: StoredDocument, provider: EditorProvider): Promise<boolean> => {
  if (provider.defaultRole !== '' || hasRoleRules(provider) || user.published === undefined) return false;
  return mayUsePassword(service, { ...user, published: { ...user.published, provider: 'local' } });
};

/** @param documentId of a user @returns undefined for a user whom no provider of the editor logs in */
export const findLinkedAccount = async (service: Service, documentId: string): Promise<LinkedAccount | undefined> => {
  const identities = identityCollection(await service.database.get());
  const [user, identity] = await Promise.all([
    findByDocumentId(service, documentId),
    identities.findOne({ user: documentId }),
  ]);
  const provider = findProvider(service, user?.published?.provider);
  if (user === undefined || provider === undefined || identity === null) return undefined;
  const canUnlink = await mayLeave(service, user, provider);
  return { provider: provider.name, linkedAt: identity.linkedAt, canUnlink };
};

/**
 * Makes a user log in with this password instead of by the provider. Their sessions end.
 *
 * @throws ApiError 404 if this provider does not log the user in; 409 if it decides who gets in; 400 for a weak password
 */
export const unlinkAccount = async (
  service: Service,
  provider: EditorProvider,
  documentId: string,
  password: string,
): Promise<StoredDocument> => {
  const user = await findByDocumentId(service, documentId);
  if (user?.published?.provider !== provider.name) throw notFound();
  if (!(await mayLeave(service, user, provider)))
    throw conflict('This provider decides who gets in: the account cannot be unlinked');
  await checkNewPassword(service, user.published, password);
  const data = { ...passwordChange(service, password), provider: 'local' };
  return changeUser(service, user, data, {
    entry: { action: 'user.unlink', target: auditedUser(user) },
    also: async (_, { db, options }) => {
      await identityCollection(db).deleteMany({ user: documentId }, options);
      // The provider, which ends all sessions of its users, has no say in those to come.
      await db.collection(collections.sessions).updateMany({ user: documentId }, { $unset: { provider: '' } }, options);
    },
  });
};
