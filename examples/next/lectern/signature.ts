// Verifies the signature of a webhook call: `X-Lectern-Signature: t=<seconds>,v1=<HMAC-SHA-256 of "<t>.<body>" in hexadecimal>`.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Older calls are refused, so that nobody can record a call and send it again later. */
const maxAgeSeconds = 300;

/**
 * @param header the header's value; undefined if the call has none
 * @param now the current time in milliseconds
 */
export const isSigned = (header: string | undefined, body: Buffer, secret: string, now: number): boolean => {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time) || Math.abs(now / 1000 - Number(time)) > maxAgeSeconds) return false;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  return parts.some(([name, value = '']) => {
    const received = Buffer.from(value, 'hex');
    return name === 'v1' && received.length === expected.length && timingSafeEqual(received, expected);
  });
};
