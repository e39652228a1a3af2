// Limits guesses of passwords, in a way that nobody can use to lock out another user.
import { checkAddress, checkIdentifier, checkKnownDevice, delayFailures } from '../../api/rateLimit.ts';
import type { Request } from '../../api/http/index.ts';
import { ApiError } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import { findByIdentifier } from '../users/index.ts';
import { readBodyOrForm } from '../authBody.ts';
import { readCredentials, type Credentials } from '../passwords/index.ts';
import { findKnownSources, sourceOf } from './knownSources.ts';

interface LoginAttempt {
  readonly credentials: Credentials;
  readonly deviceId: string | undefined;
  /** Forgets the failures before, because the password was right. */
  readonly succeed: () => Promise<void>;
}

/** Shorter ids can be guessed, such as the model of a phone. */
const minDeviceId = 16;

/** The longest body with a device that is read although its address is refused. */
const maxBodyBytes = 4_096;

const isShort = ({ headers }: Request): boolean =>
  headers['content-encoding'] === undefined && Number(headers['content-length'] ?? Infinity) <= maxBodyBytes;

/**
 * Reads and counts a login. Counted are the attempts
 *
 * - of a device that the user has logged in from: only with those of the same device;
 * - of a network that the user has logged in from: with those of this network, and failures delay the next attempt with this name;
 * - of all others: also with those with the same name from anywhere.
 *
 * So whoever guesses from elsewhere can use up neither the first nor the second.
 *
 * @throws ApiError 429 with Retry-After; 400 for an invalid body
 */
export const admitLogin = async (request: Request, service: Service): Promise<LoginAttempt> => {
  const refusal = await checkAddress(service, request, 'login').catch((error: unknown) => {
    if (error instanceof ApiError && isShort(request)) return error;
    throw error;
  });
  const { deviceId, ...credentials } = readCredentials(await readBodyOrForm(request));
  const { identifier } = credentials;
  // Unknown users cost the same: the time tells nothing.
  const user = (await findByIdentifier(service, identifier))?.documentId ?? '';
  const known = await findKnownSources(service, user);
  const hasDeviceId = deviceId !== undefined && deviceId.length >= minDeviceId;
  const { device, network } = sourceOf(user, request, hasDeviceId ? deviceId : '');
  if (hasDeviceId && known?.devices.includes(device) === true) {
    await checkKnownDevice(service, device);
    return { credentials, deviceId, succeed: () => Promise.resolve() };
  }
  if (refusal !== undefined) throw refusal;
  if (known?.networks.includes(network) !== true) await checkIdentifier(service, 'login', identifier);
  return { credentials, deviceId, succeed: await delayFailures(service, request, identifier) };
};
