// Processed pictures; the tests decode the results.
import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { planPicture, processPicture, type FormatType, type Picture } from '../../lib/media/image/picture.ts';
import type { PictureWork } from '../../lib/media/image/pictureTurns.ts';
import { detectFileType } from '../../lib/media/image/detectType.ts';
import { animationOf, freshFolder, pictureOfSize, pngHeader, tiffBy, whitePng, writerTo } from './files.ts';

const folder = await freshFolder();
const write = writerTo(folder);

const makeFrom = async (
  path: string,
  work: PictureWork,
  formatType: FormatType = 'original',
): Promise<Picture | undefined> => {
  const plan = await planPicture(path, await detectFileType(path, 'given'), formatType, work);
  return plan === undefined ? undefined : processPicture(plan, formatType, work);
};

const made = async (bytes: Buffer, formatType?: FormatType): Promise<Picture | undefined> =>
  makeFrom(await write('given', bytes), { folder, key: 'caller' }, formatType);

const sizesOf = (picture: Picture | undefined) =>
  picture?.formats.map(({ name, width, height }) => [name, width, height].join(' '));

/** The colours in the middle of the left, right, top and bottom edge. */
const coloursOf = async (path: string): Promise<readonly string[]> => {
  const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): string => {
    const [red = 0, , blue = 0] = data.subarray((Math.floor(y) * info.width + Math.floor(x)) * info.channels);
    return red > blue ? 'red' : 'blue';
  };
  const { width, height } = info;
  return [at(1, height / 2), at(width - 2, height / 2), at(width / 2, 1), at(width / 2, height - 2)];
};

describe('the formats of a picture', () => {
  it.each([
    [1200, 800, ['thumbnail 234 156', 'small 500 333', 'medium 750 500', 'large 1000 667']],
    [1000, 400, ['thumbnail 245 98', 'small 500 200', 'medium 750 300']],
    [300, 900, ['thumbnail 52 156', 'small 167 500', 'medium 250 750']],
    [245, 156, []],
    [246, 100, ['thumbnail 245 100']],
  ])('of %i × %i are the smaller ones', async (width, height, formats) => {
    const picture = await made(await pictureOfSize(width, height).jpeg().toBuffer());
    expect([picture?.width, picture?.height]).toEqual([width, height]);
    expect(sizesOf(picture)).toEqual(formats);
  });

  it.each(['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const)('have the encoding of a %s', async (encoding) => {
    const picture = await made(await pictureOfSize(600, 400).toFormat(encoding).toBuffer());
    expect(sizesOf(picture)).toEqual(['thumbnail 234 156', 'small 500 333']);
    for (const { path, width, height, bytes, mime } of picture?.formats ?? []) {
      const decoded = await sharp(await readFile(path)).metadata();
      expect([decoded.width, decoded.height, (await readFile(path)).length]).toEqual([width, height, bytes]);
      expect(decoded.format === 'heif' ? decoded.compression : decoded.format).toBe(
        encoding === 'avif' ? 'av1' : encoding,
      );
      expect(mime).toBe(`image/${encoding}`);
      expect((await coloursOf(path)).slice(0, 2)).toEqual(['red', 'blue']);
    }
  });

  it('keep the colours of a picture that is partly transparent', async () => {
    const background = { r: 120, g: 60, b: 30, alpha: 0.4 };
    const picture = await made(
      await sharp({ create: { width: 1200, height: 800, channels: 4, background } })
        .png()
        .toBuffer(),
    );
    const { channels } = await sharp(picture?.formats[0]?.path).stats();
    expect(channels.map(({ mean }) => Math.round(mean / 10))).toEqual([12, 6, 3, 10]);
  });

  it.each(['webp', 'avif'] as const)('are encoded as %s if configured', async (encoding) => {
    const picture = await made(await pictureOfSize(300, 100).png().toBuffer(), encoding);
    expect(picture?.formats.map(({ mime, ext }) => [mime, ext])).toEqual([[`image/${encoding}`, `.${encoding}`]]);
    const { format } = await sharp(picture?.formats[0]?.path).metadata();
    expect(format).toBe(encoding === 'avif' ? 'heif' : 'webp');
  });

  it.each<[FormatType, string]>([
    ['original', 'gif'],
    ['webp', 'webp'],
    ['avif', 'heif'],
  ])('show the first frame of an animation: %s', async (formatType, format) => {
    const bytes = await animationOf(3, 300, 200);
    const picture = await made(bytes, formatType);
    expect(picture).toMatchObject({ width: 300, height: 200 });
    expect(await readFile(picture?.path ?? '')).toEqual(bytes);
    expect(sizesOf(picture)).toEqual(['thumbnail 234 156']);
    const thumbnail = sharp(picture?.formats[0]?.path, { animated: true });
    const { pages = 1, ...metadata } = await thumbnail.metadata();
    expect([metadata.format, pages, metadata.width, metadata.height]).toEqual([format, 1, 234, 156]);
    const { channels } = await thumbnail.stats();
    expect(channels.slice(0, 3).map(({ mean }) => mean > 128)).toEqual([true, false, false]);
  });
});

describe('camera metadata', () => {
  const pictureWithMetadata = (orientation: number): Promise<Buffer> =>
    pictureOfSize(600, 300)
      .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '47/1 22/1 0/1' } })
      .withMetadata({ orientation })
      .jpeg()
      .toBuffer();

  it.each([
    [3, 600, 300, ['blue', 'red']],
    [6, 300, 600, ['red', 'blue']],
    [8, 300, 600, ['blue', 'red']],
  ])('turns the picture (%i), and is removed', async (orientation, width, height, colours) => {
    const bytes = await pictureWithMetadata(orientation);
    expect((await sharp(bytes).metadata()).exif?.includes('Somebody')).toBe(true);
    const picture = await made(bytes);
    expect([picture?.width, picture?.height]).toEqual([width, height]);
    const files = [picture?.path ?? '', ...(picture?.formats.map(({ path }) => path) ?? [])];
    expect(files).toHaveLength(3);
    for (const path of files) {
      const { orientation: keptOrientation, exif, ...size } = await sharp(await readFile(path)).metadata();
      expect([keptOrientation, exif, size.width < size.height]).toEqual([undefined, undefined, width < height]);
      const seen = await coloursOf(path);
      expect(width < height ? seen.slice(2) : seen.slice(0, 2)).toEqual(colours);
    }
  });

  it('is removed from a TIFF too, which stores it in its own tags', async () => {
    const bytes = await tiffBy('Somebody');
    const { path } = (await made(bytes)) ?? { path: '' };
    const stored = await readFile(path);
    expect([bytes.includes('Somebody'), stored.includes('Somebody')]).toEqual([true, false]);
    expect(await sharp(stored).raw().toBuffer()).toEqual(await sharp(bytes).raw().toBuffer());
  });

  it('is not removed from pictures without it: they stay the same, byte for byte', async () => {
    const bytes = await pictureOfSize(600, 300).jpeg().toBuffer();
    const picture = await made(bytes);
    expect(await readFile(picture?.path ?? '')).toEqual(bytes);
    expect(picture?.bytes).toBe(bytes.length);
  });
});

describe('a picture whose metadata is removed', () => {
  it.each(['rgb16', 'grey16'] as const)('keeps sixteen bits per channel: %s', async (space) => {
    const deep = pictureOfSize(40, 30).removeAlpha().toColourspace(space);
    const { path } = (await made(
      await deep
        .withExif({ IFD0: { Artist: 'Ada' } })
        .png()
        .toBuffer(),
    )) ?? { path: '' };
    const { depth, exif, ...stored } = await sharp(path).metadata();
    expect([stored.space, depth, exif]).toEqual([space, 'ushort', undefined]);
  });

  it('keeps its pages: a TIFF with several stays as it is', async () => {
    const pages = await Promise.all([1, 2, 3].map(() => pictureOfSize(40, 30).png().toBuffer()));
    const bytes = await sharp(pages, { join: { animated: true } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
      .tiff()
      .toBuffer();
    const { path } = (await made(bytes)) ?? { path: '' };
    expect((await sharp(path).metadata()).pages).toBe(3);
    expect(await readFile(path)).toEqual(bytes);
  });
});

it('pictures are decoded one at a time', async () => {
  const bytes = await pictureOfSize(600, 400).jpeg().toBuffer();
  const path = await write('one', bytes);
  const fresh = await Promise.all([1, 2, 3, 4].map((index) => mkdtemp(join(folder, String(index)))));
  let [atOnce, isDone] = [0, false];
  const all = Promise.all(
    fresh.map((outputFolder, index) => makeFrom(path, { folder: outputFolder, key: `caller ${index % 2}` })),
  ).finally(() => (isDone = true));
  const look = (): void => {
    // Not the sum, because a picture may move from the queue to the process between two reads.
    const { queue, process } = sharp.counters();
    atOnce = Math.max(atOnce, queue, process);
    if (!isDone) setImmediate(look);
  };
  look();
  expect(await all).toHaveLength(4);
  expect(atOnce).toBe(1);
});

describe('refuses', () => {
  const invalid = { status: 400, message: 'File is not a valid image' };
  const tooLarge = { status: 400, message: 'The picture has more than 64 million pixels' };

  it.each<[what: string, bytes: () => Promise<Buffer> | Buffer, error: object]>([
    ['a truncated picture', async () => (await pictureOfSize(300, 300).jpeg().toBuffer()).subarray(0, 1_000), invalid],
    ['a header without pixels', () => pngHeader(100, 100), invalid],
    ['a program that begins like a picture', () => Buffer.from('GIF89a=1;alert(1)//'.padEnd(40)), invalid],
    ['a header of 65,535 × 65,535', () => pngHeader(65_535, 65_535), tooLarge],
    ['a hundred megapixels in a few bytes', () => whitePng(10_000, 10_000), tooLarge],
  ])('%s', async (_what, bytes, error) => {
    await expect(made(await bytes())).rejects.toMatchObject(error);
  });

  it('an animation whose frames are together too large', async () => {
    const gif = await animationOf(16, 4, 4);
    expect(await made(gif)).toMatchObject({ width: 4, height: 4 });
    // The picture may be larger than what its frames paint. libvips ignores sizes above 2048.
    gif.writeUInt16LE(2048, 6);
    gif.writeUInt16LE(2048, 8);
    await expect(made(gif)).rejects.toMatchObject(tooLarge);
  });
});

it('files without pixels are no pictures', async () => {
  expect(await made(Buffer.from('<svg/>'))).toBeUndefined();
  expect(await made(Buffer.from('text'))).toBeUndefined();
});
