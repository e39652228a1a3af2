// Decides whose passwords log them in: `signIn.passwordLogin` may leave that to the providers.
import type { StoredDocument } from '../../platform/db/index.ts';
import { ApiError } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import { worksInEditor } from '../roles/index.ts';
import { normalizeEmail } from './accounts.ts';

/** Whether the configuration names the user as one who may always log in with a password. */
export const isEmergencyAccount = ({ config }: Pick<Service, 'config'>, { published }: StoredDocument): boolean =>
  config.signIn.emergencyAccounts.some((email) => normalizeEmail(email) === published?.email);

/** Whether a password may log the user in: never one whom a provider of the editor logs in. */
export const mayUsePassword = async (service: Service, user: StoredDocument): Promise<boolean> => {
  const { passwordLogin, providers } = service.config.signIn;
  if (isEmergencyAccount(service, user)) return true;
  if (Object.hasOwn(providers, String(user.published?.provider))) return false;
  return passwordLogin === 'everyone' || (passwordLogin === 'members' && !(await worksInEditor(service, user)));
};

/** @throws ApiError 400 if no password logs the user in */
export const requirePasswordLogin = async (service: Service, user: StoredDocument): Promise<void> => {
  if (await mayUsePassword(service, user)) return;
  throw new ApiError(400, 'ApplicationError', 'This account logs in by a provider, not with a password');
};
