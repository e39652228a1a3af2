// The header with the keys of an answer, for each way to purge caches.
import { expect, it } from 'vitest';
import { defaultConfig } from '../../../lib/platform/config/index.ts';
import { fitsTags, keyHeaders } from '../../../lib/read/execute/keyHeaders.ts';

const { purge } = defaultConfig.cache;
const byTags = { ...purge, provider: 'cloudfront' } as const;
const keys = (count: number): string => Array.from({ length: count }, (_, index) => `k${index}`).join(' ');

it.each([purge, { ...purge, provider: 'fastly' }, { ...byTags, paths: ['/api/*'] }] as const)(
  'is Surrogate-Key, with any number of keys: %j',
  (settings) => {
    expect(keyHeaders('a b', settings)).toEqual({ 'surrogate-key': 'a b' });
    expect(keyHeaders(keys(51), settings)).toEqual({ 'surrogate-key': keys(51) });
    expect(fitsTags(51, settings)).toBe(true);
  },
);

it('is also Cache-Tag for CloudFront, and an answer with too many tags is not stored', () => {
  expect(keyHeaders('a b', byTags)).toEqual({ 'surrogate-key': 'a b', 'cache-tag': 'a,b' });
  expect(Object.keys(keyHeaders(keys(50), byTags))).toEqual(['surrogate-key', 'cache-tag']);
  expect(keyHeaders(keys(51), byTags)).toEqual({ 'cache-control': 'private, no-store' });
  expect([fitsTags(50, byTags), fitsTags(51, byTags)]).toEqual([true, false]);
});
