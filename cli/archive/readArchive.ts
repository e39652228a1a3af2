// Reads an archive of `strapi export` as a stream, one entry after the other.
import type { Readable } from 'node:stream';
import { extract, type Extract } from 'tar-stream';
import { ArchiveError, toArchiveError } from './archiveError.ts';
import { detectFormat } from './detectFormat.ts';
import { checkEntryPath, roleOf, type EntryRole } from './paths.ts';
import { createTarStream } from './tarStream.ts';

export interface ArchiveEntry {
  /** Relative to the archive's folder, with `/`. */
  readonly path: string;
  readonly role: EntryRole;
  readonly bytes: number;
  /** Read it to its end before the next entry, or not at all. */
  readonly content: AsyncIterable<Buffer>;
}

export interface ReadArchiveOptions {
  /** The key of an encrypted archive. */
  readonly key?: string | undefined;
  /** Receives the bytes of the file as they are read, for a hash or for progress. */
  readonly observe?: (bytes: Buffer) => void;
}

/** Writes the tar file into the extractor, and waits while an entry is read. */
const feed = async (file: string, tar: Readable, extractor: Extract): Promise<void> => {
  let wake: () => void = () => undefined;
  for (const event of ['drain', 'close'] as const)
    extractor.on(event, () => {
      wake();
    });
  try {
    for await (const chunk of tar as AsyncIterable<Buffer>)
      if (!extractor.write(chunk))
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    extractor.end(undefined);
  } catch (error) {
    extractor.destroy(toArchiveError(file, error));
  }
};

/**
 * @yields the files in the archive, in its order; folders are left out
 * @throws ArchiveError when the file is no archive, is cut off or damaged, has another key, or holds a link or a path that
 *   leaves its folder
 */
export async function* readArchive(
  file: string,
  { key, observe = () => undefined }: ReadArchiveOptions = {},
): AsyncGenerator<ArchiveEntry> {
  const tar = createTarStream(file, await detectFormat(file, key), observe);
  const extractor = extract();
  void feed(file, tar, extractor);
  try {
    for await (const source of extractor) {
      const { name, type, size } = source.header;
      const path = checkEntryPath(name);
      if (type === 'file' || type === 'contiguous-file')
        yield { path, role: roleOf(path), bytes: size, content: source as AsyncIterable<Buffer> };
      else if (type !== 'directory')
        throw new ArchiveError(`The archive holds a ${type}, and only files are read: ${JSON.stringify(name)}`);
      // Skips what was not read.
      source.resume();
    }
  } catch (error) {
    throw toArchiveError(file, error);
  } finally {
    extractor.destroy();
    tar.destroy();
  }
}
