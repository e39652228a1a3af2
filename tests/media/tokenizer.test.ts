// How much of a file Lectern reads to detect its type.
import { expect, it } from 'vitest';
import type { Source } from '../../lib/media/store/source.ts';
import { detectType } from '../../lib/media/image/detectType.ts';

/** A file with generated content, and the positions that were read. */
const sourceOf = (bytes: number, fill: (into: Buffer, start: number) => void) => {
  const readPositions: number[] = [];
  const source: Source = {
    bytes,
    read: (start, length) => {
      readPositions.push(start);
      const into = Buffer.alloc(Math.max(0, Math.min(length, bytes - start)));
      fill(into, start);
      return Promise.resolve(into);
    },
  };
  return { source, readPositions };
};

it('reads little of a film', async () => {
  const { source, readPositions } = sourceOf(5_000_000_000, (into, start) => {
    if (start === 0) into.write('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1');
  });
  expect(await detectType(source, 'a')).toMatchObject({ mime: 'video/mp4' });
  expect(readPositions).toEqual([0]);
});

it('reads far into a file if its type depends on it', async () => {
  // The header begins in one block and ends in the next.
  const far = 40 * 65_536 - 10;
  const { source, readPositions } = sourceOf(far + 1000, (into, start) => {
    const header = Buffer.alloc(30);
    header.write('PK\x03\x04', 'latin1');
    const entry = (name: string, size: number): Buffer => {
      header.writeUInt32LE(size, 18);
      header.writeUInt32LE(size, 22);
      header.writeUInt16LE(name.length, 26);
      return Buffer.concat([header, Buffer.from(name)]);
    };
    if (start === 0) entry('a.bin', far - 35).copy(into);
    const at = far - start;
    if (at > -100 && at < into.length) entry('META-INF/mozilla.rsa', 10).copy(into, Math.max(at, 0), Math.max(-at, 0));
  });
  expect(await detectType(source, 'a')).toMatchObject({ mime: 'application/x-xpinstall' });
  expect(readPositions).toEqual([0, 39 * 65_536, 40 * 65_536]);
});

it('stops before the end of a file with endless headers', async () => {
  const step = 1_000_000;
  const { source, readPositions } = sourceOf(1000 * step, (into, start) => {
    const header = Buffer.alloc(31);
    header.write('PK\x03\x04', 'latin1');
    header.writeUInt32LE(step - 31, 18);
    header.writeUInt32LE(step - 31, 22);
    header.writeUInt16LE(1, 26);
    header.write('a', 30);
    for (let at = Math.ceil(start / step) * step - start; at < into.length; at += step) header.copy(into, at);
  });
  expect(await detectType(source, 'a.zip')).toMatchObject({ mime: 'application/zip', ext: '.zip' });
  expect(readPositions.length).toBeLessThan(110);
});
