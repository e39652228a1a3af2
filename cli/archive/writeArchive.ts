// Writes an archive that `strapi import` reads: a tar file, compressed and encrypted as its options say.
import { createWriteStream } from 'node:fs';
import { rename, rm, stat, truncate } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack, type Pack } from 'tar-stream';
import { createEncryption } from './encryption.ts';
import { linesPath, type LineKind } from './paths.ts';

export interface ArchiveOptions {
  /** Encrypts the archive. */
  readonly key?: string | undefined;
  readonly compress: boolean;
}

/** Adds files to an archive, one after the other. */
export interface ArchiveWriter {
  readonly addContent: (path: string, content: string | Buffer) => Promise<void>;
  /** @param bytes how many bytes the stream has */
  readonly addStream: (path: string, bytes: number, content: AsyncIterable<Buffer>) => Promise<void>;
}

type Entry = ReturnType<Pack['entry']>;

/**
 * The name that tells `strapi import` how to read the archive.
 *
 * @param file with or without the endings
 */
export const archiveName = (file: string, { key, compress }: ArchiveOptions): string => {
  const ending = `.tar${compress ? '.gz' : ''}${key === undefined ? '' : '.enc'}`;
  return `${file.replace(/\.tar(?:\.gz)?(?:\.enc)?$/, '')}${ending}`;
};

/** Waits until an entry takes more, or is closed. */
const waitForDrain = (entry: Entry): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      entry.off('drain', end);
      entry.off('close', end);
      resolve();
    };
    entry.on('drain', end);
    entry.on('close', end);
  });

/** Writes a stream into an entry, at the speed of the archive. */
const writeContent = async (entry: Entry, content: AsyncIterable<Buffer>): Promise<void> => {
  for await (const chunk of content) if (!entry.write(chunk)) await waitForDrain(entry);
  entry.end(undefined);
};

const writerOf = (tar: Pack): ArchiveWriter => {
  const add = (start: (added: (error?: Error | null) => void, failed: (error: Error) => void) => void): Promise<void> =>
    new Promise((resolve, reject) => {
      start((error) => {
        if (error) reject(error);
        else resolve();
      }, reject);
    });
  return {
    addContent: (path, content) =>
      add((added) => {
        tar.entry({ name: path }, content, added);
      }),
    addStream: (path, bytes, content) =>
      add((added, failed) => {
        writeContent(tar.entry({ name: path, size: bytes }, added), content).catch(failed);
      }),
  };
};

/** Writes a tar file through the stages into the last of them. @param isWhole false: another part of the file follows */
const writeTar = async (
  stages: readonly NodeJS.WritableStream[],
  isWhole: boolean,
  work: (writer: ArchiveWriter) => Promise<void>,
): Promise<void> => {
  const tar = pack({});
  const written = pipeline([Readable.from(tar), ...stages]);
  try {
    await Promise.all([
      written,
      work(writerOf(tar)).then(() => {
        if (isWhole) tar.finalize();
        else tar.push(null);
      }),
    ]);
  } catch (error) {
    tar.destroy();
    await written.catch(() => undefined);
    throw error;
  }
};

/** Only its owner may read an archive, because it contains password hashes. */
const mode = 0o600;

/**
 * Writes an archive; the file exists when it is complete.
 *
 * @param file the path, with the endings of `archiveName`
 * @throws Error if the file cannot be written, and what `work` throws
 */
export const writeArchive = async (
  file: string,
  { key, compress }: ArchiveOptions,
  work: (writer: ArchiveWriter) => Promise<void>,
): Promise<void> => {
  const partial = `${file}.partial`;
  const stages = [...(compress ? [createGzip()] : []), ...(key === undefined ? [] : [createEncryption(key)])];
  try {
    await writeTar([...stages, createWriteStream(partial, { mode })], true, work);
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
};

/**
 * Appends entries to a compressed archive. Each call writes a gzip file of its own, and these make one archive: so an archive that
 * was interrupted continues after its last whole part.
 *
 * @param start where the part begins; what the file has from there on is removed
 * @param isLast whether the archive ends with this part
 * @returns where the next part begins
 * @throws Error as `writeArchive`, and if another process writes the file too
 */
export const appendArchive = async (
  file: string,
  start: number,
  isLast: boolean,
  work: (writer: ArchiveWriter) => Promise<void>,
): Promise<number> => {
  if (start > 0) await truncate(file, start);
  const target = createWriteStream(file, { mode, flags: start > 0 ? 'a' : 'w' });
  await writeTar([createGzip(), target], isLast, work);
  const end = start + target.bytesWritten;
  if ((await stat(file)).size !== end) throw new Error(`Another process writes ${file} too: wait for its end`);
  return end;
};

const maxCharacters = 4_000_000;

/** The lines of one kind. */
export class LineWriter {
  private readonly archive: ArchiveWriter;
  private readonly kind: LineKind;
  private lines: string[] = [];
  private characters = 0;
  private files = 0;

  constructor(archive: ArchiveWriter, kind: LineKind) {
    this.archive = archive;
    this.kind = kind;
  }

  async add(value: object): Promise<void> {
    const line = JSON.stringify(value);
    this.lines.push(line);
    this.characters += line.length;
    if (this.characters > maxCharacters) await this.flush();
  }

  /** Writes the lines that are not in the archive yet; call it after the last `add`. */
  async flush(): Promise<void> {
    if (this.lines.length === 0) return;
    this.files += 1;
    await this.archive.addContent(linesPath(this.kind, this.files), `${this.lines.join('\n')}\n`);
    this.lines = [];
    this.characters = 0;
  }
}
