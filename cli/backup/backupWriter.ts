// Writes the entries of a backup, and notes the digest of each.
import { createHash } from 'node:crypto';
import type { ArchiveWriter } from '../archive/index.ts';
import { documentsPath, manifestPath, type ManifestLine } from './format.ts';

/** The documents of one entry; a tar file needs the size of each entry first. */
const maxEntryBytes = 4_000_000;

export const linesOf = (values: readonly object[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

export class BackupWriter {
  private readonly archive: ArchiveWriter;
  private readonly manifest: ManifestLine[] = [];

  constructor(archive: ArchiveWriter) {
    this.archive = archive;
  }

  async addContent(path: string, content: string | Buffer): Promise<void> {
    await this.archive.addContent(path, content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    this.manifest.push({ path, bytes: Buffer.byteLength(content), sha256 });
  }

  async addStream(path: string, bytes: number, content: AsyncIterable<Buffer>): Promise<void> {
    const hash = createHash('sha256');
    const observed = async function* () {
      for await (const chunk of content) {
        hash.update(chunk);
        yield chunk;
      }
    };
    await this.archive.addStream(path, bytes, observed());
    this.manifest.push({ path, bytes, sha256: hash.digest('hex') });
  }

  /** @returns how many documents there were */
  async addDocuments(part: string, documents: AsyncIterable<Buffer>): Promise<number> {
    let [count, entries, bytes] = [0, 0, 0];
    let waiting: Buffer[] = [];
    const flush = async (): Promise<void> => {
      if (waiting.length > 0) await this.addContent(documentsPath(part, ++entries), Buffer.concat(waiting));
      [waiting, bytes] = [[], 0];
    };
    for await (const document of documents) {
      waiting.push(document);
      count += 1;
      bytes += document.length;
      if (bytes > maxEntryBytes) await flush();
    }
    await flush();
    return count;
  }

  /** Writes the digests; call it last. */
  async end(): Promise<void> {
    await this.archive.addContent(manifestPath, linesOf(this.manifest));
  }
}
