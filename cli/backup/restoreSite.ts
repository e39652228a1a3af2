// Restores a backup into an empty database, in steps that can be interrupted at any time.
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import type { Db, Document } from 'mongodb';
import { completeTotals } from '../../lib/background/index.ts';
import { storeOf, type Store } from '../../lib/media/index.ts';
import { removeVersions } from '../../lib/history/index.ts';
import {
  collections,
  createCompressed,
  prepareIndexes,
  resetTotals,
  type StoredDocument,
} from '../../lib/platform/db/index.ts';
import { recordAction } from '../../lib/platform/audit/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { markIndexes } from '../../lib/search/indexing/index.ts';
import { storeVersions, type VersionToStore } from '../../lib/write/documents/index.ts';
import { readArchive, type ArchiveEntry } from '../archive/index.ts';
import { removeDevAccount, restoreDevAccount } from '../dev/devAccount.ts';
import { insertMissing, requireEmpty, skipSequence } from '../import/index.ts';
import {
  deleteRestoreRecord,
  newerFormatProblem,
  readRestoreRecord,
  writeRestoreRecord,
  type RestoreRecord,
} from '../migrate/index.ts';
import { formatCount } from '../terminal/formatCount.ts';
import { ProgressLog } from '../terminal/progressLog.ts';
import { checkBackup, type CheckedBackup } from './checkBackup.ts';
import { contentOf, type DocumentFolder } from './format.ts';
import { partsOf, selectParts, type Selection, type StoredPart } from './parts.ts';
import { readStored } from './readStored.ts';

export interface RestoreInput {
  readonly service: Service;
  readonly file: string;
  readonly selection: Selection;
  readonly log: (line: string) => void;
}

/** The parts to restore, by name. */
type Targets = ReadonlyMap<string, StoredPart>;

/** @throws Error for a part that the project does not have */
const targetsOf = ({ schema }: Service, { header }: CheckedBackup, selection: Selection): Targets => {
  const known = new Map(partsOf(schema).map((part) => [part.name, part]));
  return new Map(
    selectParts(header.parts, selection).map(({ name }) => {
      const part = known.get(name);
      if (part === undefined)
        throw new Error(`The project has no content type ${name}: add it, or leave it out with --without ${name}`);
      return [name, part];
    }),
  );
};

/**
 * Replaces what Lectern made itself in the empty database: roles, locales, tokens. Sequences only continue. Indexes are made anew when
 * all documents are there: an index that is larger than MongoDB's memory takes ever longer to add to, and documents that changed
 * during the backup may have each other's unique values until then.
 */
const clear = async ({ database }: Service, targets: Targets): Promise<void> => {
  const db = await database.get();
  for (const { collection } of targets.values())
    if (collection !== collections.sequences) await db.dropCollection(collection);
  await createCompressed(db);
};

const idFilter = ({ _id }: Document): object => ({ _id: _id as unknown });

/** Stores documents in place of those with their `_id`. */
const replaceStored = async (db: Db, collection: string, documents: readonly Document[]): Promise<void> => {
  const writes = documents.map((one) => ({ replaceOne: { filter: idFilter(one), replacement: one, upsert: true } }));
  await db.collection(collection).bulkWrite(writes, { ordered: false });
};

const deleteStored = async (db: Db, collection: string, documents: readonly Document[]): Promise<void> => {
  await db.collection(collection).deleteMany({ $or: documents.map(idFilter) });
};

/** How the documents of a folder are stored. */
const storing = {
  documents: insertMissing,
  changed: replaceStored,
  deleted: deleteStored,
} satisfies Record<DocumentFolder, unknown>;

class Restore {
  readonly counts = { documents: 0, files: 0 };
  private readonly service: Service;
  private readonly backup: CheckedBackup;
  private readonly targets: Targets;
  private readonly store: Store;
  private readonly progress: ProgressLog;

  constructor(service: Service, backup: CheckedBackup, targets: Targets, log: RestoreInput['log']) {
    this.progress = new ProgressLog(log);
    this.service = service;
    this.backup = backup;
    this.targets = targets;
    this.store = storeOf(service.config.upload);
  }

  async add({ path, bytes, content }: ArchiveEntry): Promise<void> {
    const entry = contentOf(path);
    if (entry === undefined) return;
    if ('key' in entry) return this.addFile(entry.key, bytes, content);
    const part = this.targets.get(entry.part);
    if (part === undefined) return;
    const db = await this.service.database.get();
    const store = this.backup.header.hasFiles ? this.store : undefined;
    for await (const { documents, replaced } of readStored(part, content, store)) {
      if (entry.folder === 'documents') this.counts.documents += documents.length;
      this.logProgress();
      if (part.collection === collections.sequences)
        for (const { _id, last } of documents) await skipSequence(db, String(_id), Number(last));
      else {
        await this.addVersions(part, replaced);
        await storing[entry.folder](db, part.collection, documents);
        if (entry.folder === 'changed') await this.removeForgotten(db, part, documents);
      }
    }
  }

  /** The restored documents have no outbox, so what it had of the history is stored at once. */
  private async addVersions({ name }: StoredPart, replaced: readonly Omit<VersionToStore, 'type'>[]): Promise<void> {
    const { database, schema } = this.service;
    const type = schema.types.get(name);
    if (type === undefined || !this.targets.has(collections.versions)) return;
    const versions = replaced.map((one) => ({ ...one, type }));
    await storeVersions({ db: await database.get(), options: {} }, schema, versions);
  }

  /** Versions that were deleted for good during the backup may come from what it had read of their documents before. */
  private async removeForgotten(db: Db, { name: type }: StoredPart, documents: readonly Document[]): Promise<void> {
    for (const { documentId, locale, forgottenBefore } of documents as readonly StoredDocument[])
      if (forgottenBefore !== undefined)
        await removeVersions({ db, options: {} }, { type, documentId, locale, revision: { $lt: forgottenBefore } });
  }

  /** A file that is there may be one that has replaced the one of the backup. */
  private async addFile(key: string, bytes: number, content: AsyncIterable<Buffer>): Promise<void> {
    const isSelected = [...this.targets.values()].some(({ group }) => group === 'files');
    if (!isSelected) return;
    const mime = this.backup.files.get(key) ?? 'application/octet-stream';
    await this.store.put(key, Readable.from(content), { mime, bytes });
    this.counts.files += 1;
    this.logProgress();
  }

  private logProgress(): void {
    const { documents, files } = this.counts;
    this.progress.log(() => `${formatCount(documents, 'document')} and ${formatCount(files, 'file')} so far`);
  }
}

/**
 * Restores a backup, or continues an interrupted restore of the same one. The whole archive is checked before anything is
 * written, and no server starts on the database until the restore is finished.
 *
 * @returns how many documents and files this run wrote
 * @throws ArchiveError for an archive that is damaged or changed; Error when the database has documents, another restore is
 *   not finished, the project lacks a content type, or a later version of Lectern wrote the backup. Nothing is written then
 */
export const restoreSite = async ({ service, file, selection, log }: RestoreInput): Promise<Restore['counts']> => {
  const backup = await checkBackup(file);
  const refusal = newerFormatProblem({ _id: 'format', ...backup.header });
  if (refusal !== undefined) throw new Error(refusal);
  const db = await service.database.get();
  const earlier = await readRestoreRecord(db);
  if (earlier !== undefined && earlier.archive !== backup.fingerprint)
    throw new Error('The restore of another archive into this database is not finished: restore that one again first');
  const targets = targetsOf(service, backup, earlier ?? selection);
  if (earlier === undefined) await requireEmpty(db, service.schema);
  else log(`continuing after ${earlier.written} entries, with the selection of the first run`);
  let record: RestoreRecord = earlier ?? {
    ...{ _id: 'restore', archive: backup.fingerprint, ...selection, written: 0 },
    account: await removeDevAccount(db, service.schema),
  };
  await writeRestoreRecord(db, record);
  if (record.written === 0) await clear(service, targets);
  await resetTotals(db, 'paused');
  await markIndexes(db);
  const restore = new Restore(service, backup, targets, log);
  let number = 0;
  for await (const entry of readArchive(file)) {
    if (++number <= record.written) continue;
    await restore.add(entry);
    record = { ...record, written: number };
    await writeRestoreRecord(db, record);
  }
  await prepareIndexes(db, service.schema, log);
  await recordAction(service, { action: 'site.restore', target: { type: 'site', name: basename(file) } });
  await resetTotals(db, 'running');
  await markIndexes(db);
  await completeTotals(service);
  if (record.account !== undefined) await restoreDevAccount(service, record.account);
  await deleteRestoreRecord(db);
  return restore.counts;
};
