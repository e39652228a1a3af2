// The state of a login by a provider, between its start and the way back. Nothing is stored: the state is signed, and the signature
// covers a secret that only the browser has which began the login.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readCookie, setCookie, type Answer, type Request } from '../../api/http/index.ts';
import type { Service } from '../../platform/service.ts';

/** What a login brings along on its way. */
export interface Flow {
  /** Of this login alone. */
  readonly id: string;
  /** Of the provider: its address for browsers that come back. */
  readonly path: string;
  readonly until: Date;
  /** Where the browser goes afterwards. */
  readonly destination: string;
  /** The challenge of the page that gets a code at the end: only its verifier redeems the code. */
  readonly challenge: string | undefined;
}

/** Only the server can make both, and only for the browser of the login. */
interface FlowSecrets {
  readonly nonce: string;
  /** The verifier of PKCE. */
  readonly verifier: string;
}

/** A flow whose state came back. */
export interface ReceivedFlow extends Flow, FlowSecrets {
  readonly state: string;
}

interface StartedFlow extends FlowSecrets {
  readonly state: string;
  readonly headers: NonNullable<Answer['headers']>;
}

/** The last one is null for a page without a challenge. */
type SignedParts = [id: string, path: string, seconds: number, destination: string, challenge: string | null];

type Context = Pick<Service, 'secrets' | 'now'>;

/** Enough for a password, a second factor and a consent at the provider. */
const flowSeconds = 600;

/** It holds the secret of the browser. */
const cookieName = '__Host-lectern_sign_in';

/** The text has spaces, and the signed part of a JWT never does, for which the same secret is used. */
const sign = (secret: string, purpose: string, ...parts: readonly string[]): string =>
  createHmac('sha256', secret)
    .update(`sign in ${purpose} ${JSON.stringify(parts)}`)
    .digest('base64url');

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

const secretsOf = (secret: string, browser: string, id: string): FlowSecrets => ({
  nonce: sign(secret, 'nonce', browser, id),
  verifier: sign(secret, 'verifier', browser, id),
});

/**
 * Begins a login. Two tabs of a browser share its secret, so that each can finish its own login.
 *
 * @param path of the provider
 * @param destination where the browser goes afterwards
 * @param challenge of the page there
 * @throws Error if there is no secret to sign sessions with
 */
export const startFlow = (
  { secrets, now }: Context,
  request: Pick<Request, 'headers'>,
  path: string,
  destination: string,
  challenge?: string,
): StartedFlow => {
  const [secret] = secrets.sessions;
  if (secret === undefined) throw new Error('There is no secret to sign sessions with');
  const browser = readCookie(request, cookieName) ?? randomBytes(32).toString('base64url');
  const id = randomBytes(16).toString('base64url');
  const until = Math.floor(now().getTime() / 1000) + flowSeconds;
  const content = Buffer.from(JSON.stringify([id, path, until, destination, challenge])).toString('base64url');
  return {
    ...secretsOf(secret, browser, id),
    state: `${content}.${sign(secret, 'state', browser, content)}`,
    ...setCookie(cookieName, browser, flowSeconds, 'Lax'),
  };
};

/**
 * @param state as the provider, or the editor, sends it back
 * @returns undefined if another browser or another provider began the login, if it is too old, and for any other text
 */
export const readFlow = (
  { secrets, now }: Context,
  request: Pick<Request, 'headers'>,
  path: string,
  state: string,
): ReceivedFlow | undefined => {
  const browser = readCookie(request, cookieName);
  const [content = '', signature = ''] = state.split('.');
  if (browser === undefined) return undefined;
  const secret = secrets.sessions.find((one) => isSame(sign(one, 'state', browser, content), signature));
  if (secret === undefined) return undefined;
  // Signed, so it has the form that `startFlow` gave it.
  const parts = JSON.parse(Buffer.from(content, 'base64url').toString()) as SignedParts;
  const [id, startedBy, seconds, destination, challenge] = parts;
  const until = new Date(seconds * 1000);
  if (startedBy !== path || until <= now()) return undefined;
  return { id, path, until, destination, challenge: challenge ?? undefined, state, ...secretsOf(secret, browser, id) };
};
