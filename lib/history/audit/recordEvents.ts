// Makes rows of the audit log from the events of documents, before the relay removes the events.
import { createHash } from 'node:crypto';
import { MongoBulkWriteError, ObjectId, type Db } from 'mongodb';
import {
  auditCollection,
  isAuditOn,
  makeAuditRow,
  type AuditAction,
  type AuditContext,
  type AuditRow,
} from '../../platform/audit/index.ts';
import type { EventAction, OutboxEvent, StoredDocument } from '../../platform/db/index.ts';
import { builtInUids, type ContentType } from '../../schema/index.ts';

/** A document with events in its outbox. */
export interface DocumentWithEvents extends Pick<StoredDocument, 'documentId' | 'locale'> {
  readonly type: ContentType;
  readonly events: readonly Pick<OutboxEvent, 'id' | 'action' | 'at' | 'depth' | 'audit'>[];
}

type Actions = Readonly<Partial<Record<EventAction | 'restore', AuditAction>>>;

const contentActions: Actions = {
  create: 'content.create',
  update: 'content.update',
  delete: 'content.delete',
  publish: 'content.publish',
  unpublish: 'content.unpublish',
  'discard-draft': 'content.discard',
  restore: 'content.restore',
  stage: 'content.stage',
  assign: 'content.assign',
};

const mediaActions: Actions = {
  create: 'media.create',
  update: 'media.update',
  delete: 'media.delete',
  restore: 'media.restore',
};

/**
 * One update can give the same event to several locales. So the middle of the id, which names the process, becomes a hash; the
 * time and the counter around it keep the rows of a write in order.
 */
const rowId = (event: ObjectId, documentId: string, locale: string | null): ObjectId => {
  const [time, middle, counter] = [event.id.subarray(0, 4), event.id.subarray(4, 9), event.id.subarray(9)];
  const hash = createHash('sha256')
    .update(middle)
    .update(JSON.stringify([documentId, locale]))
    .digest();
  return new ObjectId(Buffer.concat([time, hash.subarray(0, middle.length), counter]));
};

const rowsOf = (context: AuditContext, { type, documentId, locale, events }: DocumentWithEvents): readonly AuditRow[] =>
  events.flatMap(({ id, action: happened, at, depth, audit = {} }) => {
    const { changed, restored, ...initiator } = audit;
    const actions = type.uid === builtInUids.file ? mediaActions : contentActions;
    const action = restored === true && happened === 'create' ? actions.restore : actions[happened];
    if (action === undefined) return [];
    const target = { type: type.uid, documentId, ...(locale === null ? {} : { locale }) };
    const entry = { action, target, ...(changed === undefined ? {} : { changed }) };
    // Only an event handler of the project writes at a depth.
    return [
      makeAuditRow(context, entry, {
        at,
        _id: rowId(id, documentId, locale),
        initiator: depth === undefined ? initiator : { actor: 'code' },
      }),
    ];
  });

/** How many rows one command stores. */
const maxBatch = 1_000;

const isDuplicate = (error: unknown): boolean =>
  error instanceof MongoBulkWriteError &&
  error.result.getWriteConcernError() === undefined &&
  error.result.getWriteErrors().every(({ code }) => code === 11_000);

/**
 * Stores the row of each event, whose id is made of that of the event: a process that dies before it removes the events loses and
 * doubles none.
 *
 * @throws MongoError when the database does not answer
 */
export const recordEvents = async (
  context: AuditContext,
  db: Db,
  documents: readonly DocumentWithEvents[],
): Promise<void> => {
  if (!isAuditOn(context)) return;
  const rows = documents.flatMap((one) => rowsOf(context, one));
  for (let start = 0; start < rows.length; start += maxBatch)
    try {
      await auditCollection(db).insertMany(rows.slice(start, start + maxBatch), { ordered: false });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
};
