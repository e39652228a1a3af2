// Checks the cache settings against the content types and the validity of signed addresses.
import { builtInUids, didYouMean, type Schema } from '../../schema/index.ts';
import type { Settings } from './settingsSchema.ts';

/** @throws Error for an unknown content type, or if caches could store answers longer than the addresses in them are valid */
export const checkCache = ({ cache, upload }: Pick<Settings, 'cache' | 'upload'>, { served }: Schema): void => {
  const uids = [...[...served.values()].map(({ uid }) => uid), builtInUids.file];
  // An address may be reused for half of its validity, so only the other half is certain.
  const validSeconds = upload.s3.signedSeconds / 2;
  for (const [uid, { maxAge, sharedMaxAge, staleWhileRevalidate }] of Object.entries(cache.types)) {
    if (!uids.includes(uid)) throw new Error(`cache.types: there is no content type "${uid}"${didYouMean(uid, uids)}`);
    if (upload.s3.signedSeconds > 0 && Math.max(maxAge, sharedMaxAge) + staleWhileRevalidate > validSeconds)
      throw new Error(
        `cache.types.${uid}: caches may store an answer for at most ${validSeconds} s, half of upload.s3.signedSeconds: after that, the addresses of files in it may have expired`,
      );
  }
};
