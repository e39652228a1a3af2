// Texts that are mailed or handed out, and prove who has them: kept as hashes.
import { createHash, randomBytes } from 'node:crypto';

/** A code is 256 random bits: no slow hash is needed to keep it from being guessed. */
export const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex');

const random = (): string => randomBytes(32).toString('base64url');

export const newCode = random;

/** A code that says itself when it is over: the hash is of all of it, so nobody can say otherwise. */
export const newCodeUntil = (until: Date): string => `${random()}.${Math.floor(until.getTime() / 1000).toString(36)}`;

/** Whether a code that says when it is over is. */
export const isOver = (code: string, now: Date): boolean => {
  const seconds = /\.([0-9a-z]{1,10})$/.exec(code)?.[1];
  return seconds === undefined || parseInt(seconds, 36) * 1000 <= now.getTime();
};
