// The headers in which an answer names its keys: that of surrogate keys, and that of CloudFront's cache tags. The bundle of a site
// that does not purge CloudFront by tags has the first alone (cli/bundle).
import type { Config } from '../../platform/config/index.ts';

type PurgeSettings = Config['cache']['purge'];

/** CloudFront ignores further tags of an answer, so it could never purge the answer by them. */
const maxAnswerTags = 50;

const hasTags = ({ provider, paths }: PurgeSettings): boolean => provider === 'cloudfront' && paths.length === 0;

/** Whether an answer can name so many keys. */
export const fitsTags = (count: number, purge: PurgeSettings): boolean => count <= maxAnswerTags || !hasTags(purge);

/**
 * @param keys separated by spaces
 * @returns no keys but a Cache-Control if CloudFront could not purge the answer by all of them
 */
export const keyHeaders = (keys: string, purge: PurgeSettings): Readonly<Record<string, string>> => {
  if (!hasTags(purge)) return { 'surrogate-key': keys };
  const tags = keys.split(' ');
  return fitsTags(tags.length, purge)
    ? { 'surrogate-key': keys, 'cache-tag': tags.join(',') }
    : { 'cache-control': 'private, no-store' };
};
