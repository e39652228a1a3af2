// Writes everything that a site stores, as it is at one moment, into an archive.
import { BSON, MongoServerError, type ClientSession } from 'mongodb';
import { fileKey, fileRecordOf, storeOf } from '../../lib/media/index.ts';
import type { StoredDocument } from '../../lib/platform/db/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { builtInUids } from '../../lib/schema/index.ts';
import { writeArchive } from '../archive/index.ts';
import { formatCount } from '../terminal/formatCount.ts';
import { ProgressLog } from '../terminal/progressLog.ts';
import { installedVersion } from '../../lib/installedPackage.ts';
import { currentFormat } from '../migrate/index.ts';
import { BackupWriter, linesOf } from './backupWriter.ts';
import { filePath, headerPath, keysPath, type FileLine, type Header } from './format.ts';
import { partsOf, selectParts, type Selection, type StoredPart } from './parts.ts';

export interface BackupInput {
  readonly service: Service;
  readonly selection: Selection;
  /** Whether the backup gets the bytes of files; undefined: if they are in a folder, not if they are in a bucket. */
  readonly files: boolean | undefined;
  /** Receives a line for each part. */
  readonly log: (line: string) => void;
}

export interface BackupResult {
  readonly documents: number;
  readonly files: number;
  /** The keys of files that have a record and no bytes. */
  readonly missingFiles: readonly string[];
}

/** The files that a record names: by key, and whether they must exist. */
const filesOf = (document: StoredDocument): readonly (FileLine & { readonly isMade: boolean })[] => {
  if (document.published === undefined) return [];
  const record = fileRecordOf(document);
  const isMade = !record.pending;
  return [
    ...[record, ...Object.values(record.formats ?? {})].map((one) => ({ key: fileKey(one), mime: one.mime, isMade })),
    ...(record.pending ? [{ key: record.pending.key, mime: record.mime, isMade }] : []),
  ];
};

/** MongoDB's codes for a moment that it does not remember any more, or whose collections have changed. */
const [snapshotTooOld, snapshotUnavailable] = [239, 246];

const snapshotError = (error: unknown): unknown => {
  if (!(error instanceof MongoServerError)) return error;
  if (error.code === snapshotUnavailable)
    return new Error('Indexes or collections changed during the backup: start it again', { cause: error });
  return error.code === snapshotTooOld
    ? new Error(
        'The backup of the documents took longer than MongoDB remembers a moment: raise minSnapshotHistoryWindowInSeconds ' +
          '(300 by default) with setParameter, or use mongodump --oplog',
        { cause: error },
      )
    : error;
};

class SiteBackup {
  private readonly input: BackupInput;
  private readonly writer: BackupWriter;
  private readonly files = new Map<string, ReturnType<typeof filesOf>[number]>();
  private documents = 0;
  private readonly progress: ProgressLog;

  constructor(input: BackupInput, writer: BackupWriter) {
    this.input = input;
    this.writer = writer;
    this.progress = new ProgressLog(input.log);
  }

  async run(): Promise<BackupResult> {
    const { service, selection, files } = this.input;
    const { schema, config, database } = service;
    const parts = selectParts(partsOf(schema), selection);
    const hasFiles = files ?? config.upload.provider === 'local';
    const header: Header = {
      ...{ version: installedVersion(), format: currentFormat, createdAt: service.now().toISOString(), hasFiles },
      parts: parts.map(({ name, group }) => ({ name, group })),
    };
    await this.writer.addContent(headerPath, JSON.stringify(header));
    const client = await database.client();
    try {
      await client.withSession({ snapshot: true }, (session) => this.addDocuments(parts, session));
    } catch (error) {
      throw snapshotError(error);
    }
    const lines = [...this.files.values()].map(({ key, mime }): FileLine => ({ key, mime }));
    await this.writer.addContent(keysPath, linesOf(lines));
    const missingFiles = hasFiles ? await this.addFiles() : [];
    await this.writer.end();
    return { documents: this.documents, files: this.files.size - missingFiles.length, missingFiles };
  }

  private async addDocuments(parts: readonly StoredPart[], session: ClientSession): Promise<void> {
    const db = await this.input.service.database.get();
    for (const { name, collection } of parts) {
      // As MongoDB stores them: no value changes its type.
      const found = db.collection(collection).find({}, { session, raw: true }) as unknown as AsyncIterable<Buffer>;
      const counted = this.countDocuments(name, name === builtInUids.file ? this.noteFiles(found) : found);
      const count = await this.writer.addDocuments(name, counted);
      this.documents += count;
      this.input.log(`${name}: ${formatCount(count, 'document')}`);
    }
  }

  private async *countDocuments(name: string, documents: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let count = 0;
    for await (const document of documents) {
      this.progress.log(() => `${name}: ${formatCount(count, 'document')} so far`);
      yield document;
      count++;
    }
  }

  private async *noteFiles(documents: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const document of documents) {
      for (const file of filesOf(BSON.deserialize(document) as StoredDocument)) this.files.set(file.key, file);
      yield document;
    }
  }

  /** @returns the keys of files that should exist and do not */
  private async addFiles(): Promise<readonly string[]> {
    const store = storeOf(this.input.service.config.upload);
    const missing: string[] = [];
    for (const [index, { key, isMade }] of [...this.files.values()].entries()) {
      this.progress.log(() => `files: ${index} of ${this.files.size}`);
      const file = await store.find(key);
      if (file !== undefined) await this.writer.addStream(filePath(key), file.bytes, await store.read(key));
      else if (isMade) missing.push(key);
    }
    return missing;
  }
}

/**
 * Writes a site into an archive. All documents are from one moment, while others write; memory grows only with the number
 * of files.
 *
 * @param file the path, which ends in `.tar.gz`
 * @throws Error for a selection that names nothing, if MongoDB forgets the moment before all documents are read, or if the
 *   file cannot be written; there is no file then
 */
export const backupSite = async (input: BackupInput, file: string): Promise<BackupResult> => {
  let result: BackupResult | undefined;
  await writeArchive(file, { compress: true }, async (archive) => {
    result = await new SiteBackup(input, new BackupWriter(archive)).run();
  });
  if (result === undefined) throw new Error('the archive was not written');
  return result;
};
