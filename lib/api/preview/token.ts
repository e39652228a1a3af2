// The token of a preview link: signed, it says which draft can be read with it, and until when.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { unauthorized } from '../../errors.ts';

/** One draft. */
export interface Draft {
  /** Of its type. */
  readonly uid: string;
  readonly documentId: string;
  /** null where the type is not localized. */
  readonly locale: string | null;
}

/** What tokens begin with: those of another form would have another. */
const version = '1';

const form = /^1\.([a-z\d]+)\.([A-Za-z\d-]*)\.(\d{1,12})\.([\w-]{43})$/;

/** A key for this purpose alone. */
const keyOf = (secret: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'lectern preview link', 32));

/** @returns as text: of one signature there is one text alone, whatever its last bits */
const signatureOf = (secret: string, uid: string, said: string): string =>
  createHmac('sha256', keyOf(secret))
    .update(JSON.stringify([uid, said]))
    .digest('base64url');

/**
 * @param secret what API tokens are hashed with
 * @param expires the second since 1970 from which it is no longer taken
 */
export const previewToken = (secret: string, { uid, documentId, locale }: Draft, expires: number): string => {
  const said = [version, documentId, locale ?? '', expires].join('.');
  return `${said}.${signatureOf(secret, uid, said)}`;
};

/**
 * @param uid of the type that is asked
 * @returns the draft that may be read
 * @throws ApiError 401 for what is no token of a draft of this type, or no longer
 */
export const draftOf = (secret: string, token: unknown, uid: string, now: Date): Draft => {
  const [whole, documentId, locale, expires, signature] = form.exec(typeof token === 'string' ? token : '') ?? [];
  if (whole === undefined || documentId === undefined || signature === undefined)
    throw unauthorized('This is no preview link');
  const right = signatureOf(secret, uid, whole.slice(0, -signature.length - 1));
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(right))) throw unauthorized('This is no preview link');
  if (Number(expires) * 1000 <= now.getTime()) throw unauthorized('The preview link has expired: ask for another');
  return { uid, documentId, locale: locale === '' || locale === undefined ? null : locale };
};
