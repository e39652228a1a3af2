// Whether a call of a webhook comes from Lectern, and is only a few minutes old.
import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * @param {string | Buffer} body of the call, as it was sent
 * @param {string | undefined} header its `X-Lectern-Signature`
 * @param {string} secret that of the webhook
 */
export const isOurs = (body, header, secret, now = Date.now()) => {
  const [, t = '0', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? [];
  const expected = createHmac('sha256', secret).update(`${t}.`).update(body).digest();
  return Math.abs(now / 1000 - Number(t)) < 300 && v1 !== '' && timingSafeEqual(Buffer.from(v1, 'hex'), expected);
};
