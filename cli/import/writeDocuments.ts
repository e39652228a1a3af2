// Writes the documents of an archive in batches. A document that is there already stays as it is.
import { BSON, MongoBulkWriteError, ObjectId, type Db, type Document, type WithId, type WriteError } from 'mongodb';
import { indexName, storedDraftStatus, type StoredDocument } from '../../lib/platform/db/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { administrator } from '../../lib/platform/access/index.ts';
import type { ContentType } from '../../lib/schema/index.ts';
import { runWithSource, writtenField } from '../../lib/write/documents/index.ts';
import { hooksFor } from '../../lib/write/operations/index.ts';
import { missingId, type BuildContext, type BuiltDocument } from './buildDocument.ts';
import { ImportedIds } from './strapi4Ids.ts';
import { documentsOf, type Partitions } from './partitionDocuments.ts';
import { resolveMisfits } from './resolveMisfits.ts';
import type { OnMisfit } from './misfitChoices.ts';
import type { ReportLine } from './types.ts';
import { writeHooked } from './writeHooked.ts';

const batchDocuments = 1_000;
const batchBytes = 16_000_000;

/** MongoDB's code of the error. */
const duplicateKey = 11_000;

/** The unique indexes that an earlier run of the import has filled. */
const documentIndexes = ['_id_', indexName({ documentId: 1, locale: 1 })];

/** Whether an insert failed because an interrupted run has written the document. */
const isWritten = ({ code, errmsg = '' }: WriteError): boolean =>
  code === duplicateKey && documentIndexes.some((name) => errmsg.includes(`index: ${name} `));

/** Inserts documents; those that an interrupted run has inserted stay. */
export const insertMissing = async (db: Db, collection: string, documents: readonly Document[]): Promise<void> => {
  try {
    await db.collection(collection).insertMany([...documents], { ordered: false });
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const errors = [error.writeErrors].flat();
    if (errors.length === 0 || !errors.every(isWritten)) throw error;
  }
};

/** Collects documents by type, and inserts each batch while the next one is built. */
class BatchWriter {
  private readonly db: Db;
  private readonly batches = new Map<ContentType, { documents: WithId<StoredDocument>[]; bytes: number }>();
  private inserting: Promise<void> = Promise.resolve();

  constructor(db: Db) {
    this.db = db;
  }

  async add(type: ContentType, document: WithId<StoredDocument>): Promise<void> {
    const batch = this.batches.get(type) ?? { documents: [], bytes: 0 };
    this.batches.set(type, batch);
    batch.documents.push(document);
    batch.bytes += BSON.calculateObjectSize(document);
    if (batch.documents.length >= batchDocuments || batch.bytes >= batchBytes) await this.insert(type);
  }

  /** Inserts what is left. */
  async end(): Promise<void> {
    for (const type of [...this.batches.keys()]) await this.insert(type);
    await this.inserting;
  }

  private async insert(type: ContentType): Promise<void> {
    const { documents } = this.batches.get(type) ?? { documents: [] };
    this.batches.delete(type);
    await this.inserting;
    this.inserting = insertMissing(this.db, type.collectionName, documents);
    // `await this.inserting` reports a failure; until then it must not be an unhandled one.
    this.inserting.catch(() => undefined);
  }
}

/** An `_id` that sorts documents of the same time by the integer ids of their rows, before those that are created later. */
const objectIdOf = ({ rows }: BuiltDocument): ObjectId => {
  const row = rows.find(({ version }) => version === 'published') ?? rows[0];
  const bytes = Buffer.alloc(12);
  bytes.writeBigUInt64BE(BigInt(row.id), 4);
  return new ObjectId(bytes);
};

const withIds = async (
  { sequences, schema, now }: Service,
  built: BuiltDocument,
  document: StoredDocument,
): Promise<WithId<StoredDocument>> => {
  const written = runWithSource('import', () =>
    writtenField(schema, built.type, { revision: document.revision, actions: ['create'], at: now(), by: undefined }),
  );
  const stored = { ...document, ...storedDraftStatus(document), ...written, _id: objectIdOf(built) };
  if (document.draft?.id !== missingId) return stored;
  return { ...stored, draft: { ...document.draft, id: await sequences.next(built.type.collectionName) } };
};

interface WriteOptions {
  readonly onMisfit: OnMisfit;
  /** The first partition that is not written yet. */
  readonly first: number;
  /** The number of all documents. */
  readonly total: number;
  /** Receives what the project's hooks refuse. */
  readonly onRefusal: (line: ReportLine) => void;
}

/**
 * @param onPartition is called when a partition is written
 */
export const writeDocuments = async (
  service: Service,
  build: Omit<BuildContext, 'findLinks'>,
  partitions: Partitions,
  { onMisfit, first, total, onRefusal }: WriteOptions,
  onPartition: (written: number) => Promise<void>,
): Promise<void> => {
  const { context } = build;
  const db = await service.database.get();
  // Strapi 5 has documentIds of its own.
  const ids = context.archive.major === 4 ? new ImportedIds(db) : undefined;
  let count = 0;
  for (let partition = first; partition < context.partitions; partition++) {
    const writer = new BatchWriter(db);
    for (const built of documentsOf(build, partitions, partition)) {
      const { document } = resolveMisfits(built, onMisfit);
      if (document === undefined) continue;
      count += 1;
      const hooks = hooksFor.write(service, administrator, built.type);
      const numbered = await withIds(service, built, document);
      if (hooks === undefined) await writer.add(built.type, numbered);
      else await writeHooked(service, hooks, built.type, numbered, onMisfit, onRefusal);
      for (const row of ids === undefined ? [] : built.rows) await ids?.add(row);
      context.progress.log(() => `documents: ${count} of ${total}`);
    }
    await writer.end();
    await ids?.flush();
    await onPartition(partition + 1);
  }
};
