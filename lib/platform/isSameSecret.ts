// Compares a secret that a caller sends with one that is known.
import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Takes the same time for every input, because the compared hashes have the same length. */
export const isSameSecret = (text: string, secret: string): boolean => timingSafeEqual(digest(text), digest(secret));
