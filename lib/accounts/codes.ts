// Secret codes that are mailed or returned to users. Only their hashes are stored.
import { createHash, createHmac, randomBytes } from 'node:crypto';

/** A code has 256 random bits, so a fast hash is safe against guessing. */
export const hashCode = (code: string): string => createHash('sha256').update(code).digest('hex');

export const newCode = (): string => randomBytes(32).toString('base64url');

/**
 * The code that follows another one: always the same, and only the server can compute it. The message contains a space, and
 * the signed part of a JWT never does, so no code is the signature of a JWT, for which the same secret is used.
 */
export const deriveNextCode = (code: string, secret: string): string =>
  createHmac('sha256', secret).update(`next ${code}`).digest('base64url');

/** A code that contains its expiry time. The hash covers the whole code, so nobody can change the time. */
export const newExpiringCode = (until: Date): string =>
  `${newCode()}.${Math.floor(until.getTime() / 1000).toString(36)}`;

/** Whether a code from `newExpiringCode` has expired. */
export const isExpired = (code: string, now: Date): boolean => {
  const seconds = /\.([0-9a-z]{1,10})$/.exec(code)?.[1];
  return seconds === undefined || parseInt(seconds, 36) * 1000 <= now.getTime();
};
