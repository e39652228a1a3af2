// Encrypts the secrets of one-time codes, so that a copy of the database is not enough to make codes.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { requireTokenSecret } from '../../platform/config/index.ts';
import type { Service } from '../../platform/service.ts';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Made from the secret of API tokens, which stays as long as the site does. */
const keyOf = ({ secrets }: Pick<Service, 'secrets'>): Buffer =>
  Buffer.from(hkdfSync('sha256', requireTokenSecret(secrets), '', 'lectern second factor', 32));

/** @param user whose secret it is: sealed, it opens for no other user */
export const sealSecret = (service: Pick<Service, 'secrets'>, user: string, secret: string): string => {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keyOf(service), nonce).setAAD(Buffer.from(user));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
};

/** @returns undefined if it was sealed for another user, or if the secret of API tokens has changed */
export const openSecret = (service: Pick<Service, 'secrets'>, user: string, text: string): string | undefined => {
  const bytes = Buffer.from(text, 'base64url');
  const nonce = bytes.subarray(0, nonceBytes);
  const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes);
  try {
    const decipher = createDecipheriv(algorithm, keyOf(service), nonce, { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(user)).setAuthTag(tag);
    return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
};
