// Checks that a relay removes either all events that it read from a document, or none.
import { ObjectId } from 'mongodb';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { openDatabase, type OutboxEvent, type StoredDocument } from '../../../lib/platform/db/index.ts';
import { findPendingDocuments, removeEvents } from '../../../lib/events/relay/pendingDocuments.ts';
import { library } from '../../write/documents/library.ts';
import { freshDatabase } from '../../setup/database.ts';

const database = openDatabase(freshDatabase().uri);
afterAll(() => database.close());

const [one, two, three, other] = Array.from({ length: 4 }, (): OutboxEvent => ({
  id: new ObjectId(),
  action: 'update',
  at: new Date(),
})) as [OutboxEvent, OutboxEvent, OutboxEvent, OutboxEvent];

const shelves = async () => (await database.get()).collection<StoredDocument>('shelves');

beforeEach(async () => {
  await (await shelves()).deleteMany({});
});

it.each([
  { now: [one, two], left: undefined, isTaken: true, what: 'removes them and leaves no empty list' },
  { now: [one, two, three], left: [three], isTaken: true, what: 'removes them and leaves newer events' },
  { now: [two], left: [two], isTaken: false, what: 'removes nothing if another relay took the first event' },
  { now: [three], left: [three], isTaken: false, what: 'removes nothing if another relay took all events' },
  {
    now: [other, one, two],
    left: [other, one, two],
    isTaken: false,
    what: 'removes nothing if other events come before them',
  },
  {
    now: [one, other, two],
    left: [one, other, two],
    isTaken: false,
    what: 'removes nothing if other events come between them',
  },
])('$what', async ({ now, left, isTaken }) => {
  const db = await database.get();
  await (await shelves()).insertOne({ documentId: 'd', locale: null, revision: 1, pending: [one, two] });
  const read = await findPendingDocuments(db, library, 10);
  await (await shelves()).updateOne({}, { $set: { pending: now } });
  expect(await removeEvents(db, read, {})).toBe(isTaken);
  expect((await (await shelves()).findOne())?.pending).toEqual(left);
});
