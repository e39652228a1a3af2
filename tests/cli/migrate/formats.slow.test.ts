// The version of the stored format: written into new databases, checked before anything is prepared, migrated.
import { Collection, ObjectId } from 'mongodb';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { collections, fillComponentIds, placesIn, totalsCollection } from '../../../lib/platform/db/index.ts';
import { deliveriesCollection, storedPayload } from '../../../lib/events/webhooks/index.ts';
import { checkFormat } from '../../../cli/migrate/formats/index.ts';
import {
  applyFormatMigrations,
  currentFormat,
  dryRunFormatMigrations,
  findMigrationStatus,
  prepareDatabase,
  readFormat,
  readRecord,
  recordFormat,
} from '../../../cli/migrate/index.ts';
import { serializeSchema } from '../../../cli/migrate/migrationRecord.ts';
import { builtInUids, typeOf } from '../../../lib/schema/index.ts';
import { createApi } from '../../setup/api.ts';
import { emptyDatabase } from '../../setup/database.ts';
import { deliveryOf } from '../../events/webhooks/deliveries.ts';
import { museum } from '../../setup/museum/seed.ts';

const schema = await museum();
const api = createApi(schema);
const service = api.service();
const db = () => service.database.get();
const formats = async () =>
  (await db()).collection<{ _id: string; format?: number; version?: string }>(collections.schema);

beforeAll(api.createAllIndexes);
beforeEach(async () => emptyDatabase(await db(), schema));
afterEach(() => {
  vi.restoreAllMocks();
});

/** What `work` writes to stderr. */
const errorsOf = async (work: () => Promise<unknown>): Promise<string> => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  await work();
  return log.mock.calls.flat().join('\n');
};

const forgetFormat = async (): Promise<void> => {
  await (await formats()).deleteOne({ _id: 'format' });
};

const setFormat = async (format: number): Promise<void> => {
  await (await formats()).updateOne({ _id: 'format' }, { $set: { format } });
};

type Stored = Readonly<Record<string, any>>; // eslint-disable-line @typescript-eslint/no-explicit-any -- stored values

it('a new database gets the current format and the version, and needs no migration', async () => {
  expect(await errorsOf(() => prepareDatabase(service))).toBe('');
  expect(await readFormat(await db())).toMatchObject({ format: currentFormat, version: expect.stringMatching(/^\d/) });
  expect(await dryRunFormatMigrations(service)).toEqual([]);
  expect(await errorsOf(() => prepareDatabase(service))).toBe('');
});

it('refuses a later format before anything else, and names the version that wrote it', async () => {
  await prepareDatabase(service);
  await (await formats()).updateOne({ _id: 'format' }, { $set: { format: currentFormat + 1, version: '7.1.0' } });
  for (const work of [prepareDatabase, findMigrationStatus])
    await expect(work(service)).rejects.toThrow('install Lectern 7.1.0 or later');
  await recordFormat(await db(), currentFormat);
  expect(await readFormat(await db())).toMatchObject({ format: currentFormat + 1, version: '7.1.0' });
});

it.each([
  ['the same', 3, 3, undefined],
  ['the one before', 2, 3, 'warning'],
  ['an older one', 1, 3, 'refusal'],
  ['a later one', 4, 3, 'refusal'],
])('%s: format %d for a version that writes %d', (_, format, current, expected) => {
  const problem = checkFormat({ _id: 'format', format, version: '0.1.0' }, current);
  expect(Object.keys(problem ?? {})).toEqual(expected === undefined ? [] : [expected]);
});

it('a database with documents and without a format is from before the first release', async () => {
  await prepareDatabase(service);
  await forgetFormat();
  await expect(prepareDatabase(service)).rejects.toThrow('stored in format 0');
  expect(await readFormat(await db())).toBeUndefined();
});

it('a database of the format before is served, with a warning', async () => {
  await prepareDatabase(service);
  await setFormat(currentFormat - 1);
  expect(await errorsOf(() => prepareDatabase(service))).toContain(`stored in format ${currentFormat - 1}`);
});

it('the migration to format 1 deletes wrong totals, and its dry run counts them', async () => {
  await prepareDatabase(service);
  await forgetFormat();
  const totals = totalsCollection(await db());
  await totals.insertOne({ _id: 'artists', totals: { '-': 7 }, madeAt: new Date(), completeAt: new Date() });
  const [pending, ...others] = await dryRunFormatMigrations(service);
  expect(others).toHaveLength(currentFormat - 1);
  expect(pending).toMatchObject({ format: 1, findings: [{ count: 1 }] });
  expect(await totals.countDocuments({ _id: 'artists' })).toBe(1);
  const log: string[] = [];
  await applyFormatMigrations(service, (line) => log.push(line));
  expect(log).toContain('format 1: the totals of lists are stored');
  expect(await totals.countDocuments({ _id: 'artists' })).toBe(0);
  expect((await readFormat(await db()))?.format).toBe(currentFormat);
  expect(await dryRunFormatMigrations(service)).toEqual([]);
});

it('the migration to format 2 stores the status of drafts, where it is absent or outdated', async () => {
  await prepareDatabase(service);
  await setFormat(1);
  const version = (time: number) => ({ id: time, createdAt: new Date(0), updatedAt: new Date(time) });
  const documents = [
    { documentId: 'a', draft: version(1) },
    { documentId: 'b', draft: version(1), published: version(1) },
    { documentId: 'c', draft: version(2), published: version(1), draftStatus: 'published' },
    { documentId: 'd', draft: version(1), published: version(2), draftStatus: 'published' },
    { documentId: 'e', deletedAt: new Date(0) },
  ];
  const exhibits = (await db()).collection(typeOf(schema, 'api::exhibit.exhibit').collectionName);
  await exhibits.insertMany(documents.map((one) => ({ ...one, locale: null, revision: 1 })));
  const pending = { format: 2, findings: [{ count: 3 }] };
  for (let repeat = 0; repeat < 2; repeat++) expect((await dryRunFormatMigrations(service))[0]).toMatchObject(pending);
  await applyFormatMigrations(service, () => undefined);
  const statuses = await exhibits.find().sort({ documentId: 1 }).toArray();
  expect(statuses.map(({ draftStatus }) => draftStatus as unknown)).toEqual([
    ...['draft', 'published', 'modified', 'published', undefined],
  ]);
  await setFormat(1);
  expect((await dryRunFormatMigrations(service))[0]).toMatchObject({ findings: [{ count: 0 }] });
});

it('two processes that prepare or upgrade a database at once agree', async () => {
  await Promise.all(Array.from({ length: 4 }, () => prepareDatabase(service)));
  await forgetFormat();
  await Promise.all(Array.from({ length: 4 }, () => applyFormatMigrations(service, () => undefined)));
  expect(await readFormat(await db())).toMatchObject({ format: currentFormat });
});

it('the migration to format 3 gives plain names to deliveries, events and the record of migrations', async () => {
  await prepareDatabase(service);
  await setFormat(2);
  const database = await db();
  const [at, version] = [new Date(0), { id: 1, createdAt: new Date(0), updatedAt: new Date(0), title: '$gone' }];
  const ids = [new ObjectId(), new ObjectId()];
  const exhibits = database.collection(typeOf(schema, 'api::exhibit.exhibit').collectionName);
  await exhibits.insertOne({
    ...{ documentId: 'a', locale: null, revision: 1, deletedAt: at },
    pending: [
      { id: ids[0], action: 'update', at },
      { id: ids[1], action: 'delete', at, gone: version },
    ],
  });
  const { payload, ...delivery } = deliveryOf(1, 1);
  await database
    .collection<{ _id: string; told: unknown }>(collections.deliveries)
    .insertOne({ ...delivery, told: payload });
  const options = { rename: { 'article.a': 'article.b' } };
  await (await formats()).updateOne({ _id: 'schema' }, { $set: { last: { from: '{}', asked: options } } });

  const [stored] = await deliveriesCollection(database).find().toArray();
  expect(stored && storedPayload(stored)).toEqual(payload);
  expect((await readRecord(database))?.last).toEqual({ from: '{}', options });
  expect(await dryRunFormatMigrations(service)).toMatchObject([
    { format: 3, findings: [{ count: 1 }, { count: 1 }] },
    { format: 4 },
    { format: 5 },
  ]);
  for (let repeat = 0; repeat < 2; repeat++) {
    await applyFormatMigrations(service, () => undefined);
    expect((await exhibits.findOne({ documentId: 'a' }))?.pending).toEqual([
      { id: ids[0], action: 'update', at },
      { id: ids[1], action: 'delete', at, removedVersion: version },
    ]);
    expect(await deliveriesCollection(database).findOne()).toEqual(deliveryOf(1, 1));
    expect(await (await formats()).findOne({ _id: 'schema' })).toMatchObject({ last: { from: '{}', options } });
    await setFormat(2);
  }
});

it('the migration to format 4 stores the ids of components that reads derive, also of documents that are written meanwhile', async () => {
  await prepareDatabase(service);
  const type = typeOf(schema, 'api::exhibit.exhibit');
  const exhibits = (await db()).collection(type.collectionName);
  const version = (id: number) => ({
    ...{ id, createdAt: new Date(0), updatedAt: new Date(0), title: 'one' },
    notes: [{ text: 'a', sources: [{ title: 's' }] }, { text: 'b' }],
    body: [{ __component: 'block.text', text: 't' }],
  });
  for (const documentId of ['a', 'b', 'c'])
    await exhibits.insertOne({ documentId, locale: null, revision: 1, draft: version(1), published: version(2) });
  await exhibits.insertOne({ documentId: 'd', locale: null, revision: 1, deletedAt: new Date(0) });
  await setFormat(3);
  for (let repeat = 0; repeat < 2; repeat++)
    expect(await dryRunFormatMigrations(service)).toMatchObject([
      { format: 4, findings: [{ count: 3 }] },
      { format: 5 },
    ]);
  // A write between the read and the update of the migration.
  const { updateOne } = Collection.prototype; // eslint-disable-line @typescript-eslint/unbound-method -- called with its collection
  let isFirst = true;
  vi.spyOn(Collection.prototype, 'updateOne').mockImplementation(async function (this: Collection, ...options) {
    if (isFirst && this.collectionName === exhibits.collectionName) {
      isFirst = false;
      await exhibits.updateMany(
        { draft: { $exists: true } },
        { $set: { 'draft.title': 'written meanwhile' }, $inc: { revision: 1 } },
      );
    }
    return updateOne.apply(this, options);
  } as typeof updateOne);
  await applyFormatMigrations(service, () => undefined);
  vi.restoreAllMocks();
  for (const { documentId, draft, published, revision } of await exhibits
    .find({ draft: { $exists: true } })
    .toArray()) {
    expect([draft.title, revision]).toEqual(['written meanwhile', 2]);
    const derived = fillComponentIds(schema, type.attributes, version(1), placesIn({ documentId, locale: null }));
    for (const stored of [draft, published]) expect([stored.notes, stored.body]).toEqual([derived.notes, derived.body]);
    const ids = ({ notes: [first, second], body: [block] }: Stored) =>
      [first, second, first.sources[0], block].map(({ id }) => id as number);
    expect(new Set(ids(draft).filter(Number.isSafeInteger)).size).toBe(4);
  }
  await setFormat(3);
  expect((await dryRunFormatMigrations(service))[0]).toMatchObject({ format: 4, findings: [{ count: 0 }] });
});

it('the migration to format 5 gives users the kinds of their factors, and keeps those that have some', async () => {
  await prepareDatabase(service);
  await setFormat(4);
  const users = (await db()).collection(typeOf(schema, builtInUids.user).collectionName);
  await users.insertMany([
    ...['app', 'both', 'none'].map((documentId) => ({ documentId, locale: null, revision: 1 })),
    { documentId: 'stored', locale: null, revision: 1, _factors: ['totp'] },
  ]);
  const factors = (await db()).collection<{ _id: string; totp?: object; passkeys?: object[] }>(collections.factors);
  await factors.insertMany([
    { _id: 'app', totp: {}, passkeys: [] },
    { _id: 'both', totp: {}, passkeys: [{ id: 'p' }] },
    { _id: 'stored', passkeys: [{ id: 'q' }] },
    { _id: 'none', passkeys: [] },
    { _id: 'deleted', totp: {} },
  ]);
  expect(await dryRunFormatMigrations(service)).toMatchObject([{ format: 5, findings: [{ count: 2 }] }]);
  await applyFormatMigrations(service, () => undefined);
  const stored = await users.find().sort({ documentId: 1 }).toArray();
  expect(stored.map(({ documentId, _factors: kinds }) => [documentId, kinds] as unknown)).toEqual([
    ['app', ['totp']],
    ['both', ['passkey', 'totp']],
    ['none', undefined],
    ['stored', ['totp']],
  ]);
  await setFormat(4);
  expect(await dryRunFormatMigrations(service)).toMatchObject([{ findings: [{ count: 0 }] }]);
});

it('the migrations also change documents of a collection that `migrations/` has yet to rename', async () => {
  await prepareDatabase(service);
  await setFormat(1);
  const database = await db();
  const exhibit = typeOf(schema, 'api::exhibit.exhibit');
  const before = new Map(schema.types).set(exhibit.uid, { ...exhibit, collectionName: 'old_exhibits' });
  await database
    .collection<{ _id: string }>(collections.schema)
    .updateOne({ _id: 'schema' }, { $set: { schema: serializeSchema({ ...schema, types: before }) } });
  const version = { id: 1, createdAt: new Date(0), updatedAt: new Date(0) };
  const event = { id: new ObjectId(), action: 'unpublish', at: new Date(0) };
  const old = database.collection('old_exhibits');
  await old.insertOne({ documentId: 'a', locale: null, draft: version, pending: [{ ...event, gone: version }] });
  await applyFormatMigrations(service, () => undefined);
  const stored = await old.findOne();
  await old.drop();
  expect(stored).toMatchObject({ draftStatus: 'draft', pending: [{ ...event, removedVersion: version }] });
});
