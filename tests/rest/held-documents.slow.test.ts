// Checks requests for documents in the open transaction of a process that died: they return soon and write nothing.
import type { ClientSession, Document, Filter } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collections, lockWait } from '../../lib/platform/db/index.ts';
import { LocaleStore } from '../../lib/platform/locales/index.ts';
import { reserve } from '../../lib/api/idempotency/reservations.ts';
import { deleteWebhook, webhooksCollection } from '../../lib/events/webhooks/index.ts';
import { eventNames } from '../../lib/platform/eventNames.ts';
import { library } from '../write/documents/library.ts';
import { createApi, type Reply } from '../setup/api.ts';
import { shortenBriefWait } from '../setup/lockWait.ts';
import { deliveriesOf, deliveryOf, park } from '../events/webhooks/deliveries.ts';

const { writeMs } = lockWait;
shortenBriefWait(300);

const api = createApi(library);
const db = () => api.service().database.get();

/** The session of a transaction that writes documents and stays open. */
let openSession: ClientSession;
beforeEach(async () => {
  openSession = (await api.service().database.client()).startSession();
});
afterEach(() => releaseDocuments());

const holdDocuments = async (collection: string, filter: Filter<Document>): Promise<void> => {
  openSession.startTransaction();
  await (await db()).collection(collection).updateMany(filter, { $set: { held: true } }, { session: openSession });
  lockWait.writeMs = 500;
};
const releaseDocuments = async (): Promise<void> => {
  await openSession.endSession();
  lockWait.writeMs = writeMs;
};

const heldError = {
  status: 503,
  name: 'ServiceUnavailableError',
  message: 'Another write holds a document that this one needs: try again',
};

describe('a write of a document that another transaction holds', () => {
  const bulkOf = (documentId: string, atomic: boolean): Promise<Reply> =>
    api.request('POST', '/api/shelves/actions/bulk', {
      body: { data: [{ update: { documentId, data: { name: 'new' } } }], atomic },
    });
  const ways: Readonly<Record<string, (shelf: string, book: string) => Promise<Reply>>> = {
    'one atomic update': (shelf) => api.put(`/api/shelves/${shelf}`, { name: 'new' }),
    'under an Idempotency-Key': (shelf) =>
      api.put(`/api/shelves/${shelf}`, { name: 'new' }, { headers: { 'Idempotency-Key': 'held' } }),
    'from the other side of a relation': (_, book) => api.post('/api/shelves', { name: 'other', books: [book] }),
    'a bulk that is atomic': (shelf) => bulkOf(shelf, true),
    'a deletion': (shelf) => api.delete(`/api/shelves/${shelf}`),
  };

  it.each(Object.entries(ways))('is refused with 503, and succeeds afterwards: %s', async (_, write) => {
    const book = await api.create('/api/books', { title: 'held' });
    const shelf = await api.create('/api/shelves', { name: 'held' });
    await holdDocuments('shelves', { documentId: shelf });
    await (
      await db()
    )
      .collection('books')
      .updateMany({ documentId: book }, { $set: { held: true } }, { session: openSession });
    const { status, body, headers } = await write(shelf, book);
    expect([status, body.error, headers['retry-after']]).toEqual([503, { ...heldError, details: {} }, '5']);
    expect((await api.get(`/api/shelves/${shelf}`)).body.data.name).toBe('held');
    await releaseDocuments();
    expect((await write(shelf, book)).status).toBeLessThan(300);
  });

  it('is refused in the result of its entry, if the bulk request is not atomic', async () => {
    const shelf = await api.create('/api/shelves', { name: 'held' });
    await holdDocuments('shelves', { documentId: shelf });
    const { status, body } = await bulkOf(shelf, false);
    expect([status, body.data[0]]).toEqual([200, { status: 503, error: { ...heldError, details: {} } }]);
  });

  it('is refused soon even if it waits for other requests of its process', async () => {
    const shelf = await api.create('/api/shelves', { name: 'held' });
    await holdDocuments('shelves', { documentId: shelf });
    // One after the other, the requests would take longer than the time limit of a test.
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => api.put(`/api/shelves/${shelf}`, { name: 'new' })),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([503]));
  });
});

describe('other documents that another transaction holds', () => {
  it('an idempotency key of a dead process is in progress until its transaction ends', async () => {
    const key = { id: 'died', request: 'same' };
    await reserve(api.service(), key);
    const reservations = (await db()).collection<{ _id: string }>(collections.idempotency);
    await reservations.updateOne({ _id: key.id }, { $set: { heldAt: new Date(0) } });
    await holdDocuments(collections.idempotency, { _id: key.id } as object);
    await expect(reserve(api.service(), key)).rejects.toMatchObject({ status: 409 });
    await releaseDocuments();
    expect(await reserve(api.service(), key)).toMatchObject({ key });
  });

  it('a locale that is being deleted does not block reading the locales', async () => {
    const { context } = api.service().locales;
    const locales = new LocaleStore(context);
    const before = await locales.list();
    const [first] = await (await locales.collection()).find().toArray();
    if (first === undefined) throw new Error('there is a locale');
    await (await locales.collection()).insertOne({ ...first, _id: 'xx', id: 1_000, deletedAt: new Date(0) });
    await holdDocuments(collections.locales, { _id: 'xx' } as object);
    expect(await locales.list()).toEqual(before);
    await releaseDocuments();
    expect(await locales.list()).toEqual(before);
    expect(await (await locales.collection()).countDocuments({ _id: 'xx' })).toBe(0);
  });

  it('a locale cannot be deleted: the request returns 503', async () => {
    const { body } = await api.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'French' } });
    const url = `/api/i18n/locales/${String(body.id)}`;
    await holdDocuments(collections.locales, { _id: 'fr' } as object);
    expect((await api.delete(url)).body.error).toMatchObject(heldError);
    await releaseDocuments();
    expect((await api.delete(url)).status).toBe(200);
  });

  it('deliveries do not prevent the deletion of their webhook', async () => {
    const at = new Date();
    const common = { name: 'h', url: 'https://a.test/', headers: {}, events: eventNames, contentTypes: null };
    const rest = { isEnabled: true, secret: 's', debounce: 0, createdAt: at, updatedAt: at };
    await webhooksCollection(await db()).insertOne({ _id: 1_000, ...common, ...rest });
    await park(api.service(), [deliveryOf(1_000, 1)]);
    await holdDocuments(collections.deliveries, { webhook: 1_000 });
    expect(await deleteWebhook(api.service(), 1_000)).toMatchObject({ id: 1_000 });
    expect(await deliveriesOf(api.service(), 1_000)).toHaveLength(1);
  });
});
