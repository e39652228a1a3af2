// Sends single requests to either server, outside of measurements.
import { marker, markerText, type Request } from '../cases/index.ts';

/** A server and a full-access token for it. */
export interface Target {
  readonly url: string;
  readonly token: string;
}

export interface Reply {
  readonly data: unknown;
  readonly meta?: { readonly pagination?: unknown };
}

let sent = 0;

/** @throws Error for an answer that is not 2xx */
export const send = async ({ url, token }: Target, { method, path, body }: Request): Promise<Reply> => {
  const text = body?.replaceAll(marker, markerText('verify', ++sent));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(url + path, { method, headers, ...(text === undefined ? {} : { body: text }) });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}${path} answers ${response.status}: ${answer}`);
  return JSON.parse(answer) as Reply; // both servers answer with this envelope
};
