// The headers with which a bucket serves files.
import { expect, it } from 'vitest';
import { servingHeaders } from '../../lib/media/store/s3.ts';

it.each([
  ['text/javascript', 'application/octet-stream', 'attachment'],
  ['text/css', 'application/octet-stream', 'attachment'],
  ['text/html', 'text/html; charset=utf-8', 'attachment'],
  ['image/svg+xml', 'image/svg+xml', 'attachment'],
  ['image/png', 'image/png', 'inline'],
])('no page can run a file: %s', (mime, type, disposition) => {
  expect(servingHeaders(mime)).toMatchObject({ ContentType: type, ContentDisposition: disposition });
});
