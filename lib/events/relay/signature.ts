// What a receiver knows a call of ours by.
import { createHmac } from 'node:crypto';

/** The header `X-Lectern-Signature`: when the call was made, in seconds, and HMAC-SHA-256 of that and the body. */
export const signatureOf = (body: string, secret: string, at: Date): string => {
  const t = Math.floor(at.getTime() / 1000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
};
