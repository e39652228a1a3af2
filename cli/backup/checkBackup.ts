// Reads a backup once from start to end, and compares it with the digests at its end.
import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { errorMessage } from '../../lib/errors.ts';
import { isFileKey } from '../../lib/media/index.ts';
import { ArchiveError, readArchive, readLines, type ArchiveEntry } from '../archive/index.ts';
import {
  contentOf,
  headerPath,
  keysPath,
  manifestPath,
  type FileLine,
  type Header,
  type ManifestLine,
} from './format.ts';

export interface CheckedBackup {
  /** SHA-256 of the archive. */
  readonly fingerprint: string;
  readonly header: Header;
  /** The MIME types of files, by key. */
  readonly files: ReadonlyMap<string, string>;
}

/** The casts are safe: the manifest vouches for what `lectern backup` wrote. */
async function* readValues<T>(content: AsyncIterable<Buffer>): AsyncGenerator<T> {
  for await (const line of readLines(content)) yield JSON.parse(line) as T;
}

/** The header is a few lines. */
const maxHeaderBytes = 10_000_000;

const readHeader = async (bytes: number, content: AsyncIterable<Buffer>): Promise<Header> => {
  if (bytes > maxHeaderBytes)
    throw new ArchiveError(`is no archive of \`lectern backup\`: ${headerPath} has ${bytes} bytes`);
  return JSON.parse(await text(content)) as Header;
};

/** Compares the digests of the entries with the manifest, and keeps the two other lists. */
class Collector {
  /** The last entry that was read. */
  last = 'its start';
  private header: Header | undefined;
  private readonly files = new Map<string, string>();
  /** Of the entries that the manifest has not named yet. */
  private readonly digests = new Map<string, string>();
  private hasManifest = false;

  async add({ path, bytes, content }: ArchiveEntry): Promise<void> {
    if (this.header === undefined && path !== headerPath) throw new ArchiveError('is no archive of `lectern backup`');
    const stored = contentOf(path);
    if (stored !== undefined && 'key' in stored && !isFileKey(stored.key))
      throw new ArchiveError(`holds a file under a name that no store has: ${path}`);
    if (this.digests.has(path)) throw new ArchiveError(`has ${path} twice`);
    const hash = createHash('sha256');
    const hashed = async function* () {
      for await (const chunk of content) {
        hash.update(chunk);
        yield chunk;
      }
    };
    if (path === headerPath) this.header = await readHeader(bytes, hashed());
    else if (path === keysPath)
      for await (const { key, mime } of readValues<FileLine>(hashed())) {
        if (this.files.has(key)) throw new ArchiveError(`names ${key} twice in ${keysPath}`);
        this.files.set(key, mime);
      }
    else if (path === manifestPath) await this.compare(content);
    else for await (const chunk of content) hash.update(chunk);
    if (path !== manifestPath) this.digests.set(path, hash.digest('hex'));
    this.last = path;
  }

  /** @throws ArchiveError that names an entry that is missing or changed */
  private async compare(manifest: ArchiveEntry['content']): Promise<void> {
    // BackupWriter wrote the manifest, which vouches for the other lists.
    for await (const { path, sha256 } of readValues<ManifestLine>(manifest)) {
      const digest = this.digests.get(path);
      if (digest !== sha256)
        throw new ArchiveError(digest === undefined ? `lacks ${path}` : `has changed since it was written: ${path}`);
      this.digests.delete(path);
    }
    this.hasManifest = true;
  }

  /** @throws ArchiveError as `compare` */
  end(): Omit<CheckedBackup, 'fingerprint'> {
    const { header, files, digests, hasManifest } = this;
    if (header === undefined || !hasManifest) throw new ArchiveError(`is cut off: it lacks ${manifestPath}`);
    const [unknown] = digests.keys();
    if (unknown !== undefined) throw new ArchiveError(`has changed since it was written: ${unknown}`);
    return { header, files };
  }
}

/** @throws ArchiveError that says which entry is missing, changed or damaged */
export const checkBackup = async (file: string): Promise<CheckedBackup> => {
  const archive = createHash('sha256');
  const collector = new Collector();
  try {
    for await (const entry of readArchive(file, { observe: (bytes) => archive.update(bytes) }))
      await collector.add(entry);
    return { fingerprint: archive.digest('hex'), ...collector.end() };
  } catch (error) {
    const reason = errorMessage(error);
    const message = reason.startsWith(file) ? reason : `${file} ${reason}`;
    throw new ArchiveError(`${message} (after ${collector.last})`, { cause: error });
  }
};
