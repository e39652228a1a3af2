// Reads a backup once from start to end, and compares it with the digests at its end.
import { createHash } from 'node:crypto';
import { errorMessage } from '../../lib/errors.ts';
import { ArchiveError, readArchive, type ArchiveEntry } from '../archive/index.ts';
import { headerPath, keysPath, manifestPath, type FileLine, type Header, type ManifestLine } from './format.ts';

export interface CheckedBackup {
  /** SHA-256 of the archive. */
  readonly fingerprint: string;
  readonly header: Header;
  /** The MIME types of files, by key. */
  readonly files: ReadonlyMap<string, string>;
}

const listPaths = [headerPath, keysPath, manifestPath];

const parseLines = (text: string): readonly unknown[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);

/** Collects the digests of the entries, and the texts of the three lists. */
class Collector {
  /** The last entry that was read. */
  last = 'its start';
  private readonly digests = new Map<string, string>();
  private readonly lists = new Map<string, string>();

  async add({ path, content }: ArchiveEntry): Promise<void> {
    if (this.digests.size === 0 && path !== headerPath) throw new ArchiveError('is no archive of `lectern backup`');
    const hash = createHash('sha256');
    const chunks: Buffer[] = [];
    for await (const chunk of content) {
      hash.update(chunk);
      if (listPaths.includes(path)) chunks.push(chunk);
    }
    if (listPaths.includes(path)) this.lists.set(path, Buffer.concat(chunks).toString('utf8'));
    if (path !== manifestPath) this.digests.set(path, hash.digest('hex'));
    this.last = path;
  }

  /** @throws ArchiveError that names an entry that is missing or changed */
  check(): Omit<CheckedBackup, 'fingerprint'> {
    const { lists, digests } = this;
    const [header = '', keys = '', manifest] = listPaths.map((path) => lists.get(path));
    if (manifest === undefined) throw new ArchiveError(`is cut off: it lacks ${manifestPath}`);
    // BackupWriter wrote the manifest, which vouches for the other lists.
    const written = new Map(
      (parseLines(manifest) as readonly ManifestLine[]).map(({ path, sha256 }) => [path, sha256]),
    );
    for (const path of new Set([...written.keys(), ...digests.keys()]))
      if (written.get(path) !== digests.get(path))
        throw new ArchiveError(digests.has(path) ? `has changed since it was written: ${path}` : `lacks ${path}`);
    return {
      header: JSON.parse(header) as Header,
      files: new Map((parseLines(keys) as readonly FileLine[]).map(({ key, mime }) => [key, mime])),
    };
  }
}

/** @throws ArchiveError that says which entry is missing, changed or damaged */
export const checkBackup = async (file: string): Promise<CheckedBackup> => {
  const archive = createHash('sha256');
  const collector = new Collector();
  try {
    for await (const entry of readArchive(file, { observe: (bytes) => archive.update(bytes) }))
      await collector.add(entry);
    return { fingerprint: archive.digest('hex'), ...collector.check() };
  } catch (error) {
    const reason = errorMessage(error);
    const message = reason.startsWith(file) ? reason : `${file} ${reason}`;
    throw new ArchiveError(`${message} (after ${collector.last})`, { cause: error });
  }
};
