// Passkeys: registered, and used to log in or to confirm. Only the function `signIn` contains it.
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
  VerifiedAuthenticationResponse,
} from '@simplewebauthn/server';
import type { Request } from '../../api/http/index.ts';
import { ApiError } from '../../errors.ts';
import { recordAction } from '../../platform/audit/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { auditedUser } from '../users/index.ts';
import { recordFailedFactor } from '../logins/index.ts';
import { createChallenge, takePasskeyChallenge, type Challenge, type ChallengeContext } from './challenges.ts';
import { wrongFactor } from './confirmCode.ts';
import { factorCollection, type StoredFactors, type StoredPasskey } from './storedFactors.ts';

/** Its certificates take longer to load than the rest of a login. */
const library = () => import('@simplewebauthn/server');

/** Which domain passkeys belong to, and which page may use them. Never taken from `Host`, which anybody can send. */
interface RelyingParty {
  /** A domain: browsers give a passkey to pages of this domain alone. */
  readonly id: string;
  /** The origins whose pages may use it here. */
  readonly origins: readonly string[];
}

/** Browsers take `localhost` as secure, and a passkey for it works nowhere else. */
const localOrigin = /^http:\/\/localhost(?::\d{1,5})?$/;

/** @returns undefined if nothing names the address of the editor, and the request comes from no page of this machine */
export const findRelyingParty = (
  { config: { editor, signIn } }: Pick<Service, 'config'>,
  { headers }: Pick<Request, 'headers'>,
): RelyingParty | undefined => {
  if (editor.url !== '') {
    const { hostname, origin } = new URL(editor.url);
    const { passkeyDomain, passkeyOrigins } = signIn.secondFactor;
    return { id: passkeyDomain === '' ? hostname : passkeyDomain, origins: [origin, ...passkeyOrigins] };
  }
  const { origin } = headers;
  return origin !== undefined && localOrigin.test(origin) ? { id: 'localhost', origins: [origin] } : undefined;
};

/** @throws ApiError 400 that says what to set */
const requireRelyingParty = (service: Pick<Service, 'config'>, request: Pick<Request, 'headers'>): RelyingParty => {
  const party = findRelyingParty(service, request);
  if (party === undefined)
    throw new ApiError(400, 'PasskeyAddressError', 'Passkeys need the address of the editor: set editor.url');
  return party;
};

/** What the browser needs, and the code of the challenge that the answer belongs to. */
interface PasskeyRequest<Options> {
  readonly options: Options;
  readonly challenge: string;
}

const credentialsOf = ({ passkeys = [] }: Pick<StoredFactors, 'passkeys'>) =>
  passkeys.map(({ id, transports }) => ({ id, transports: [...transports] }));

/** @throws ApiError 400 without a configured domain */
export const requestRegistration = async (
  service: Service,
  request: Request,
  user: StoredDocument,
  factors: Pick<StoredFactors, 'passkeys'>,
  context: ChallengeContext,
): Promise<PasskeyRequest<PublicKeyCredentialCreationOptionsJSON>> => {
  const { id: rpID } = requireRelyingParty(service, request);
  const { documentId, published } = user;
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: service.config.editor.name,
    rpID,
    userID: new TextEncoder().encode(documentId),
    userName: String(published?.email),
    userDisplayName: String(published?.username),
    excludeCredentials: credentialsOf(factors),
    // A passkey that is found without a name, and that asks its owner for a PIN or a finger.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const challenge = { kind: 'registration', user: documentId, payload: options.challenge, ...context } as const;
  return { options, challenge: await createChallenge(service, challenge) };
};

/** Whether the page was in a frame of another site, which can lay anything over it. The library asks only browsers that name that site. */
const isFramed = async ({ response }: RegistrationResponseJSON | AuthenticationResponseJSON): Promise<boolean> => {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers');
  return Boolean(decodeClientDataJSON(response.clientDataJSON).crossOrigin);
};

/**
 * @param expectedChallenge what the authenticator was to sign
 * @returns the passkey, to be stored
 * @throws ApiError 400 for an answer that is not valid
 */
export const verifyRegistration = async (
  service: Service,
  request: Request,
  expectedChallenge: string,
  response: RegistrationResponseJSON,
  name: string,
): Promise<StoredPasskey> => {
  const { id: expectedRPID, origins } = requireRelyingParty(service, request);
  const { verifyRegistrationResponse } = await library();
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: [...origins],
    expectedRPID,
    requireUserVerification: true,
  }).catch(() => undefined);
  if (verified?.registrationInfo === undefined || (await isFramed(response))) throw wrongFactor();
  const { credential, credentialDeviceType } = verified.registrationInfo;
  const { id, publicKey, counter, transports = [] } = credential;
  const key = Buffer.from(publicKey).toString('base64url');
  const backupEligible = credentialDeviceType === 'multiDevice';
  return { id, name, publicKey: key, counter, backupEligible, transports, createdAt: service.now() };
};

/**
 * @param factors of the user whose passkeys count; undefined: whoever has one for this site
 * @throws ApiError 400 without a configured domain
 */
export const requestPasskey = async (
  service: Service,
  request: Request,
  factors: StoredFactors | undefined,
  context: ChallengeContext,
): Promise<PasskeyRequest<PublicKeyCredentialRequestOptionsJSON>> => {
  const { id: rpID } = requireRelyingParty(service, request);
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID,
    userVerification: 'required',
    ...(factors === undefined ? {} : { allowCredentials: credentialsOf(factors) }),
  });
  const challenge = { kind: 'passkey', user: factors?._id, payload: options.challenge, ...context } as const;
  return { options, challenge: await createChallenge(service, challenge) };
};

/**
 * Stores the counter of a passkey if it grew, and ends a lock of the codes. Two authenticators with the same key do not know each other's counter, so one of
 * them is noticed. An authenticator that does not count always sends 0. Whether a passkey can be copied never changes.
 *
 * @returns whether the counter is as it should be, and the passkey as it was registered
 */
const countUse = async (
  service: Service,
  user: string,
  id: string,
  { newCounter: counter, credentialDeviceType }: VerifiedAuthenticationResponse['authenticationInfo'],
): Promise<boolean> => {
  const earlier = counter === 0 ? 0 : { $lt: counter };
  const backupEligible = credentialDeviceType === 'multiDevice';
  const registered = { id, counter: earlier, backupEligible: { $ne: !backupEligible } };
  const { matchedCount } = await (
    await factorCollection(service)
  ).updateOne(
    { _id: user, passkeys: { $elemMatch: registered } },
    {
      $set: {
        'passkeys.$.counter': counter,
        'passkeys.$.backupEligible': backupEligible,
        'passkeys.$.usedAt': service.now(),
      },
      $unset: { 'totp.failures': '' },
    },
  );
  return matchedCount === 1;
};

/** Whether the authenticator names the user for whom it made the passkey, or nobody. */
const namesOwner = ({ response: { userHandle } }: AuthenticationResponseJSON, user: string): boolean => {
  const name = Buffer.from(userHandle ?? '', 'base64url').toString();
  return name === '' || name === user;
};

/**
 * Checks the answer of an authenticator, and uses its challenge up.
 *
 * @param challengeCode the code of the challenge
 * @returns the documentId of the user, and the challenge
 * @throws ApiError 400 for an answer that is not valid, an unknown passkey, one of another user, and a cloned one
 */
export const confirmPasskey = async (
  service: Service,
  request: Request,
  challengeCode: string,
  response: AuthenticationResponseJSON,
): Promise<{ readonly user: string; readonly challenge: Challenge }> => {
  const { id: expectedRPID, origins } = requireRelyingParty(service, request);
  const challenge = await takePasskeyChallenge(service, challengeCode);
  const id = typeof response.id === 'string' ? response.id : '';
  const factors = await (await factorCollection(service)).findOne({ 'passkeys.id': id });
  const passkey = factors?.passkeys?.find((one) => one.id === id);
  if (factors === null || passkey === undefined) throw wrongFactor();
  const { _id: user } = factors;
  const publicKey = new Uint8Array(Buffer.from(passkey.publicKey, 'base64url'));
  const { verifyAuthenticationResponse } = await library();
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge.payload,
    expectedOrigin: [...origins],
    expectedRPID,
    // `countUse` compares the counter with that in the database.
    credential: { id, publicKey, counter: 0 },
    requireUserVerification: true,
  }).catch(() => undefined);
  const isOfUser = challenge.user === undefined || challenge.user === user;
  if (verified?.verified !== true || !isOfUser || !namesOwner(response, user) || (await isFramed(response))) {
    await recordFailedFactor(service, request, user);
    throw wrongFactor();
  }
  if (!(await countUse(service, user, id, verified.authenticationInfo))) {
    const entry = { action: 'factor.cloned', target: auditedUser({ documentId: user }), actor: 'public' } as const;
    await recordAction(service, { ...entry, changed: [passkey.name] });
    throw wrongFactor();
  }
  return { user, challenge };
};
