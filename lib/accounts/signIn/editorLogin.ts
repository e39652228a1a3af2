// Logins of editors by a provider, which begin and end at the login page of the editor.
import type { Answer, Request } from '../../api/http/index.ts';
import { invalid, type ApiError } from '../../errors.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import { seal } from '../../platform/seal.ts';
import type { Service } from '../../platform/service.ts';
import { findByDocumentId } from '../users/index.ts';
import { isWithdrawn, readDeviceId, sessionsSinceOf, type Login, type ProviderSession } from '../sessions/index.ts';
import { readObject, readTexts } from '../authBody.ts';
import { readFlow } from './flow.ts';
import type { Grant } from './grant.ts';
import { sealPurpose, type EditorProvider } from './providers.ts';
import { storeEditorLogin, takeEditorLogin } from './storedLogins.ts';
import { sendToProvider, type LoginEnd } from './visitProvider.ts';

/** A path inside of the editor. */
const innerPath = /^\/(?![/\\])[^\s\\]{0,2000}$/;

/** The login page is a path of this host, so no parameter leads to another. */
const loginPageAddress = (destination: string, outcome: Readonly<Record<string, string>>): string => {
  const from = destination === '/' ? '' : `?${new URLSearchParams({ from: destination }).toString()}`;
  // A fragment is in no log and in no Referer header.
  return `/editor/login${from}#${new URLSearchParams(outcome).toString()}`;
};

const sessionOf = async (
  { secrets, now }: Service,
  { name }: EditorProvider,
  { identity, sid, refreshToken, idToken }: Grant,
): Promise<ProviderSession> => {
  const { issuer, subject } = identity;
  const [checkedAt, sealWith] = [now(), (token: string) => seal(secrets.sessions, sealPurpose, token)];
  return {
    name,
    issuer,
    subject,
    checkedAt,
    triedAt: checkedAt,
    sid,
    refreshToken: refreshToken && (await sealWith(refreshToken)),
    idToken: idToken && (await sealWith(idToken)),
  };
};

/** Logins of editors end at the login page, which then redeems them. */
export const editorLoginEnd = (service: Service, provider: EditorProvider): LoginEnd => ({
  provider,
  finish: async (flow, grant, user) => {
    const [session, sessionsSince] = [await sessionOf(service, provider, grant), sessionsSinceOf(user)];
    await storeEditorLogin(service, flow, { user: user.documentId, session, sessionsSince });
    return loginPageAddress(flow.destination, { provider: provider.name, state: flow.state });
  },
  failureAddress: (destination = '/', reason) =>
    loginPageAddress(destination, { provider: provider.name, failed: reason }),
});

/** Sends an editor to a provider. The query may have `from`: a path of the editor to return to. */
export const sendEditor = (request: Request, service: Service, provider: EditorProvider): Promise<Answer> => {
  const from = new URLSearchParams(request.query).get('from') ?? '/';
  const destination = innerPath.test(from) ? from : '/';
  return sendToProvider(request, service, editorLoginEnd(service, provider), { destination });
};

const expired = (): ApiError => invalid('This login has expired: log in again');

/**
 * Redeems a login: the editor sends the state that its address has.
 *
 * @returns the user, and how the session begins
 * @throws ApiError 400 for a state of another browser, and for one that is used again or after a minute
 */
export const redeemEditorLogin = async (
  request: Request,
  service: Service,
  provider: EditorProvider,
): Promise<{ readonly user: StoredDocument; readonly login: Login }> => {
  const body = readObject(await request.readBody());
  const [{ state }, deviceId] = [readTexts(body, { state: 'secret' }), readDeviceId(body.deviceId)];
  const flow = readFlow(service, request, provider.path, state);
  const finished = flow === undefined ? undefined : await takeEditorLogin(service, flow);
  const user = finished === undefined ? undefined : await findByDocumentId(service, finished.user);
  if (finished === undefined || user === undefined) throw expired();
  const { session, sessionsSince } = finished;
  if (isWithdrawn(service, user, { at: session.checkedAt, sessionsSince })) throw expired();
  const maxSeconds = session.refreshToken === undefined ? provider.sessionSeconds : Infinity;
  return { user, login: { provider: session, maxSeconds, deviceId } };
};
