// Copies a picture without the parts that do not affect how it looks: comments, notes of cameras and editors, unknown
// parts, bytes after its end.
import { createWriteStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ByteReader, type Part } from './parts.ts';
import { gifParts } from './gif.ts';
import { jpegParts } from './jpeg.ts';
import { pngParts } from './png.ts';
import { webpParts } from './webp.ts';

const partsOf: Readonly<Record<string, (reader: ByteReader) => Promise<readonly Part[] | undefined>>> = {
  jpeg: jpegParts,
  png: pngParts,
  gif: gifParts,
  webp: webpParts,
};

async function* contentOf(file: FileHandle, parts: readonly Part[]): AsyncGenerator<Buffer> {
  for (const part of parts)
    if (Buffer.isBuffer(part)) yield part;
    else if (part.end > part.start)
      yield* file.createReadStream({ start: part.start, end: part.end - 1, autoClose: false }) as AsyncIterable<Buffer>;
}

/**
 * Copies a picture without metadata. Nothing is encoded again, so its pixels stay exactly the same.
 *
 * @param path of the picture
 * @param encoding `jpeg`, `png`, `gif` or `webp`; other encodings are not copied
 * @param to the path of the copy
 * @returns whether there is a copy; false if the structure of the file or the encoding is not known
 */
export const stripMetadata = async (path: string, encoding: string, to: string): Promise<boolean> => {
  const read = partsOf[encoding];
  if (read === undefined) return false;
  const file = await open(path);
  try {
    const parts = await read(new ByteReader(file, (await file.stat()).size));
    if (parts === undefined) return false;
    await pipeline(Readable.from(contentOf(file, parts)), createWriteStream(to));
    return true;
  } finally {
    await file.close();
  }
};
