// Whether a call is Lectern's: `X-Lectern-Signature: t=<seconds>,v1=<HMAC-SHA-256 of "<t>.<body>", in hexadecimal>`.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** A call that somebody kept and sends again later is not taken. */
const maxAgeSeconds = 300;

/**
 * @param header as it came; undefined when there is none
 * @param now in milliseconds
 */
export const isSigned = (header: string | undefined, body: Buffer, secret: string, now: number): boolean => {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time) || Math.abs(now / 1000 - Number(time)) > maxAgeSeconds) return false;
  const wanted = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  return parts.some(([name, value = '']) => {
    const given = Buffer.from(value, 'hex');
    return name === 'v1' && given.length === wanted.length && timingSafeEqual(given, wanted);
  });
};
