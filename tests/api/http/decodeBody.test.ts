// A compressed body ends as soon as it contains too much.
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { decodeBody } from '../../../lib/api/http/decodeBody.ts';

/** A stream of pieces of 256 bytes, and how many of them were read. */
const inPieces = (bytes: Buffer): { readonly body: Readable; readonly read: () => number } => {
  let read = 0;
  const pieces = function* (): Generator<Buffer> {
    for (let start = 0; start < bytes.length; start += 256) {
      read++;
      yield bytes.subarray(start, start + 256);
    }
  };
  return { body: Readable.from(pieces(), { highWaterMark: 1 }), read: () => read };
};

it('reads no more of a body that contains too much', async () => {
  const bomb = Buffer.concat(new Array<Buffer>(100).fill(gzipSync(Buffer.alloc(1_000_000))));
  const { body, read } = inPieces(bomb);
  const decoded = decodeBody(body, 'gzip', 100_000);
  let size = 0;
  decoded.on('data', (chunk: Buffer) => (size += chunk.length));
  await expect(finished(decoded)).rejects.toMatchObject({
    status: 413,
    message: 'The request body is larger than 100000 bytes',
  });
  expect(size).toBeLessThanOrEqual(100_000);
  expect(read()).toBeLessThan(bomb.length / 256 / 2);
  expect(body.destroyed).toBe(true);
});
