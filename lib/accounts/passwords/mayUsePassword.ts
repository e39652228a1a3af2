// Decides how users may log in: `signIn.passwordLogin` may leave that to the providers.
import type { StoredDocument } from '../../platform/db/index.ts';
import { ApiError } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import { worksInEditor } from '../roles/index.ts';
import { normalizeEmail } from '../users/index.ts';

/** Whether the configuration names the user as one who may always log in with a password. */
export const isEmergencyAccount = ({ config }: Pick<Service, 'config'>, { published }: StoredDocument): boolean =>
  config.signIn.emergencyAccounts.some((email) => normalizeEmail(email) === published?.email);

/** Whether the configuration no longer has, or enables, the provider of a user, whom then only a new password can log in. */
const hasLostProvider = ({ config }: Pick<Service, 'config'>, { published }: StoredDocument): boolean => {
  const { providers, members } = config.signIn;
  const name = String(published?.provider);
  const isEnabled = Object.hasOwn(members, name) && members[name]?.enabled === true;
  return name !== 'local' && !Object.hasOwn(providers, name) && !isEnabled;
};

/** Whether a new password logs a user in from now on, whoever did before. */
export const leavesProvider = (service: Pick<Service, 'config'>, user: StoredDocument): boolean =>
  hasLostProvider(service, user) || isEmergencyAccount(service, user);

/** Whether only a provider of the editor logs the user in, apart from emergencies. */
const belongsToProvider = async (service: Service, user: StoredDocument): Promise<boolean> => {
  const { passwordLogin, providers } = service.config.signIn;
  if (Object.hasOwn(providers, String(user.published?.provider))) return true;
  return passwordLogin !== 'everyone' && worksInEditor(service, user);
};

/** Whether a password may log the user in. */
export const mayUsePassword = async (service: Service, user: StoredDocument): Promise<boolean> =>
  isEmergencyAccount(service, user) ||
  (service.config.signIn.passwordLogin !== 'nobody' && !(await belongsToProvider(service, user)));

/** Whether a provider of members may log the user in. */
export const mayUseMemberProvider = async (service: Service, user: StoredDocument): Promise<boolean> =>
  !isEmergencyAccount(service, user) && !(await belongsToProvider(service, user));

/** @throws ApiError 400 if no password logs the user in */
export const requirePasswordLogin = async (service: Service, user: StoredDocument): Promise<void> => {
  if (await mayUsePassword(service, user)) return;
  throw new ApiError(400, 'ApplicationError', 'This account logs in by a provider, not with a password');
};
