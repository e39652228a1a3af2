// Encrypts what the database keeps of a provider, so that a copy of the database opens nothing.
import { createHash } from 'node:crypto';
import { compactDecrypt, CompactEncrypt } from 'jose';
import type { Service } from '../../platform/service.ts';

/** A key for nothing else. */
const keyOf = (secret: string): Uint8Array => createHash('sha256').update(`seal of sign-in ${secret}`).digest();

/** @throws Error if there is no secret to sign sessions with */
export const seal = async ({ secrets }: Pick<Service, 'secrets'>, text: string): Promise<string> => {
  const [secret] = secrets.sessions;
  if (secret === undefined) throw new Error('There is no secret to sign sessions with');
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(keyOf(secret));
};

/** @returns the text; undefined if none of the secrets sealed it */
export const unseal = async ({ secrets }: Pick<Service, 'secrets'>, sealed: string): Promise<string | undefined> => {
  for (const secret of secrets.sessions) {
    const opened = await compactDecrypt(sealed, keyOf(secret)).catch(() => undefined);
    if (opened !== undefined) return new TextDecoder().decode(opened.plaintext);
  }
  return undefined;
};
