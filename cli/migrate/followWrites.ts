// Copies what servers of both content types write while the functions of a deployment change.
import type { ChangeStream, ChangeStreamDocument, Db, Timestamp } from 'mongodb';
import pLimit from 'p-limit';
import type { Database, StoredDocument } from '../../lib/platform/db/index.ts';
import type { ContentType } from '../../lib/schema/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { digestsField } from './copiedValues.ts';
import { createMigrationContext } from './createMigrationContext.ts';
import { diffSchemas } from './diffSchemas.ts';
import { deserializeSchema, readRecord } from './migrationRecord.ts';
import { newCollectionOf, rewriteOf, type Rewrite } from './prepareWrites.ts';
import { rewriteBatches, rewriteStored } from './rewriteBatches.ts';
import { collectEdits } from './rewriteDocument.ts';
import { UniqueCollision } from './rewriteInTransaction.ts';
import { typesToMigrate } from './scanDocuments.ts';
import type { ChangeOf, MigrationPlan, SchemaChange } from './types.ts';

/** How long the server waits for the next write: then the follower sees whether it has to end. */
const maxAwaitTimeMS = 100;

/** How many documents are rewritten at the same time. */
const concurrency = 8;

type Event = ChangeStreamDocument<StoredDocument>;

/** @returns the document, its revision, and the names in the write; undefined if it changed no content, or copied it */
const readWrite = (event: Event) => {
  if (event.operationType === 'insert' || event.operationType === 'replace')
    return { _id: event.documentKey._id, revision: event.fullDocument.revision, names: new Set<string>() };
  if (event.operationType !== 'update') return undefined;
  const { updatedFields = {}, removedFields } = event.updateDescription;
  const paths = [...Object.keys(updatedFields), ...(removedFields ?? [])];
  const names = new Set(paths.flatMap((path) => path.split('.')));
  const { revision } = updatedFields;
  return revision === undefined || names.has(digestsField)
    ? undefined
    : { _id: event.documentKey._id, revision, names };
};

/** @param byNew the renames whose attributes servers of the new content types wrote last */
type RewriteFor = (byNew: ReadonlySet<SchemaChange>) => Rewrite;

/** The phase that ends the migration tries again, and reports it. */
const skipCollision = (error: unknown): number => {
  if (error instanceof UniqueCollision) return 0;
  throw error;
};

/** Rewrites the documents of a type as they are written, with the names of those that wrote last. */
class Follower {
  private readonly database: Database;
  private readonly rewriteFor: RewriteFor;
  private readonly renames: readonly ChangeOf<'renamed'>[];
  private readonly limit = pLimit(concurrency);
  private readonly writtenByNew = new Map<string, ReadonlySet<SchemaChange>>();
  private readonly work = new Set<Promise<unknown>>();
  private error: Error | undefined;

  constructor(database: Database, rewriteFor: RewriteFor, { changes }: MigrationPlan) {
    this.database = database;
    this.rewriteFor = rewriteFor;
    this.renames = changes.filter((change) => change.kind === 'renamed');
  }

  /** @throws Error of an earlier rewrite */
  accept(event: Event): void {
    if (this.error !== undefined) throw this.error;
    const write = readWrite(event);
    if (write === undefined) return;
    const { _id, revision, names } = write;
    const id = String(_id);
    const before = this.writtenByNew.get(id) ?? new Set();
    const byNew = new Set(
      this.renames.filter((rename) => names.has(rename.to) || (before.has(rename) && !names.has(rename.name))),
    );
    if (byNew.size > 0 || before.size > 0) this.writtenByNew.set(id, byNew);
    const rewrite = this.rewriteFor(byNew);
    // A document that was written again has a later event.
    const isLast = (document: StoredDocument): boolean => document.revision === revision;
    const done = this.limit(() => rewriteStored(this.database, _id, rewrite, isLast))
      .catch(skipCollision)
      .catch((error: unknown) => {
        this.error ??= error instanceof Error ? error : new Error(String(error));
      })
      .finally(() => this.work.delete(done));
    this.work.add(done);
  }

  /** @throws Error of a rewrite */
  async end(): Promise<void> {
    await Promise.all(this.work);
    if (this.error !== undefined) throw this.error;
  }
}

/** The time of the last write. */
export const readTime = async (db: Db): Promise<Timestamp> =>
  (await db.command({ ping: 1 })).operationTime as Timestamp; // a replica set has one

/**
 * While the last migration keeps the old names, gives each document that is written its values under both names, some
 * milliseconds later. Until then a new document has no value for servers of the other content types.
 *
 * @param onError called when it can go on no longer
 * @returns ends it when it has copied what was written before; undefined if the last migration keeps no old names
 */
export const followWrites = async (
  service: Service,
  onError: (error: unknown) => void,
): Promise<(() => Promise<void>) | undefined> => {
  const db = await service.database.get();
  const last = (await readRecord(db))?.last;
  if (last?.isOpen !== true) return undefined;
  const plan = diffSchemas(deserializeSchema(last.from), service.schema, last.options);
  const context = await createMigrationContext(service, plan, 'recopy');
  const edits = collectEdits(plan, () => 'recopy');
  // The streams begin here, and not when the first batch arrives.
  const startAtOperationTime = await readTime(db);
  let endsAt: Timestamp | undefined;
  const follow = async (type: ContentType): Promise<void> => {
    const stream: ChangeStream<StoredDocument> = db
      .collection<StoredDocument>(newCollectionOf(plan, type))
      .watch([], { startAtOperationTime, maxAwaitTimeMS });
    const byOld = rewriteOf(context, edits, type);
    const rewriteFor: RewriteFor = (byNew) =>
      byNew.size === 0
        ? byOld
        : rewriteOf(
            context,
            collectEdits(plan, (change) => (byNew.has(change) ? 'recopyNew' : 'recopy')),
            type,
          );
    const follower = new Follower(service.database, rewriteFor, plan);
    try {
      for (;;) {
        const event = await stream.tryNext();
        if (event === null && stream.closed) throw new Error(`${type.collectionName} was dropped or renamed by others`);
        if (endsAt !== undefined && (event?.clusterTime?.greaterThan(endsAt) ?? true)) break;
        if (event !== null) follower.accept(event);
      }
      await follower.end();
    } finally {
      await stream.close();
    }
  };
  const types = typesToMigrate(plan, edits);
  const work = types.map((type) => follow(type).catch(onError));
  // What was written before.
  for (const type of types) {
    const runBatch = rewriteBatches(service.database, rewriteOf(context, edits, type), skipCollision);
    for (let result = await runBatch(undefined); result !== undefined; result = await runBatch(result.after));
  }
  return async () => {
    endsAt = await readTime(db);
    await Promise.all(work);
  };
};
