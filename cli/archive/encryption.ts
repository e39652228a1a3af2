// The encryption of archives: AES-128 in ECB mode, with a key that scrypt derives, as `strapi export --key` has it.
import { createCipheriv, createDecipheriv, scryptSync, type Cipher, type Decipher } from 'node:crypto';
import { ArchiveError } from './archiveError.ts';

const algorithm = 'aes-128-ecb';

/** The bytes of one encrypted block. */
export const blockBytes = 16;

/** Strapi's salt until 5.54, and the one of later releases. */
export const salts = ['', 'strapi-data-transfer'] as const;
export type Salt = (typeof salts)[number];

const deriveKey = (key: string, salt: Salt): Buffer => scryptSync(key, salt, blockBytes);

/**
 * Encrypts an archive so that every Strapi 5 up to 5.54 reads it.
 *
 * @throws ArchiveError for an empty key, which a shell makes of a variable that is not set
 */
export const createEncryption = (key: string): Cipher => {
  if (key === '') throw new ArchiveError('The key of an archive must not be empty');
  return createCipheriv(algorithm, deriveKey(key, ''), null);
};

export const createDecryption = (key: string, salt: Salt): Decipher =>
  createDecipheriv(algorithm, deriveKey(key, salt), null);

/** @returns the first bytes of an encrypted archive; each block is encrypted by itself, so that one is enough to recognise */
export const decryptFirstBlock = (block: Buffer, key: string, salt: Salt): Buffer =>
  createDecryption(key, salt).setAutoPadding(false).update(block.subarray(0, blockBytes));
