// How cache settings depend on content types and on signed URLs.
import { expect, it } from 'vitest';
import { checkCache, checkPurge, defaultConfig, type Config } from '../../../lib/platform/config/index.ts';
import { checkSettings } from '../../../lib/platform/config/checkSettings.ts';
import { library } from '../../write/documents/library.ts';

const { upload } = defaultConfig;
const { purge } = defaultConfig.cache;
const cachePolicy = { maxAge: 60, sharedMaxAge: 300, staleWhileRevalidate: 100 };
const signing = (signedSeconds: number): Config['upload'] => ({ ...upload, s3: { ...upload.s3, signedSeconds } });
const check = (uid: string, more: Partial<Config> = {}): void => {
  checkCache({ upload, cache: { purge, types: { [uid]: cachePolicy } }, ...more }, library);
};

it('accepts content types, and files', () => {
  for (const uid of ['api::book.book', 'api::home.home', 'plugin::upload.file']) check(uid);
});

it.each(['api::boook.book', 'books', 'plugin::users-permissions.user', 'plugin::users-permissions.role'])(
  'refuses an unknown type: %s',
  (uid) => {
    expect(() => {
      check(uid);
    }).toThrow(`cache.types: there is no content type "${uid}"`);
  },
);

it('refuses to keep an answer longer than the signed URLs in it are valid', () => {
  check('api::book.book', { upload: signing(800) });
  expect(() => {
    check('api::book.book', { upload: signing(798) });
  }).toThrow('cache.types.api::book.book: caches may store an answer for at most 399 s');
});

it.each([
  ['fastly', {}, 'cache.purge.service is empty, and cache.purge.provider is fastly'],
  ['varnish', {}, 'cache.purge.urls is empty, and cache.purge.provider is varnish'],
  ['http', {}, 'cache.purge.urls is empty, and cache.purge.provider is http'],
  ['fastly', { service: 'SU1Z0isxPaozGVKXdv0eY' }, undefined],
  ['varnish', { urls: ['http://10.0.0.5:6081/'] }, undefined],
  // A deployment has a distribution of its own.
  ['cloudfront', {}, undefined],
  ['none', {}, undefined],
] as const)('%s with %j needs %s', (provider, more, fault) => {
  const checked = (): void => {
    checkPurge({ ...purge, provider, ...more });
  };
  if (fault === undefined) expect(checked).not.toThrow();
  else expect(checked).toThrow(fault);
});

it.each([
  ['provider', 'akamai', 'one of none, cloudfront, fastly, varnish, http'],
  ['distribution', 'https://d111.cloudfront.net', 'the id of a distribution'],
  ['paths', ['api/*'], 'a path that begins with /'],
  ['urls', ['10.0.0.5'], 'an address'],
  ['service', 'my service', 'the id of a service'],
])('refuses the value of cache.purge.%s', (name, value, advice) => {
  const checked = checkSettings(JSON.stringify({ cache: { purge: { [name]: value } } }), 'lectern.json');
  expect(checked).toEqual({
    faults: [
      {
        file: 'lectern.json',
        path: expect.stringContaining(`cache.purge.${name}`),
        message: expect.stringContaining(advice),
      },
    ],
  });
});
