// The steps of a login by a provider: to the provider, back, and into the editor. Errors lead back to the login page with their reason.
import { buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client';
import { logFailure, type Answer, type Request } from '../../api/http/index.ts';
import { recordAction } from '../../platform/audit/index.ts';
import { invalid, type ApiError } from '../../errors.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import { seal } from '../../platform/seal.ts';
import type { Service } from '../../platform/service.ts';
import {
  findByDocumentId,
  isWithdrawn,
  readObject,
  readTexts,
  type ProviderSession,
  type SessionStart,
} from '../users/index.ts';
import { admitIdentity } from './admitIdentity.ts';
import { SignInFailure, type SignInReason } from './failure.ts';
import { readFlow, startFlow } from './flow.ts';
import { redeemCode, type Grant } from './grant.ts';
import { configurationOf, redirectAddress, sealPurpose, type EditorProvider, type Provider } from './providers.ts';
import { finishLogin, redeemLogin, useOnce } from './storedLogins.ts';

/** A path inside of the editor. */
const innerPath = /^\/(?![/\\])[^\s\\]{0,500}$/;

/** The login page of the editor is a path of this host, so no parameter leads to another. */
const toLoginPage = (destination: string, outcome: Readonly<Record<string, string>>): Answer => {
  const from = destination === '/' ? '' : `?${new URLSearchParams({ from: destination }).toString()}`;
  // A fragment is in no log and in no Referer header.
  return { status: 302, headers: { location: `/editor/login${from}#${new URLSearchParams(outcome).toString()}` } };
};

/** Those that may be faults of the configuration, or of the provider. */
const loggedReasons: ReadonlySet<SignInReason> = new Set(['refused', 'unavailable', 'noAccess']);

/** @throws every error that is no SignInFailure */
const toFailedLogin = async (
  request: Request,
  service: Service,
  { name }: Provider,
  destination: string,
  error: unknown,
): Promise<Answer> => {
  if (!(error instanceof SignInFailure)) throw error;
  if (loggedReasons.has(error.reason)) logFailure(request, error);
  const target = { type: 'provider', name, id: error.reason };
  await recordAction(service, { action: 'login.failed', target, actor: 'public' });
  return toLoginPage(destination, { provider: name, failed: error.reason });
};

/** Sends a browser to the login page of a provider. The query may have `from`: a path of the editor to return to. */
export const startLogin = async (request: Request, service: Service, provider: EditorProvider): Promise<Answer> => {
  const from = new URLSearchParams(request.query).get('from') ?? '/';
  const destination = innerPath.test(from) ? from : '/';
  try {
    const configuration = await configurationOf(service, provider);
    const { state, nonce, verifier, headers } = startFlow(service, request, provider.path, destination);
    const address = buildAuthorizationUrl(configuration, {
      ...provider.parameters,
      redirect_uri: redirectAddress(service, provider),
      scope: provider.scopes.join(' '),
      ...{ state, nonce },
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return { status: 302, headers: { ...headers, location: address.href } };
  } catch (error) {
    return toFailedLogin(request, service, provider, destination, error);
  }
};

const sessionOf = async (
  service: Service,
  { name }: Provider,
  { identity, sid, refreshToken, idToken }: Grant,
): Promise<ProviderSession> => {
  const { issuer, subject } = identity;
  const { secrets } = service;
  const now = service.now();
  return {
    ...{ name, issuer, subject, checkedAt: now, triedAt: now },
    ...(sid === undefined ? {} : { sid }),
    ...(refreshToken === undefined ? {} : { refreshToken: await seal(secrets.sessions, sealPurpose, refreshToken) }),
    ...(idToken === undefined ? {} : { idToken: await seal(secrets.sessions, sealPurpose, idToken) }),
  };
};

/** Receives a browser that a provider sends back, and sends it to the editor, which then asks for its session. */
export const receiveLogin = async (request: Request, service: Service, provider: EditorProvider): Promise<Answer> => {
  const state = new URLSearchParams(request.query).get('state') ?? '';
  const flow = readFlow(service, request, provider.path, state);
  const destination = flow?.destination ?? '/';
  try {
    if (flow === undefined) throw new SignInFailure('expired', 'The state is not of this browser, or too old');
    if (!(await useOnce(service, flow))) throw new SignInFailure('expired', 'The state was used before');
    const grant = await redeemCode(service, provider, request.query, { ...flow, state });
    const { documentId } = await admitIdentity(service, provider, grant.identity);
    await finishLogin(service, flow, { user: documentId, session: await sessionOf(service, provider, grant) });
    return toLoginPage(destination, { provider: provider.name, state });
  } catch (error) {
    return toFailedLogin(request, service, provider, destination, error);
  }
};

const expired = (): ApiError => invalid('This login has expired: log in again');

/**
 * Ends a login: the editor sends the state that its address has.
 *
 * @returns the user, and how the session begins
 * @throws ApiError 400 for a state of another browser, and for one that is used again or after a minute
 */
export const readFinishedLogin = async (
  request: Request,
  service: Service,
  provider: EditorProvider,
): Promise<{ readonly user: StoredDocument; readonly start: SessionStart }> => {
  const { state } = readTexts(readObject(await request.readBody()), { state: 'secret' });
  const flow = readFlow(service, request, provider.path, state);
  const login = flow === undefined ? undefined : await redeemLogin(service, flow);
  const user = login === undefined ? undefined : await findByDocumentId(service, login.user);
  if (login === undefined || user === undefined) throw expired();
  if (isWithdrawn(service, user, login.session.checkedAt)) throw expired();
  const seconds = login.session.refreshToken === undefined ? provider.sessionSeconds : Infinity;
  return { user, start: { provider: login.session, seconds } };
};
