// The stored record of a file.
import { expect, it } from 'vitest';
import { allKeysOf, buildRecord, type RecordInput } from '../../lib/media/records/fileRecord.ts';

const url = (key: string): string => `/uploads/${key}`;
const uploadedFile: RecordInput = {
  ...{ name: 'Cover.jpg', hash: 'Cover_0123456789', type: { mime: 'image/jpeg', ext: '.jpg' }, bytes: 49_786 },
  picture: undefined,
  provider: 'local',
  url,
};

it('has the formats of a picture', () => {
  const thumbnail = {
    ...({ name: 'thumbnail' } as const),
    ...{ path: '/tmp/thumbnail', bytes: 5_895, width: 245, height: 137 },
    ...{ mime: 'image/webp', ext: '.webp' },
  };
  const picture = { width: 1200, height: 671, path: '/tmp/a', bytes: 49_786, formats: [thumbnail] };
  const record = buildRecord({ ...uploadedFile, picture });
  expect(record).toEqual({
    pending: null,
    name: 'Cover.jpg',
    width: 1200,
    height: 671,
    formats: {
      thumbnail: {
        name: 'thumbnail_Cover.jpg',
        hash: 'thumbnail_Cover_0123456789',
        ext: '.webp',
        mime: 'image/webp',
        path: null,
        width: 245,
        height: 137,
        size: 5.9,
        sizeInBytes: 5895,
        url: '/uploads/thumbnail_Cover_0123456789.webp',
      },
    },
    hash: 'Cover_0123456789',
    ext: '.jpg',
    mime: 'image/jpeg',
    size: 49.79,
    url: '/uploads/Cover_0123456789.jpg',
    provider: 'local',
  });
  expect(allKeysOf(record)).toEqual(['Cover_0123456789.jpg', 'thumbnail_Cover_0123456789.webp']);
});

it('has no formats if the picture is small', () => {
  expect(buildRecord(uploadedFile)).toMatchObject({ formats: null, width: null, height: null });
});

it('has the size that an SVG declares', () => {
  const type = { mime: 'image/svg+xml', ext: '.svg', width: 10, height: null };
  expect(buildRecord({ ...uploadedFile, type })).toMatchObject({ width: 10, height: null });
});
