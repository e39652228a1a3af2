// Encrypts what the database keeps of factors and providers, so that a copy of the database opens nothing.
import { hkdfSync } from 'node:crypto';

/** A key for nothing else. */
const keyOf = (secret: string, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', `lectern seal ${purpose}`, 32));

/**
 * @param secrets the first one seals
 * @param purpose the text opens with the same purpose alone
 * @throws Error if there is no secret
 */
export const seal = async (secrets: readonly string[], purpose: string, text: string): Promise<string> => {
  const [secret] = secrets;
  if (secret === undefined) throw new Error(`There is no secret to seal a ${purpose}`);
  const { CompactEncrypt } = await import('jose/jwe/compact/encrypt');
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(keyOf(secret, purpose));
};

/** @returns the text; undefined if none of the secrets sealed it for this purpose */
export const unseal = async (
  secrets: readonly string[],
  purpose: string,
  sealed: string,
): Promise<string | undefined> => {
  const { compactDecrypt } = await import('jose/jwe/compact/decrypt');
  for (const secret of secrets) {
    const opened = await compactDecrypt(sealed, keyOf(secret, purpose)).catch(() => undefined);
    if (opened !== undefined) return new TextDecoder().decode(opened.plaintext);
  }
  return undefined;
};
