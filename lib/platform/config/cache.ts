// What the settings of caches need of content types, and of how long the addresses of files are good for.
import { builtInUids, didYouMean, type Schema } from '../../schema/index.ts';
import type { Settings } from './definition.ts';

/** @throws Error for a type that is none, and where answers would be kept longer than the addresses in them are good for */
export const checkCache = ({ cache, upload }: Pick<Settings, 'cache' | 'upload'>, { served }: Schema): void => {
  const uids = [...[...served.values()].map(({ uid }) => uid), builtInUids.file];
  // Signatures are shared for half of their time.
  const good = upload.s3.signedSeconds / 2;
  for (const [uid, { maxAge, sharedMaxAge, staleWhileRevalidate }] of Object.entries(cache.types)) {
    if (!uids.includes(uid)) throw new Error(`cache.types: there is no content type "${uid}"${didYouMean(uid, uids)}`);
    if (upload.s3.signedSeconds > 0 && Math.max(maxAge, sharedMaxAge) + staleWhileRevalidate > good)
      throw new Error(
        `cache.types.${uid}: an answer must not be kept for more than ${good} s, half of upload.s3.signedSeconds: no longer are the addresses of files in it sure to be good`,
      );
  }
};
