// Metadata in uploaded pictures is removed before they are stored.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { ByteReader } from '../../lib/media/metadata/parts.ts';
import { stripMetadata } from '../../lib/media/metadata/stripMetadata.ts';
import type { Encoding } from '../../lib/media/image/encoding.ts';
import { freshFolder, pictureOfSize, pngChunk, writerTo } from './files.ts';

const folder = await freshFolder();
const write = writerTo(folder);
const secret = 'SECRET';

const at = (bytes: Buffer, place: number, ...inserted: readonly Buffer[]): Buffer =>
  Buffer.concat([bytes.subarray(0, place), ...inserted, bytes.subarray(place)]);

const jpeg = () => pictureOfSize(64, 48).jpeg({ progressive: true }).toBuffer();
const segment = (code: number, text: string): Buffer =>
  Buffer.concat([Buffer.from([0xff, code, 0, text.length + 2]), Buffer.from(text, 'latin1')]);

const png = () => pictureOfSize(64, 48).png().toBuffer();
const behindIhdr = 33;

const gif = () => pictureOfSize(64, 48).gif().toBuffer();
/** The position after the header and the global colour table. */
const firstBlock = (bytes: Buffer): number =>
  13 + ((bytes[10] ?? 0) & 0x80 ? 3 * 2 ** (((bytes[10] ?? 0) & 7) + 1) : 0);
const subBlocks = (text: string): Buffer =>
  Buffer.concat([Buffer.from([text.length]), Buffer.from(text), Buffer.from([0])]);

const webp = () => pictureOfSize(64, 48).webp().toBuffer();
const webpChunk = (name: string, text: string): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(text.length);
  return Buffer.concat([Buffer.from(name), size, Buffer.from(text), Buffer.alloc(text.length % 2)]);
};
const riff = (bytes: Buffer): Buffer => {
  bytes.writeUInt32LE(bytes.length - 8, 4);
  return bytes;
};

const planted: readonly (readonly [what: string, Encoding, () => Promise<Buffer>])[] = [
  ['a comment of a JPEG', 'jpeg', async () => at(await jpeg(), 2, segment(0xfe, secret))],
  ['an unknown application segment of a JPEG', 'jpeg', async () => at(await jpeg(), 2, segment(0xe5, secret))],
  ['text in a long Adobe segment of a JPEG', 'jpeg', async () => at(await jpeg(), 2, segment(0xee, `Adobe${secret}`))],
  ['text in a short JFIF segment of a JPEG', 'jpeg', async () => at(await jpeg(), 2, segment(0xe0, `JFIF\0${secret}`))],
  [
    'the directory of further pictures in a JPEG',
    'jpeg',
    async () => at(await jpeg(), 2, segment(0xe2, `MPF\0${secret}`)),
  ],
  [
    'a thumbnail in the header of a JPEG',
    'jpeg',
    async () => at(await jpeg(), 2, segment(0xe0, `JFIF\0\x01\x02\0\0\x01\0\x01\x02\x01${secret}`)),
  ],
  [
    'a second picture after a JPEG, with EXIF of its own',
    'jpeg',
    async () =>
      Buffer.concat([
        await jpeg(),
        await pictureOfSize(8, 8)
          .withExif({ IFD0: { Artist: secret } })
          .jpeg()
          .toBuffer(),
      ]),
  ],
  ['an unknown chunk of a PNG', 'png', async () => at(await png(), behindIhdr, pngChunk('seCr', Buffer.from(secret)))],
  ['bytes after the end of a PNG', 'png', async () => Buffer.concat([await png(), Buffer.from(secret)])],
  [
    'a comment of a GIF',
    'gif',
    async () => {
      const bytes = await gif();
      return at(bytes, firstBlock(bytes), Buffer.from([0x21, 0xfe]), subBlocks(secret));
    },
  ],
  [
    'an application block of a GIF',
    'gif',
    async () => {
      const bytes = await gif();
      return at(
        bytes,
        firstBlock(bytes),
        Buffer.from([0x21, 0xff]),
        Buffer.from([11]),
        Buffer.from('NOBODY  1.0'),
        subBlocks(secret),
      );
    },
  ],
  ['bytes after the end of a GIF', 'gif', async () => Buffer.concat([await gif(), Buffer.from(secret)])],
  ['an unknown chunk of a WebP', 'webp', async () => riff(Buffer.concat([await webp(), webpChunk('SECR', secret)]))],
  ['bytes after the end of a WebP', 'webp', async () => Buffer.concat([await webp(), Buffer.from(secret)])],
];

it.each(planted)('%s is not stored, and every pixel stays the same', async (what, encoding, make) => {
  const bytes = await make();
  expect(bytes.includes(secret)).toBe(true);
  const copy = join(folder, 'copy');
  expect(await stripMetadata(await write('planted', bytes), encoding, copy)).toBe(true);
  const stored = await readFile(copy);
  expect(stored.includes(secret)).toBe(false);
  expect(await sharp(stored).raw().toBuffer()).toEqual(await sharp(bytes).raw().toBuffer());
  expect((await sharp(stored).metadata()).width, what).toBe(64);
});

it.each([
  ['jpeg', () => pictureOfSize(64, 48).withIccProfile('p3').jpeg().toBuffer()],
  ['png', () => pictureOfSize(64, 48).withIccProfile('p3').png().toBuffer()],
  ['webp', () => pictureOfSize(64, 48).withIccProfile('p3').webp().toBuffer()],
  ['gif', gif],
] as const)('a %s without metadata stays the same, with its colour profile', async (encoding, make) => {
  const bytes = await make();
  const copy = join(folder, 'copy');
  expect(await stripMetadata(await write('clean', bytes), encoding, copy)).toBe(true);
  const [stored, before] = [await sharp(copy).metadata(), await sharp(bytes).metadata()];
  expect(stored.icc).toEqual(before.icc);
  expect(await sharp(copy).raw().toBuffer()).toEqual(await sharp(bytes).raw().toBuffer());
});

it.each(['jpeg', 'png', 'gif', 'webp'] as const)(
  'a truncated %s is refused or stays readable, and never throws',
  async (encoding) => {
    const bytes = await { jpeg, png, gif, webp }[encoding]();
    for (let length = 0; length < bytes.length; length += 7) {
      const done = await stripMetadata(await write('cut', bytes.subarray(0, length)), encoding, join(folder, 'copy'));
      expect(typeof done).toBe('boolean');
    }
  },
);

it('a JPEG with more segments than a picture has is left to be encoded again', async () => {
  const bytes = await jpeg();
  const parts = Array.from({ length: 2_000 }, () => Buffer.from([0xff, 0xdd, 0, 4, 0, 0, 0xff, 0xfe, 0, 2]));
  const done = await stripMetadata(await write('many', at(bytes, 2, ...parts)), 'jpeg', join(folder, 'copy'));
  expect(done).toBe(false);
});

it('a scan is searched in large windows, however many escaped bytes it has', async () => {
  const file = Buffer.alloc(300_000, 0xff);
  let reads = 0;
  const read = (buffer: Buffer, offset: number, length: number, position: number) => {
    reads += 1;
    return Promise.resolve({ bytesRead: file.copy(buffer, offset, position, position + length), buffer });
  };
  const reader = new ByteReader({ read } as ConstructorParameters<typeof ByteReader>[0], file.length);
  const missed: number[] = [];
  for (let place = 0; place < file.length; place += 2)
    if ((await reader.findPair(place, (code) => code === 0xff)) !== place) missed.push(place);
  expect(missed).toEqual([]);
  expect(await reader.findPair(0, (code) => code === 0xd9)).toBe(file.length);
  expect(reads).toBeLessThan(20);
});
