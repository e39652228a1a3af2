// Finds the keys of cached answers that events change.
import { Timestamp, type ObjectId } from 'mongodb';
import { builtInUids, isContent, typeOf, type ContentType } from '../../schema/index.ts';
import { lateCommitSeconds, type EventAction, type StoredDocument } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { linkingTypes, linksToFilter } from '../../write/documents/index.ts';
import { storeKeys } from './storedPurges.ts';

/** What events say of the change of a document. */
export interface ChangedDocument {
  readonly type: ContentType;
  readonly documentId: string;
  readonly events: readonly { readonly action: EventAction; readonly at: Date }[];
}

const actionsWithDrafts: readonly EventAction[] = ['publish', 'unpublish', 'delete', 'relink'];
const actionsWithoutDrafts: readonly EventAction[] = ['create', 'update', 'delete', 'relink'];

/** Whether events change what the public reads: caches keep no drafts. */
const changesPublished = ({ type, events }: ChangedDocument): boolean => {
  const actions = type.draftAndPublish ? actionsWithDrafts : actionsWithoutDrafts;
  return events.some(({ action }) => actions.includes(action));
};

/** How many keys of linking documents are stored at a time. */
const keysAtOnce = 1_000;

/** Stores the keys of the documents that link to files, in any locale. There may be more than one answer of MongoDB holds. */
const storeLinking = async ({ database, schema, now }: Service, files: readonly string[]): Promise<void> => {
  const db = await database.get();
  for (const linkers of linkingTypes(typeOf(schema, builtInUids.file), schema, false)) {
    let keys: string[] = [];
    for await (const { documentId } of db
      .collection<StoredDocument>(linkers.type.collectionName)
      .find(linksToFilter(linkers, { $in: files }), { projection: { documentId: 1 } })) {
      if (keys.push(documentId) < keysAtOnce) continue;
      await storeKeys(db, keys, now());
      keys = [];
    }
    await storeKeys(db, keys, now());
  }
};

/** How far the clocks of the processes that write may be ahead of MongoDB's. A relay that starts purges what changed in it again. */
const clockSeconds = 10;

const secondsBefore = (time: number, seconds: number): Timestamp => new Timestamp({ t: time - seconds, i: 0 });

/** A change of a published version, by its document and its time. Each locale has its own `_id`. */
interface PublishedChange {
  readonly _id: ObjectId;
  readonly uid: string;
  readonly documentId: string;
  readonly changed: Timestamp;
}

const latest = (one: Timestamp, other: Timestamp): Timestamp => (one.greaterThan(other) ? one : other);

/** The documents whose published version changed since a time. The index of the sync answers each query. */
const findChanged = async ({ database, schema }: Service, from: Timestamp): Promise<readonly PublishedChange[]> => {
  const db = await database.get();
  const found = await Promise.all(
    [...schema.types.values()].filter(isContent).map(async ({ uid, collectionName }) => {
      const changes = await db
        .collection<StoredDocument>(collectionName)
        .find({ changed: { $gte: from } })
        .project<Omit<PublishedChange, 'uid'>>({ documentId: 1, changed: 1 })
        .toArray();
      return changes.map((change) => ({ uid, ...change }));
    }),
  );
  return found.flat();
};

const earliest = (documents: readonly ChangedDocument[]): Timestamp => {
  const at = Math.min(...documents.flatMap(({ events }) => events.map((event) => event.at.getTime())));
  return secondsBefore(Math.floor(at / 1000), clockSeconds);
};

/** No cached answer has a document that is new. */
const keysOf = ({ type: { uid }, documentId, events }: ChangedDocument): readonly string[] =>
  events.every(({ action }) => action === 'create') ? [uid] : [uid, documentId];

/** How long it is remembered that a change was found. */
const rememberedSeconds = 600;

export class ChangedKeys {
  private readonly service: Service;
  /** The times of the changes that were found, by `_id`: each is purged once. */
  private readonly found = new Map<string, Timestamp>();
  /** All changes from one time to another were found, except late ones: the events of many documents need not read them again. */
  private searched: { readonly from: Timestamp; readonly to: Timestamp } | undefined;

  constructor(service: Service) {
    this.service = service;
  }

  /**
   * Stores the keys of the answers that these events change: the uid and the documentId of each document, and of each other document
   * whose links the same writes changed. Answers name no uid for the files in them, so a file that comes back from the trash also
   * changes the documents that link to it.
   *
   * @throws MongoError when the database does not answer
   */
  async store(documents: readonly ChangedDocument[]): Promise<void> {
    const own = documents.filter(changesPublished);
    if (own.length === 0) return;
    const files = own
      .filter(({ type, events }) => type.uid === builtInUids.file && events.some(({ action }) => action === 'create'))
      .map(({ documentId }) => documentId);
    if (files.length > 0) await storeLinking(this.service, files);
    const since = earliest(own);
    const searched = this.searched?.from.greaterThan(since) === false ? this.searched : { from: since, to: since };
    const late = secondsBefore(searched.to.t, lateCommitSeconds);
    const found = await findChanged(this.service, latest(since, late));
    const changes = found.filter((change) => this.isNew(change));
    const keys = [...own.flatMap(keysOf), ...changes.flatMap(({ uid, documentId }) => [uid, documentId])];
    await storeKeys(await this.service.database.get(), [...new Set(keys)], this.service.now());
    this.remember(changes);
    this.searched = { ...searched, to: found.reduce((to, { changed }) => latest(to, changed), searched.to) };
  }

  private isNew({ _id, changed }: PublishedChange): boolean {
    return this.found.get(_id.toHexString())?.greaterThanOrEqual(changed) !== true;
  }

  private remember(changes: readonly PublishedChange[]): void {
    const from = new Timestamp({ t: Math.floor(Date.now() / 1000) - rememberedSeconds, i: 0 });
    for (const { _id, changed } of changes) this.found.set(_id.toHexString(), changed);
    for (const [id, changed] of this.found) if (changed.lessThan(from)) this.found.delete(id);
  }
}
