// How cache settings depend on content types and on signed URLs.
import { expect, it } from 'vitest';
import { checkCache, defaultConfig, type Config } from '../../../lib/platform/config/index.ts';
import { library } from '../../write/documents/library.ts';

const { upload } = defaultConfig;
const cachePolicy = { maxAge: 60, sharedMaxAge: 300, staleWhileRevalidate: 100 };
const signing = (signedSeconds: number): Config['upload'] => ({ ...upload, s3: { ...upload.s3, signedSeconds } });
const check = (uid: string, more: Partial<Config> = {}): void => {
  checkCache({ upload, cache: { types: { [uid]: cachePolicy } }, ...more }, library);
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
