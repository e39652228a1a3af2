// Writes everything that a site stores, as it is at one moment, into an archive.
import { rename } from 'node:fs/promises';
import { BSON, type ChangeStream, type ClientSession, type Db } from 'mongodb';
import { fileKey, fileRecordOf, storeOf } from '../../lib/media/index.ts';
import { collections, type StoredDocument } from '../../lib/platform/db/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { builtInUids, typeOf } from '../../lib/schema/index.ts';
import { appendArchive } from '../archive/index.ts';
import { formatCount } from '../terminal/formatCount.ts';
import { ProgressLog } from '../terminal/progressLog.ts';
import { installedVersion } from '../../lib/installedPackage.ts';
import { currentFormat, readTime } from '../migrate/index.ts';
import { partialOf, readProgress, removeProgress, writeProgress, type BackupProgress } from './backupProgress.ts';
import { BackupWriter, linesOf } from './backupWriter.ts';
import { filePath, headerPath, keysPath, type FileLine, type Header } from './format.ts';
import { partsOf, selectParts, type Selection, type StoredPart } from './parts.ts';
import {
  LostBackup,
  explainLost,
  idOf,
  readAfter,
  readChanges,
  readCommittedTime,
  readDocuments,
} from './readDocuments.ts';

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

/** So many bytes of documents are a part of the archive, after which an interrupted backup continues. */
const savedBytes = 64_000_000;

/** How long MongoDB waits for the next change: then the backup has come to the present. */
const maxAwaitTimeMS = 100;

/** What changed while so long a time was read is read within a moment that MongoDB remembers. */
const shortMs = 10_000;

interface BackupContext extends BackupInput {
  readonly db: Db;
  /** The path of the archive. */
  readonly archive: string;
  readonly parts: readonly StoredPart[];
}

class SiteBackup {
  private readonly context: BackupContext;
  private readonly files = new Map<string, ReturnType<typeof filesOf>[number]>();
  private readonly log: ProgressLog;
  private progress: BackupProgress;

  constructor(context: BackupContext, progress: BackupProgress) {
    this.context = context;
    this.progress = progress;
    this.log = new ProgressLog(context.log);
  }

  async run(): Promise<BackupResult> {
    const { archive, parts } = this.context;
    const { header, bytes } = this.progress;
    // Before hours of reading: the user of the database may not be allowed to do it, or they have been forgotten.
    await this.withChanges((changes) => changes.tryNext());
    if (bytes === 0)
      await this.append(async (writer) => {
        await writer.addContent(headerPath, JSON.stringify(header));
        return {};
      });
    for (const [number, part] of parts.entries()) if (number >= this.progress.part) await this.addPart(number, part);
    let missingFiles: readonly string[] = [];
    await appendArchive(partialOf(archive), this.progress.bytes, true, async (entries) => {
      const writer = new BackupWriter(entries, this.progress.manifest);
      await this.addChanges(writer);
      const lines = [...this.files.values()].map(({ key, mime }): FileLine => ({ key, mime }));
      await writer.addContent(keysPath, linesOf(lines));
      missingFiles = header.hasFiles ? await this.addFiles(writer) : [];
      await writer.end();
    });
    await rename(partialOf(archive), archive);
    return { documents: this.progress.documents, files: this.files.size - missingFiles.length, missingFiles };
  }

  /** Appends entries to the archive. @param work returns how far the backup has come with them */
  private async append(work: (writer: BackupWriter) => Promise<Partial<BackupProgress>>): Promise<void> {
    const { archive } = this.context;
    let next: Partial<BackupProgress> = {};
    const bytes = await appendArchive(partialOf(archive), this.progress.bytes, false, async (entries) => {
      const writer = new BackupWriter(entries, this.progress.manifest);
      next = { ...(await work(writer)), manifest: writer.manifest };
    });
    this.progress = { ...this.progress, ...next, bytes };
    await writeProgress(archive, this.progress);
  }

  /** Adds the documents of a collection, each as it is when it is read. */
  private async addPart(part: number, { name, collection }: StoredPart): Promise<void> {
    let [{ after }, count] = [this.progress, 0];
    const { documents: before } = this.progress;
    const chunks = readAfter(this.context.db.collection(collection), after);
    while (this.progress.part === part)
      await this.append(async (writer) => {
        for (let bytes = 0; bytes < savedBytes;) {
          const { value: documents } = await chunks.next();
          if (documents === undefined) return { part: part + 1, after: undefined, documents: before + count };
          for (const last of documents.slice(-1)) after = idOf(last);
          count += documents.length;
          bytes += await writer.addDocuments('documents', name, documents);
          this.log.log(() => `${name}: ${formatCount(count, 'document')} so far`);
        }
        return { after, documents: before + count };
      });
    this.context.log(`${name}: ${formatCount(count, 'document')}`);
  }

  /** Adds what changed while the documents were read, as it is at one moment, and notes the files of this moment. */
  private addChanges(writer: BackupWriter): Promise<void> {
    const { db, service } = this.context;
    return this.withChanges(async (changes) => {
      // First what has changed up to now: MongoDB remembers the moment only for some minutes. Others write meanwhile, so once more as
      // long as it is much, and becomes less.
      for (let [took, before] = [Infinity, Infinity]; took > shortMs && took <= before;) {
        const start = performance.now();
        for await (const ids of readChanges(changes, await readTime(db))) await this.addChanged(writer, ids);
        [took, before] = [performance.now() - start, took];
      }
      const client = await service.database.client();
      await client.withSession({ snapshot: true }, async (session) => {
        // The first read begins the moment.
        await this.noteFiles(session);
        for await (const ids of readChanges(changes, await readTime(db))) await this.addChanged(writer, ids, session);
      });
    });
  }

  /** @throws LostBackup if MongoDB has forgotten what changed since the backup began */
  private async withChanges(work: (changes: ChangeStream) => Promise<unknown>): Promise<void> {
    const { db, parts } = this.context;
    const fields = { ns: 1, operationType: 1, documentKey: 1, clusterTime: 1 };
    const changes = db.watch(
      [{ $match: { 'ns.coll': { $in: parts.map(({ collection }) => collection) } } }, { $project: fields }],
      { startAtOperationTime: this.progress.startedAt, maxAwaitTimeMS },
    );
    try {
      await work(changes);
    } catch (error) {
      throw explainLost(error);
    } finally {
      await changes.close();
    }
  }

  private async addChanged(
    writer: BackupWriter,
    changed: ReadonlyMap<string, readonly unknown[]>,
    session?: ClientSession,
  ): Promise<void> {
    for (const { name, collection } of this.context.parts) {
      const ids = new Map((changed.get(collection) ?? []).map((_id) => [BSON.EJSON.stringify({ _id }), _id]));
      if (ids.size === 0) continue;
      const filter = { _id: { $in: [...ids.values()] } };
      const options = session === undefined ? {} : { session };
      for await (const documents of readDocuments(this.context.db.collection(collection), filter, options)) {
        await writer.addDocuments('changed', name, documents);
        for (const document of documents) ids.delete(BSON.EJSON.stringify({ _id: idOf(document) }));
      }
      const deleted = [...ids.values()].map((_id) => BSON.serialize({ _id }));
      if (deleted.length > 0) await writer.addDocuments('deleted', name, deleted);
    }
  }

  private async noteFiles(session: ClientSession): Promise<void> {
    const { db, parts, service } = this.context;
    const isSelected = parts.some(({ name }) => name === builtInUids.file);
    const records = db.collection<StoredDocument>(typeOf(service.schema, builtInUids.file).collectionName);
    for await (const record of records.find(isSelected ? {} : { _id: { $in: [] } }, { session }))
      for (const file of filesOf(record)) this.files.set(file.key, file);
  }

  /** @returns the keys of files that should exist and do not */
  private async addFiles(writer: BackupWriter): Promise<readonly string[]> {
    const store = storeOf(this.context.service.config.upload);
    const missing: string[] = [];
    for (const [index, { key, isMade }] of [...this.files.values()].entries()) {
      this.log.log(() => `files: ${index} of ${this.files.size}`);
      const file = await store.find(key);
      if (file !== undefined) await writer.addStream(filePath(key), file.bytes, await store.read(key));
      else if (isMade) missing.push(key);
    }
    return missing;
  }
}

/**
 * Writes a site into an archive, or continues an interrupted backup into it. All documents are from one moment, while others
 * write: those that changed since they were read are read again at the end. Memory grows only with the number of files.
 *
 * @param archive the path, which ends in `.tar.gz`; beside it are `.partial` and `.progress` until it is complete
 * @throws Error for a selection that names nothing, or if the file cannot be written; LostBackup if MongoDB has forgotten what
 *   changed since the backup began, which then cannot continue
 */
export const backupSite = async (input: BackupInput, archive: string): Promise<BackupResult> => {
  const { service, selection, files, log } = input;
  const { schema, config, database, now } = service;
  const parts = selectParts(partsOf(schema), selection);
  const header: Header = {
    ...{ version: installedVersion(), format: currentFormat, createdAt: now().toISOString() },
    hasFiles: files ?? config.upload.provider === 'local',
    parts: parts.map(({ name, group }) => ({ name, group })),
  };
  const db = await database.get();
  // Another database with this name, on another server or restored since, has a collection with another UUID.
  const [record] = await db.listCollections({ name: collections.schema }, { nameOnly: false }).toArray();
  const begun = { database: `${db.databaseName} ${String(record?.info?.uuid)}`, header };
  const earlier = await readProgress(archive, begun);
  if (earlier !== undefined) log(`continuing after ${formatCount(earlier.documents, 'document')}`);
  const start = { ...begun, startedAt: await readCommittedTime(db), bytes: 0, documents: 0, part: 0, manifest: [] };
  try {
    const result = await new SiteBackup({ ...input, db, archive, parts }, earlier ?? start).run();
    await removeProgress(archive);
    return result;
  } catch (error) {
    if (error instanceof LostBackup) await removeProgress(archive);
    throw error;
  }
};
