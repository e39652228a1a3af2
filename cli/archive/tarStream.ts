// Decrypts and decompresses an archive: a stream of the tar file inside it.
import { createReadStream } from 'node:fs';
import { Transform, type Readable, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { createDecryption } from './encryption.ts';
import type { ArchiveFormat } from './detectFormat.ts';

/** A tar file ends with two blocks of zeros. */
const endBytes = 1024;

/** Passes a tar file on, and fails when its end is missing. */
const requireEnd = (): Transform => {
  let last: Buffer = Buffer.alloc(0);
  return new Transform({
    transform: (chunk: Buffer, _: BufferEncoding, done: TransformCallback) => {
      last = Buffer.concat([last, chunk.subarray(-endBytes)]).subarray(-endBytes);
      done(null, chunk);
    },
    flush: (done: TransformCallback) => {
      const isWhole = last.length === endBytes && last.every((byte) => byte === 0);
      done(isWhole ? null : new Error('its end is missing'));
    },
  });
};

/**
 * What every compressed archive may unpack to, and how many bytes more for each of its own. Documents whose text repeats itself reach
 * 270 to 1, and gzip 1,030 to 1, which fills a disk from a file that a mail can carry.
 */
const [freeBytes, maxRatio] = [500_000_000, 300];

/** Passes what was unpacked on, and fails when it is too much. @param packedBytes counts what was read of the archive */
export const limitRatio = (packedBytes: () => number): Transform => {
  let bytes = 0;
  return new Transform({
    transform: (chunk: Buffer, _: BufferEncoding, done: TransformCallback) => {
      bytes += chunk.length;
      if (bytes <= freeBytes + maxRatio * packedBytes()) done(null, chunk);
      else
        done(
          new Error(
            `it unpacks to more than ${maxRatio} times its size, as an attack does: if you trust it, unpack it with gunzip and give the .tar`,
          ),
        );
    },
  });
};

const observer = (observe: (bytes: Buffer) => void): Transform =>
  new Transform({
    transform: (chunk: Buffer, _: BufferEncoding, done: TransformCallback) => {
      observe(chunk);
      done(null, chunk);
    },
  });

/**
 * @param observe receives the bytes of the file as they are read
 * @returns the bytes of the tar file; the stream fails when the file is cut off or damaged
 */
export const createTarStream = (
  file: string,
  { compressed, encryption }: ArchiveFormat,
  observe: (bytes: Buffer) => void,
): Readable => {
  const tar = requireEnd();
  let packedBytes = 0;
  const stages = [
    observer((bytes) => {
      packedBytes += bytes.length;
      observe(bytes);
    }),
    ...(encryption === undefined ? [] : [createDecryption(encryption.key, encryption.salt)]),
    ...(compressed ? [createGunzip(), limitRatio(() => packedBytes)] : []),
    tar,
  ];
  // A failure destroys `tar` with its error, which the reader of `tar` gets.
  pipeline([createReadStream(file), ...stages]).catch(() => undefined);
  return tar;
};
