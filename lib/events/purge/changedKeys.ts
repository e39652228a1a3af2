// Finds the keys of cached answers that events change.
import { Timestamp, type ObjectId } from 'mongodb';
import { builtInUids, isContent, typeOf, type ContentType } from '../../schema/index.ts';
import type { EventAction, StoredDocument } from '../../platform/db/index.ts';
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

/** The documents that link to files, in any locale. */
const findLinking = async ({ database, schema }: Service, files: readonly string[]): Promise<readonly string[]> => {
  const db = await database.get();
  const types = linkingTypes(typeOf(schema, builtInUids.file), schema, false);
  const found = await Promise.all(
    types.map((linkers) =>
      db
        .collection<StoredDocument>(linkers.type.collectionName)
        .distinct('documentId', linksToFilter(linkers, { $in: files })),
    ),
  );
  return found.flat();
};

/** How far the clocks of the processes that write may be ahead of MongoDB's. A relay that starts purges what changed in it again. */
const clockSeconds = 10;

/** A change of a published version, by its document and its time. Each locale has its own `_id`. */
interface PublishedChange {
  readonly _id: ObjectId;
  readonly uid: string;
  readonly documentId: string;
  readonly changed: Timestamp;
}

/** The documents whose published version changed since a time. The index of the sync answers each query. */
const findChanged = async ({ database, schema }: Service, since: Date): Promise<readonly PublishedChange[]> => {
  const db = await database.get();
  const from = new Timestamp({ t: Math.floor(since.getTime() / 1000) - clockSeconds, i: 0 });
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

const earliest = (documents: readonly ChangedDocument[]): Date =>
  new Date(Math.min(...documents.flatMap(({ events }) => events.map(({ at }) => at.getTime()))));

/** No cached answer has a document that is new. */
const keysOf = ({ type: { uid }, documentId, events }: ChangedDocument): readonly string[] =>
  events.every(({ action }) => action === 'create') ? [uid] : [uid, documentId];

/** How long it is remembered that a change was found. */
const rememberedSeconds = 600;

export class ChangedKeys {
  private readonly service: Service;
  /** The times of the changes that were found, by `_id`: each is purged once. */
  private readonly found = new Map<string, Timestamp>();

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
    const linking = files.length === 0 ? [] : await findLinking(this.service, files);
    const changes = (await findChanged(this.service, earliest(own))).filter((change) => this.isNew(change));
    const keys = [...own.flatMap(keysOf), ...changes.flatMap(({ uid, documentId }) => [uid, documentId]), ...linking];
    await storeKeys(await this.service.database.get(), [...new Set(keys)], this.service.now());
    this.remember(changes);
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
