// What pictures may cost, whose turn it is, and when work on them ends.
import { mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { checkScans } from '../../lib/media/image/checkScans.ts';
import { planPicture, processPicture } from '../../lib/media/image/picture.ts';
import { inPictureTurn } from '../../lib/media/image/pictureTurns.ts';
import { prepareFiles, storeThenWrite } from '../../lib/media/records/prepareFile.ts';
import { storeOf } from '../../lib/media/store/storeOf.ts';
import { testConfig } from '../setup/api.ts';
import { animationOf, freshFolder, pictureOfSize, whitePng, writerTo } from './files.ts';

const folder = await freshFolder();
const write = writerTo(folder);
const jpeg = { mime: 'image/jpeg', ext: '.jpg' };
const workOf = async (key: string, signal?: AbortSignal) => ({
  folder: await mkdtemp(join(folder, `${key}-`)),
  ...{ key, signal },
});

/** A GIF with a part that Lectern does not know, so that it is encoded again. The header says its size. */
const gifToEncode = async (frames: number, width: number, height: number): Promise<Buffer> => {
  const gif = await animationOf(frames, 4, 4);
  gif.writeUInt16LE(width, 6);
  gif.writeUInt16LE(height, 8);
  return Buffer.concat([gif.subarray(0, -1), Buffer.from([0x21, 0x99, 0x00, 0x3b])]);
};

const prepare = async (contents: readonly Buffer[], signal?: AbortSignal) => {
  const files = await Promise.all(
    contents.map(async (content, index) => ({
      name: `${index}`,
      path: await write(`sent-${index}`, content),
      bytes: content.length,
    })),
  );
  return prepareFiles(testConfig.upload, files, [], await workOf('caller', signal));
};

it('refuses a picture that would take too long to encode again, by its header', async () => {
  await expect(prepare([await gifToEncode(16, 1500, 1500)])).rejects.toMatchObject({
    status: 400,
    message:
      'The picture (16 frames of 1500 × 1500 pixels) would take too long to process: make it smaller, remove its metadata, or ' +
      'save it as another type',
  });
  expect(await prepare([await gifToEncode(16, 150, 150)])).toHaveLength(1);
});

it('refuses a JPEG with many scans, and accepts a progressive one', async () => {
  const progressive = await pictureOfSize(300, 200).jpeg({ progressive: true }).toBuffer();
  expect(await prepare([progressive])).toHaveLength(1);
  const scan = progressive.subarray(progressive.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
  const withScans = Buffer.concat([
    progressive.subarray(0, -2),
    ...Array.from({ length: 100 }, () => scan),
    progressive.subarray(-2),
  ]);
  await expect(prepare([withScans])).rejects.toMatchObject({
    status: 400,
    message: 'The picture has more than 100 scans, or too many segments: save it anew',
  });
});

/** Bytes that look like scans. */
const scanMarkers = Buffer.alloc(400, Buffer.from([0xff, 0xda]));

it('accepts photographs with a video behind the picture, or a preview in their metadata', async () => {
  const photo = pictureOfSize(300, 200);
  const withMetadata = await photo.withMetadata({ orientation: 6 }).jpeg().toBuffer();
  for (const jpegFile of [await photo.jpeg().toBuffer(), withMetadata]) {
    const length = Buffer.from([0xff, 0xe5, (scanMarkers.length + 2) >> 8, (scanMarkers.length + 2) & 0xff]);
    const withPreview = Buffer.concat([jpegFile.subarray(0, 2), length, scanMarkers, jpegFile.subarray(2)]);
    expect(await prepare([Buffer.concat([withPreview, scanMarkers])])).toHaveLength(1);
  }
});

it.each([
  ['bytes between segments', Buffer.from([0x00])],
  ['an escaped byte between segments', Buffer.from([0xff, 0x00, 0xff, 0xff])],
  ['a restart between segments', Buffer.from([0xff, 0xd0, 0xff, 0xff])],
  ['a comment without a length', Buffer.from([0xff, 0xfe, 0, 0])],
])('counts the scans that a decoder finds after %s', async (_, skipped) => {
  const bytes = await pictureOfSize(300, 200).jpeg().toBuffer();
  const scan = Buffer.from([0xff, 0xda, 0, 2, 0, 0]);
  const scans = Buffer.concat(Array.from({ length: 101 }, () => scan));
  const path = await write('scans', Buffer.concat([bytes.subarray(0, -2), skipped, scans, bytes.subarray(-2)]));
  await expect(checkScans(path)).rejects.toMatchObject({ status: 400 });
});

it('refuses a JPEG with thousands of empty segments', async () => {
  const bytes = await pictureOfSize(300, 200).jpeg().toBuffer();
  const comments = Buffer.alloc(40_004, Buffer.from([0xff, 0xfe, 0, 2]));
  const path = await write('segments', Buffer.concat([bytes.subarray(0, 2), comments, bytes.subarray(2)]));
  await expect(checkScans(path)).rejects.toMatchObject({ status: 400 });
});

it('refuses a form whose pictures would take too long together, before it decodes one', async () => {
  const gif = await gifToEncode(16, 1100, 1100);
  const broken = whitePng(100, 100).subarray(0, 60);
  await expect(prepare([broken, ...Array.from({ length: 13 }, () => gif)])).rejects.toMatchObject({
    status: 400,
    message: 'The pictures of the form would take too long to process: send fewer in one form',
  });
});

it('accepts photographs and animations that people send', async () => {
  for (const content of [
    await animationOf(60, 480, 270),
    whitePng(8000, 7990),
    await pictureOfSize(6000, 4000).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  ])
    expect(await prepare([content])).toHaveLength(1);
});

it('a caller with many pictures does not keep another waiting', async () => {
  const path = await write('turn', await pictureOfSize(300, 200).jpeg().toBuffer());
  const finished: string[] = [];
  const works = await Promise.all(['a', 'a', 'a', 'b'].map((key) => workOf(key)));
  let pictures: readonly Promise<void>[] = [];
  await inPictureTurn(await workOf('first'), () => {
    pictures = works.map(async (work) => {
      const plan = await planPicture(path, jpeg, 'original', work);
      if (plan !== undefined) await processPicture(plan, 'original', work);
      finished.push(work.key);
    });
    return Promise.resolve();
  });
  await Promise.all(pictures);
  expect(finished).toEqual(['b', 'a', 'a', 'a']);
});

it('ends between two formats if the client disconnects', async () => {
  const path = await write('left', await pictureOfSize(1200, 800).jpeg().toBuffer());
  const controller = new AbortController();
  const work = await workOf('left', controller.signal);
  const plan = await planPicture(path, jpeg, 'original', work);
  if (plan === undefined) throw new Error('no picture');
  // The first looks are those of the queue, of the picture, and of the first format.
  let looks = 0;
  vi.spyOn(controller.signal, 'aborted', 'get').mockImplementation(() => ++looks > 3);
  await expect(processPicture(plan, 'original', work)).rejects.toMatchObject({ status: 499 });
  expect((await readdir(work.folder)).sort()).toEqual(['original', 'thumbnail']);
});

it('stores nothing if the client disconnects before the records are written', async () => {
  const controller = new AbortController();
  const files = await prepare([Buffer.from('text')], controller.signal);
  const keys = files.flatMap(({ parts }) => parts.map(({ key }) => key));
  const store = storeOf({ ...testConfig.upload, folder });
  const put = (): Promise<void> => {
    controller.abort();
    return Promise.resolve();
  };
  const stored = files.map((file) => ({ ...file, parts: file.parts.map(({ key }) => ({ key, put })) }));
  const discard = vi.spyOn(store, 'delete');
  const writeRecords = vi.fn<() => Promise<void>>();
  await expect(storeThenWrite(store, stored, controller.signal, writeRecords)).rejects.toMatchObject({ status: 499 });
  expect(writeRecords).not.toHaveBeenCalled();
  expect(discard).toHaveBeenCalledWith(keys);
});
