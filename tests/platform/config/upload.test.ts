// Which upload settings need one another.
import { expect, it } from 'vitest';
import { checkUpload, defaultConfig } from '../../../lib/platform/config/index.ts';

const { upload } = defaultConfig;
const bucket = { ...upload.s3, bucket: 'files' };

it('accepts the defaults, and a bucket', () => {
  checkUpload(upload);
  checkUpload({ ...upload, provider: 's3', s3: { ...bucket, prefix: 'site/uploads/' } });
  checkUpload({ ...upload, provider: 's3', s3: { ...bucket, signedSeconds: 900 } });
});

it.each([
  [{ ...upload, folder: '' }, 'upload.folder'],
  [{ ...upload, provider: 's3' as const }, 'upload.s3.bucket'],
  [{ ...upload, s3: { ...bucket, prefix: '/uploads' } }, 'upload.s3.prefix'],
  [{ ...upload, s3: { ...bucket, prefix: '../' } }, 'upload.s3.prefix'],
  [{ ...upload, s3: { ...bucket, signedSeconds: 900, url: 'https://cdn.example.org' } }, 'upload.s3.signedSeconds'],
])('names the setting to change: %#', (settings, setting) => {
  expect(() => {
    checkUpload(settings);
  }).toThrow(setting);
});
