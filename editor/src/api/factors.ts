// Second factors: the steps below /api/auth/factors, and the passkeys of the browser.
import { queryOptions } from '@tanstack/react-query';
import { request, requestWithoutJwt } from './client.ts';
import { sessionOptions } from './jwt.ts';
import { findDeviceId, startSessionBy } from './session.ts';

/** As the list of users shows them. */
export type FactorName = 'totp' | 'passkey';

/** What a user confirms with. */
export type Confirmation =
  | { readonly code: string }
  | { readonly recoveryCode: string }
  | { readonly password: string }
  | { readonly challenge: string; readonly passkey: unknown };

export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly usedAt: string | null;
}

export interface FactorState {
  readonly totp: { readonly createdAt: string } | null;
  readonly passkeys: readonly Passkey[];
  /** How many are left. */
  readonly recoveryCodes: number;
  readonly required: boolean;
  readonly canUsePasskeys: boolean;
}

const path = (step: string): string => `/api/auth/factors/${step}`;

/** A step in the session of the page. @throws ApiError */
const takeStep = async <T>(step: string, body: object = {}): Promise<T> =>
  (await request<{ data: T }>(path(step), sessionOptions(body))).body.data;

/** A step of a login. @throws ApiError */
const takeLoginStep = async <T>(step: string, body: object): Promise<T> =>
  (await requestWithoutJwt<T>(path(step), sessionOptions(body))).body;

export const factorsKey = ['factors'] as const;

export const factorsQuery = queryOptions({
  queryKey: [...factorsKey, 'state'],
  queryFn: () => takeStep<FactorState>('state'),
});

interface PasskeyRequest<Options> {
  readonly options: Options;
  readonly challenge: string;
}

type LoginOptions = PasskeyRequest<PublicKeyCredentialRequestOptionsJSON>;

/** The answer of an authenticator as JSON. @throws DOMException if the user gives none */
const answerOf = (credential: Credential | null): unknown => {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('No passkey', 'NotAllowedError');
  return credential.toJSON();
};

const getPasskey = async ({ options, challenge }: LoginOptions): Promise<Confirmation> => {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return { challenge, passkey: answerOf(await navigator.credentials.get({ publicKey })) };
};

/** @param challenge of the login; undefined: the passkey says who logs in */
export const getLoginPasskey = async (challenge?: string): Promise<Confirmation> => {
  const body = challenge === undefined ? { deviceId: findDeviceId() } : { challenge };
  return getPasskey((await takeLoginStep<{ data: LoginOptions }>('request-passkey', body)).data);
};

/** A passkey of the logged-in user. */
export const getOwnPasskey = async (): Promise<Confirmation> => getPasskey(await takeStep('request-passkey'));

/** Ends a login. @param remember whether later logins of this browser need only the password @throws ApiError */
export const verifyLogin = async (challenge: string, confirmation: Confirmation, remember: boolean): Promise<void> => {
  await startSessionBy(path('verify'), { challenge, ...confirmation });
  if (remember) await takeStep('remember');
};

/** Logs in with a passkey alone. @throws ApiError; DOMException if the user gives none */
export const loginWithPasskey = async (): Promise<void> => {
  await startSessionBy(path('verify'), await getLoginPasskey());
};

/** Confirms the session once more. @throws ApiError */
export const stepUp = async (confirmation: Confirmation): Promise<void> => {
  await takeStep('step-up', confirmation);
};

/** What a set-up ends with. */
export interface SetUpResult {
  /** Of the first factor. */
  readonly recoveryCodes?: readonly string[];
  /** Of a login, whose session begins when the user has seen the codes. */
  readonly jwt?: string;
}

export interface TotpSetUp {
  readonly secret: string;
  readonly uri: string;
  readonly challenge: string;
}

/** Sets up factors, in the session or in a login. */
export interface SetUp {
  readonly beginTotp: () => Promise<TotpSetUp>;
  readonly endTotp: (challenge: string, code: string) => Promise<SetUpResult>;
  readonly addPasskey: (name: string) => Promise<SetUpResult>;
}

/** @param loginChallenge that of a login which needs the set-up; undefined: in the session */
export const setUpWith = (loginChallenge?: string): SetUp => {
  const begin = async <T>(step: string): Promise<T> =>
    loginChallenge === undefined
      ? takeStep<T>(step)
      : (await takeLoginStep<{ data: T }>(step, { challenge: loginChallenge })).data;
  const end = (step: string, body: object): Promise<SetUpResult> =>
    loginChallenge === undefined ? takeStep(step, body) : takeLoginStep(step, body);
  return {
    beginTotp: () => begin('set-up-totp'),
    endTotp: (challenge, code) => end('confirm-totp', { challenge, code }),
    addPasskey: async (name) => {
      const created = await begin<PasskeyRequest<PublicKeyCredentialCreationOptionsJSON>>('set-up-passkey');
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(created.options);
      const passkey = answerOf(await navigator.credentials.create({ publicKey }));
      return end('confirm-passkey', { challenge: created.challenge, passkey, name });
    },
  };
};

/** @param factor `totp`, or the id of a passkey @throws ApiError */
export const removeFactor = (factor: string): Promise<object> => takeStep('remove', { factor });

/** @throws ApiError */
export const renamePasskey = (id: string, name: string): Promise<object> => takeStep('rename-passkey', { id, name });

/** @throws ApiError */
export const makeRecoveryCodes = async (): Promise<readonly string[]> =>
  (await takeStep<{ recoveryCodes: readonly string[] }>('recovery-codes')).recoveryCodes;

export const factorsOfUsersQuery = (users: readonly string[]) =>
  queryOptions({
    queryKey: [...factorsKey, 'users', ...users],
    queryFn: () => takeStep<readonly { user: string; factors: readonly FactorName[] }[]>('users', { users }),
    enabled: users.length > 0,
  });

/** Removes all factors of a user. @returns whether a mail says so to the user; undefined: there were none @throws ApiError */
export const resetFactors = async (user: string): Promise<boolean | undefined> =>
  (await takeStep<{ mailed?: boolean }>('reset', { user })).mailed;
