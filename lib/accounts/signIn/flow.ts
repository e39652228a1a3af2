// The state of a login by a provider, between its start and the way back. Nothing is stored: the state is signed, and the signature
// covers a secret that only the browser has which began the login.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readCookie, setCookie, type Answer, type Request } from '../../api/http/index.ts';
import type { Service } from '../../platform/service.ts';
import { newCode } from '../codes.ts';

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
  readonly challenge?: string | undefined;
}

/** A flow in its browser. Only the server can make these, and only for that browser. */
export interface OpenFlow extends Flow {
  readonly state: string;
  readonly nonce: string;
  /** The verifier of PKCE. */
  readonly verifier: string;
}

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

const openFlow = (secret: string, browser: string, flow: Flow, state: string): OpenFlow => ({
  ...flow,
  state,
  nonce: sign(secret, 'nonce', browser, flow.id),
  verifier: sign(secret, 'verifier', browser, flow.id),
});

/**
 * Begins a login. Two tabs of a browser share its secret, so that each can finish its own login.
 *
 * @returns the flow, and the headers of the answer
 * @throws Error if there is no secret to sign sessions with
 */
export const startFlow = (
  { secrets, now }: Context,
  request: Pick<Request, 'headers'>,
  start: Pick<Flow, 'path' | 'destination' | 'challenge'>,
): OpenFlow & Pick<Answer, 'headers'> => {
  const [secret] = secrets.sessions;
  if (secret === undefined) throw new Error('There is no secret to sign sessions with');
  const browser = readCookie(request, cookieName) ?? newCode();
  const until = new Date(now().getTime() + flowSeconds * 1000);
  const flow = { ...start, id: newCode(), until };
  const content = Buffer.from(JSON.stringify(flow)).toString('base64url');
  return {
    ...openFlow(secret, browser, flow, `${content}.${sign(secret, 'state', browser, content)}`),
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
): OpenFlow | undefined => {
  const browser = readCookie(request, cookieName);
  const [content = '', signature = ''] = state.split('.');
  if (browser === undefined) return undefined;
  const secret = secrets.sessions.find((one) => isSame(sign(one, 'state', browser, content), signature));
  if (secret === undefined) return undefined;
  // Signed, so it has the form that `startFlow` gave it. JSON has no dates.
  const flow = JSON.parse(Buffer.from(content, 'base64url').toString()) as Flow;
  const until = new Date(flow.until);
  return flow.path !== path || until <= now() ? undefined : openFlow(secret, browser, { ...flow, until }, state);
};
