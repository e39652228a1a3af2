// Files for tests, in temporary folders.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { afterAll } from 'vitest';

/** Creates a folder that is deleted after the test file. */
export const freshFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** Returns a function that writes a file to a folder and returns its path. */
export const writerTo =
  (folder: string) =>
  async (name: string, content: Buffer | string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };

/** A picture with visible content: red on the left, blue on the right. */
export const pictureOfSize = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: 'blue' } }).composite([
    {
      input: {
        create: { width: Math.ceil(width / 2), height, channels: 3, background: 'red' },
      },
      ...{ left: 0, top: 0 },
    },
  ]);

/** An animated GIF whose first frame is red. */
export const animationOf = async (frames: number, width: number, height: number): Promise<Buffer> => {
  const pictures = Array.from({ length: frames }, (_, index) => {
    const background = { r: index === 0 ? 255 : 0, g: index, b: 255 * (index % 2) };
    return sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer();
  });
  return sharp(await Promise.all(pictures), { join: { animated: true } })
    .gif()
    .toBuffer();
};

export const pngChunk = (name: string, data: Uint8Array): Buffer => {
  const named = Buffer.concat([Buffer.from(name), data]);
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  chunk.set(named, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  return chunk;
};

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const pngSize = (width: number, height: number, bitDepth: number, colourType: number): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bitDepth, colourType], 8);
  return pngChunk('IHDR', header);
};

/** A PNG header with that size, and no pixels. */
export const pngHeader = (width: number, height: number): Buffer =>
  Buffer.concat([pngSignature, pngSize(width, height, 8, 2), pngChunk('IDAT', Buffer.alloc(0))]);

/** A valid white PNG with one bit for each pixel. sharp would take seconds for millions of pixels. */
export const whitePng = (width: number, height: number): Buffer => {
  const row = Buffer.alloc(1 + Math.ceil(width / 8), 0xff).fill(0, 0, 1);
  const pixels = deflateSync(Buffer.alloc(row.length * height, row));
  const chunks = [pngSize(width, height, 1, 0), pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([pngSignature, ...chunks]);
};

/** A TIFF with an Artist tag: its directory is written again at the end of the file, with the tag added. */
export const tiffBy = async (artist: string): Promise<Buffer> => {
  const tiff = await pictureOfSize(40, 30).tiff({ compression: 'none' }).toBuffer();
  const from = tiff.readUInt32LE(4);
  const tags = Array.from({ length: tiff.readUInt16LE(from) }, (_, index) =>
    tiff.subarray(from + 2 + index * 12, from + 14 + index * 12),
  );
  const text = Buffer.from(`${artist}\0`);
  const tag = Buffer.alloc(12);
  tag.writeUInt16LE(315);
  tag.writeUInt16LE(2, 2);
  tag.writeUInt32LE(text.length, 4);
  tag.writeUInt32LE(tiff.length, 8);
  const count = Buffer.alloc(2);
  count.writeUInt16LE(tags.length + 1);
  const sorted = [...tags, tag].sort((one, other) => one.readUInt16LE() - other.readUInt16LE());
  const padded = Buffer.concat([text, Buffer.alloc(text.length % 2)]);
  const result = Buffer.concat([tiff, padded, count, ...sorted, Buffer.alloc(4)]);
  result.writeUInt32LE(tiff.length + padded.length, 4);
  return result;
};
