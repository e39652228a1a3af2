// Finds the keys of cached answers that events change.
import { builtInUids, typeOf, type ContentType } from '../../schema/index.ts';
import type { EventAction, StoredDocument } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { linkingTypes, linksToFilter } from '../../write/documents/index.ts';

/** What an event says of the change. */
interface ChangedDocument {
  readonly type: ContentType;
  readonly documentId: string;
  readonly events: readonly { readonly action: EventAction }[];
}

const actionsWithDrafts: readonly EventAction[] = ['publish', 'unpublish', 'delete'];
const actionsWithoutDrafts: readonly EventAction[] = ['create', 'update', 'delete'];

/** Whether an event changes what the public reads: caches keep no drafts. */
const changesPublished = ({ type, events }: ChangedDocument): boolean => {
  const actions = type.draftAndPublish ? actionsWithDrafts : actionsWithoutDrafts;
  return events.some(({ action }) => actions.includes(action));
};

/** The documents that link to files, in any locale. An index answers each query. */
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

/**
 * The keys of the answers that these events change: the uid and the documentId of each document. Answers name no uid for the
 * files in them, so a file that comes back from the trash also changes the documents that link to it.
 *
 * @throws MongoError when the database does not answer
 */
export const changedKeys = async (
  service: Service,
  documents: readonly ChangedDocument[],
): Promise<readonly string[]> => {
  const changed = documents.filter(changesPublished);
  const files = changed
    .filter(({ type, events }) => type.uid === builtInUids.file && events.some(({ action }) => action === 'create'))
    .map(({ documentId }) => documentId);
  const linking = files.length === 0 ? [] : await findLinking(service, files);
  return [...new Set([...changed.flatMap(({ type, documentId }) => [type.uid, documentId]), ...linking])];
};
