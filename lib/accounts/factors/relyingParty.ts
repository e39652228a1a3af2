// Which domain passkeys belong to, and which page may use them. Never taken from `Host`, which anybody can send.
import type { Request } from '../../api/http/index.ts';
import { invalid } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';

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
export const requireRelyingParty = (
  service: Pick<Service, 'config'>,
  request: Pick<Request, 'headers'>,
): RelyingParty => {
  const party = findRelyingParty(service, request);
  if (party === undefined) throw invalid('Passkeys need the address of the editor: set editor.url');
  return party;
};
