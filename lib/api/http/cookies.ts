// Reads cookies, and writes those that no script can read.
import type { Answer } from './answer.ts';
import type { Request } from './request.ts';

/** @returns the value of a cookie; undefined if there is none, or an empty one */
export const readCookie = ({ headers }: Pick<Request, 'headers'>, name: string): string | undefined => {
  const start = `${name}=`;
  const sent = (headers.cookie ?? '').split(';').map((one) => one.trim());
  return sent.find((one) => one.startsWith(start) && one !== start)?.slice(start.length);
};

/**
 * @param name browsers let no other host of the site set a cookie whose name starts with `__Host-`
 * @param seconds how long it lasts; 0 deletes it
 * @returns the header that stores a cookie
 */
export const setCookie = (
  name: string,
  value: string,
  seconds: number,
  sameSite: 'Lax' | 'Strict',
): Required<Pick<Answer, 'headers'>> => ({
  headers: { 'set-cookie': `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=${sameSite}` },
});
