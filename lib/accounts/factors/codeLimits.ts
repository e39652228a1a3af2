// Limits guesses of the codes of apps, in a way that nobody can use to lock a user out of a network of theirs. Passkeys and recovery
// codes cannot be guessed, so they have no limit.
import { networkOf, type Request } from '../../api/http/index.ts';
import { checkLimit } from '../../api/rateLimit.ts';
import { ApiError } from '../../errors.ts';
import { recordAction } from '../../platform/audit/index.ts';
import { hashOf } from '../../platform/hashOf.ts';
import { inMailLanguage, type Mail } from '../../platform/mail/index.ts';
import type { Service } from '../../platform/service.ts';
import { withLast, recordFailedFactor } from '../logins/index.ts';
import { auditedUser, findByDocumentId } from '../users/index.ts';
import { sendIfPossible } from '../mails.ts';
import { factorCollection, type StoredFactors } from './storedFactors.ts';

/** Codes in a window: of 1,000,000 codes, three are valid at a time. */
const maxCodes = 10;

/** As in NIST SP 800-63B, 5.2.2. */
export const maxFailures = 100;

/** A person does not mistype so often: somebody else knows the password. */
const mailedFailures = 50;

const maxNetworks = 10;

const networkHash = (user: string, { address }: Pick<Request, 'address'>): string => hashOf(user, networkOf(address));

/**
 * Counts a code before it is checked, so that requests at the same time are counted too. A network from which the user confirmed a
 * factor before has a limit of its own, and all others share one. After too many failures in a row, only the first go on.
 *
 * @returns how many have failed in a row if this one fails too
 * @throws ApiError 429 after too many codes in a window, 403 `FactorLockedError` after too many failures in a row
 */
export const countCode = async (
  service: Service,
  request: Request,
  { _id, networks = [] }: StoredFactors,
): Promise<number> => {
  const network = networkHash(_id, request);
  const isKnown = networks.includes(network);
  await checkLimit(service, maxCodes, 'factor', _id, isKnown ? network : 'elsewhere');
  const counted = await (
    await factorCollection(service)
  ).findOneAndUpdate(
    { _id, totp: { $exists: true } },
    { $inc: { 'totp.failures': 1 } },
    { returnDocument: 'after', projection: { 'totp.failures': 1 } },
  );
  const failures = counted?.totp?.failures ?? 0;
  if (failures <= maxFailures || isKnown) return failures;
  await recordFailedFactor(service, request, _id);
  throw new ApiError(
    403,
    'FactorLockedError',
    'Too many wrong codes: confirm with a passkey or a recovery code, or from a network where you did before',
  );
};

const guessesMail = (service: Service, to: string): Mail => {
  const { name: site } = service.config.editor;
  return {
    to,
    ...inMailLanguage(service, {
      en: {
        subject: 'Someone tries to log in to your account',
        text: `Someone who knows your password for ${site} has entered ${mailedFailures} wrong codes of your authenticator app.

If it was not you, set a new password now. After ${maxFailures} wrong codes, codes count only in networks where you have confirmed one before.
Elsewhere, log in with a passkey or a recovery code: that ends the lock.`,
      },
      de: {
        subject: 'Jemand versucht, sich bei Ihrem Konto anzumelden',
        text: `Jemand, der Ihr Passwort für ${site} kennt, hat ${mailedFailures} falsche Codes Ihrer Authenticator-App eingegeben.

Wenn Sie es nicht waren, legen Sie jetzt ein neues Passwort fest. Nach ${maxFailures} falschen Codes gelten Codes nur noch in Netzen, in denen Sie schon einen bestätigt haben.
In anderen melden Sie sich mit einem Passkey oder einem Wiederherstellungscode an: Das beendet die Sperre.`,
      },
    }),
  };
};

/** Tells the user of the failures in a row, once, and the audit log of the lock. @param failures as `countCode` returned them */
export const reportFailures = async (
  service: Service,
  request: Request,
  user: string,
  failures: number,
): Promise<void> => {
  if (failures === mailedFailures) {
    const stored = await findByDocumentId(service, user);
    const mail = guessesMail(service, String(stored?.published?.email));
    await sendIfPossible(service, request, mail);
  }
  if (failures === maxFailures)
    await recordAction(service, { action: 'factor.lock', target: auditedUser({ documentId: user }), actor: 'public' });
};

/** Remembers the network of a confirmed factor. */
export const noteNetwork = async (service: Service, request: Request, user: string): Promise<void> => {
  const factors = await factorCollection(service);
  const network = networkHash(user, request);
  await factors.updateOne({ _id: user }, [{ $set: { networks: withLast('networks', network, maxNetworks) } }]);
};
