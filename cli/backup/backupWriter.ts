// Writes the entries of a backup, and notes the digest of each.
import { createHash } from 'node:crypto';
import type { ArchiveWriter } from '../archive/index.ts';
import { documentsPath, manifestPath, type DocumentFolder, type ManifestLine } from './format.ts';

export const linesOf = (values: readonly object[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

export class BackupWriter {
  private readonly archive: ArchiveWriter;
  /** The digests of all entries. */
  readonly manifest: ManifestLine[];

  /** @param written the entries that the archive has */
  constructor(archive: ArchiveWriter, written: readonly ManifestLine[]) {
    this.archive = archive;
    this.manifest = [...written];
  }

  async addContent(path: string, content: string | Buffer): Promise<void> {
    await this.archive.addContent(path, content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    this.manifest.push({ path, bytes: Buffer.byteLength(content), sha256 });
  }

  /** Adds documents as an entry of their own. @returns how many bytes they have */
  async addDocuments(folder: DocumentFolder, part: string, documents: readonly Uint8Array[]): Promise<number> {
    const content = Buffer.concat(documents);
    const number = this.manifest.filter(({ path }) => path.startsWith(`${folder}/${part}/`)).length + 1;
    await this.addContent(documentsPath(folder, part, number), content);
    return content.length;
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

  /** Writes the digests; call it last. */
  async end(): Promise<void> {
    await this.archive.addContent(manifestPath, linesOf(this.manifest));
  }
}
