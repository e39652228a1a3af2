// Signs webhook calls, so that receivers can verify them.
import { createHmac } from 'node:crypto';

/**
 * The value of the header `X-Lectern-Signature`: the time of the call in seconds, and the HMAC-SHA-256 of that time
 * and the body.
 */
export const signatureOf = (body: string, secret: string, at: Date): string => {
  const t = Math.floor(at.getTime() / 1000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
};
