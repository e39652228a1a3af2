// Remembers browsers, which then log in with the password alone until they are forgotten.
import { readCookie, setCookie, type Answer, type Request } from '../../api/http/index.ts';
import type { Service } from '../../platform/service.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import { findSession, haveSessionsEnded, recordFactorState, sessionsSinceOf } from '../sessions/index.ts';
import { hashCode, newCode } from '../codes.ts';
import { factorCollection, type StoredFactors } from './storedFactors.ts';

const cookieName = '__Host-lectern_device';

const maxBrowsers = 20;

/** @returns the hash of the code of the browser that sends the request, if it is remembered for this user */
export const findRememberedBrowser = (
  { config, now }: Pick<Service, 'config' | 'now'>,
  request: Pick<Request, 'headers'>,
  user: StoredDocument,
  { devices: browsers = [] }: StoredFactors,
): string | undefined => {
  // A deployment that stops remembering browsers forgets those that it knows.
  if (config.signIn.secondFactor.rememberDays === 0) return undefined;
  const hash = hashCode(readCookie(request, cookieName) ?? '');
  const browser = browsers.find((one) => one.hash === hash);
  if (browser === undefined || browser.until <= now() || haveSessionsEnded(user, browser)) return undefined;
  return hash;
};

/**
 * Remembers the browser of a session.
 *
 * @returns the header with its cookie, which no script can read
 */
export const rememberBrowser = async (
  service: Service,
  user: StoredDocument,
  session: string,
): Promise<Pick<Answer, 'headers'>> => {
  const [code, at] = [newCode(), service.now()];
  const seconds = service.config.signIn.secondFactor.rememberDays * 86_400;
  const until = new Date(at.getTime() + seconds * 1000);
  const browser = { hash: hashCode(code), at, sessionsSince: sessionsSinceOf(user), until };
  const devices = { $each: [browser], $slice: -maxBrowsers };
  await (await factorCollection(service)).updateOne({ _id: user.documentId }, { $push: { devices } });
  await recordFactorState(service, user.documentId, session, { remembered: browser.hash });
  return setCookie(cookieName, code, seconds, 'Strict');
};

/**
 * Forgets the browser of a session.
 *
 * @param session undefined: all browsers of the user
 */
export const forgetBrowsers = async (service: Service, user: string, session?: string): Promise<void> => {
  const factors = await factorCollection(service);
  if (session === undefined) {
    await factors.updateOne({ _id: user }, { $unset: { devices: '' } });
    return;
  }
  const remembered = (await findSession(service, user, session))?.remembered;
  if (remembered !== undefined) await factors.updateOne({ _id: user }, { $pull: { devices: { hash: remembered } } });
};
