// The token of a preview link. It is signed and contains the draft it gives access to and its expiry time.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { unauthorized } from '../../errors.ts';

/** Identifies one draft. */
export interface DraftReference {
  /** The uid of its content type. */
  readonly uid: string;
  readonly documentId: string;
  /** null if the type is not localized. */
  readonly locale: string | null;
  /** undefined: the link has none. */
  readonly release?: LinkedRelease | undefined;
}

/** The release after which related documents are read. */
export interface LinkedRelease {
  readonly id: number;
  /** Whose rights decide which of its drafts count, as `findCallerByName` takes it: whoever made the link. */
  readonly author: string | null;
}

/** The first part is the format: 1, or 2 with a release and its author. Both are signed. */
const tokenPattern = /^[12]\.([a-z\d]+)\.([A-Za-z\d-]*)\.(\d{1,12})(?:\.(\d{1,15})\.([\w-]*))?\.([\w-]{43})$/;

/** A key that is derived for this purpose only. */
const deriveKey = (secret: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'lectern preview link', 32));

/**
 * @returns base64url. Verification compares these texts, so a signature whose unused last bits were changed is
 *   rejected
 */
const signPayload = (secret: string, uid: string, payload: string): string =>
  createHmac('sha256', deriveKey(secret))
    .update(JSON.stringify([uid, payload]))
    .digest('base64url');

/**
 * @param secret the one that API tokens are hashed with
 * @param expires the second since 1970 when the token becomes invalid
 */
export const previewToken = (
  secret: string,
  { uid, documentId, locale, release }: DraftReference,
  expires: number,
): string => {
  const draft = [documentId, locale ?? '', expires];
  const parts =
    release === undefined
      ? ['1', ...draft]
      : ['2', ...draft, release.id, Buffer.from(release.author ?? '').toString('base64url')];
  const payload = parts.join('.');
  return `${payload}.${signPayload(secret, uid, payload)}`;
};

/**
 * @param uid of the requested content type
 * @returns the draft that the token gives access to
 * @throws ApiError 401 if the token is invalid for this type, or has expired
 */
export const verifyPreviewToken = (secret: string, token: unknown, uid: string, now: Date): DraftReference => {
  const [whole, documentId, locale, expires, id, author = '', signature] =
    tokenPattern.exec(typeof token === 'string' ? token : '') ?? [];
  if (whole === undefined || documentId === undefined || signature === undefined)
    throw unauthorized('Invalid preview link');
  const expected = signPayload(secret, uid, whole.slice(0, -signature.length - 1));
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) throw unauthorized('Invalid preview link');
  if (Number(expires) * 1000 <= now.getTime()) throw unauthorized('The preview link has expired: ask for another');
  return {
    ...{ uid, documentId, locale: locale === '' || locale === undefined ? null : locale },
    ...(id === undefined
      ? {}
      : { release: { id: Number(id), author: Buffer.from(author, 'base64url').toString() || null } }),
  };
};
