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

/**
 * A code that contains who made it and its expiry time. The hash covers the whole code, so nobody can change them.
 *
 * @param maker the name of a caller (`writerOf`); undefined: the site, or the command line
 */
export const newExpiringCode = (until: Date, maker?: string): string => {
  const name = maker === undefined ? [] : [Buffer.from(maker).toString('base64url')];
  return [newCode(), ...name, Math.floor(until.getTime() / 1000).toString(36)].join('.');
};

/** @returns who made a code from `newExpiringCode`; undefined: the site, or the command line */
export const makerOf = (code: string): string | undefined => {
  const [, maker, until] = code.split('.');
  return until === undefined || maker === undefined ? undefined : Buffer.from(maker, 'base64url').toString();
};

/** Whether a code from `newExpiringCode` has expired. */
export const isExpired = (code: string, now: Date): boolean => {
  const seconds = /\.([0-9a-z]{1,10})$/.exec(code)?.[1];
  return seconds === undefined || parseInt(seconds, 36) * 1000 <= now.getTime();
};
