// Recovery codes: each replaces a factor once, for users who lost theirs.
import { randomBytes } from 'node:crypto';
import { hashCode } from '../users/index.ts';

const count = 10;

/** 80 bits: nobody can guess one, so a fast hash is enough, and no limit can lock a user out of them. */
const bytes = 10;

/** Without letters and digits that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz023456789';

const newRecoveryCode = (): string => {
  const bits = [...randomBytes(bytes)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('');
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-');
};

export const newRecoveryCodes = (): readonly string[] => Array.from({ length: count }, newRecoveryCode);

/** The stored form. Spaces, hyphens and capital letters of what a person types do not count. */
export const hashRecoveryCode = (code: string): string => hashCode(code.toLowerCase().replaceAll(/[\s-]/g, ''));
