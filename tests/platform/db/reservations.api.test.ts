// The protocol of docs/internals/shards.md, with plain commands: what keeps a value unique where no unique index can.
import { MongoClient, type ClientSession, type Collection, type Db, type Document } from 'mongodb';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { onCommand } from '../../setup/commands.ts';
import { freshDatabase } from '../../setup/database.ts';
import { moveReservations, reservationsOf, reserveAll, withoutReservation, type Reserved } from './reservations.ts';

const { uri } = freshDatabase();
const client = new MongoClient(uri);
const paths = ['draft.slug', 'published.slug', 'single'];

let db: Db;
let articles: Collection<Reserved>;

beforeAll(async () => {
  await client.connect();
  db = client.db();
  articles = db.collection<Reserved>('articles');
  // As on several shards: the collection has the one unique index that begins with the shard key.
  await articles.createIndexes([{ key: { documentId: 1, locale: 1 }, unique: true }]);
  await db.createCollection('lectern_unique_values');
});

afterAll(() => client.close());

beforeEach(async () => {
  await articles.deleteMany();
  await reservationsOf(db).deleteMany();
});

const inTransaction = <T>(work: (session: ClientSession) => Promise<T>): Promise<T> =>
  client.withSession((session) => session.withTransaction(() => work(session)));

const written = (documentId: string, slug: string | null, locale: string | null = null): Reserved => ({
  ...{ documentId, locale },
  ...{ draft: { slug }, published: { slug } },
});

const create = (document: Reserved): Promise<void> =>
  inTransaction(async (session) => {
    await moveReservations(db, 'articles', paths, { after: document }, session);
    await articles.insertOne({ ...document }, { session });
  });

/** Replaces a document; undefined: deletes it. */
const change = async (documentId: string, after: Reserved | undefined, session: ClientSession): Promise<void> => {
  const before = (await articles.findOne({ documentId }, { session, projection: { _id: 0 } })) ?? undefined;
  await moveReservations(db, 'articles', paths, { before, after }, session);
  if (after === undefined) await articles.deleteOne({ documentId }, { session });
  else await articles.replaceOne({ documentId }, after, { session });
};

const taken = { code: 11_000 };

/** The paths and documents of all reservations. */
const reserved = async (): Promise<readonly string[]> => {
  const all = await reservationsOf(db).find().toArray();
  return all.map(({ _id, documentId }) => `${_id.path} ${String(_id.value)}: ${documentId}`).toSorted();
};

it('of writers that create documents with one value at once, exactly one wins', async () => {
  const results = await Promise.allSettled(Array.from({ length: 8 }, (_, at) => create(written(`d${at}`, 'first'))));
  const refused = results.filter((one) => one.status === 'rejected');
  expect(refused).toHaveLength(7);
  for (const { reason } of refused) expect(reason).toMatchObject(taken);
  const [winner] = await articles.find().toArray();
  expect(await articles.countDocuments()).toBe(1);
  expect(await reserved()).toEqual([
    `draft.slug first: ${winner?.documentId}`,
    `published.slug first: ${winner?.documentId}`,
  ]);
});

it('of two that change their documents to one value at once, one wins, and the other keeps its own', async () => {
  await create(written('a', 'from-a'));
  await create(written('b', 'from-b'));
  const results = await Promise.allSettled(
    ['a', 'b'].map((id) => inTransaction((session) => change(id, written(id, 'wanted'), session))),
  );
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const [winner, loser] = results[0]?.status === 'fulfilled' ? ['a', 'b'] : ['b', 'a'];
  expect((await articles.findOne({ documentId: loser }))?.draft).toEqual({ slug: `from-${loser}` });
  expect(await reserved()).toEqual(
    [`draft.slug from-${loser}: ${loser}`, `draft.slug wanted: ${winner}`]
      .flatMap((one) => [one, one.replace('draft', 'published')])
      .toSorted(),
  );
});

it('a change, an unpublication and a deletion release the values', async () => {
  await create(written('a', 'one'));
  await inTransaction((session) => change('a', written('a', 'two'), session));
  await create(written('b', 'one'));
  // Without its published version, the document keeps the value of its draft.
  await inTransaction((session) => change('a', { documentId: 'a', locale: null, draft: { slug: 'two' } }, session));
  await expect(create(written('c', 'two'))).rejects.toMatchObject(taken);
  await create({ documentId: 'd', locale: null, published: { slug: 'two' } });
  await inTransaction((session) => change('a', undefined, session));
  await create({ documentId: 'e', locale: null, draft: { slug: 'two' } });
  expect(await reserved()).toEqual([
    'draft.slug one: b',
    'draft.slug two: e',
    'published.slug one: b',
    'published.slug two: d',
  ]);
});

it('a write that changes no unique value reserves nothing anew', async () => {
  await create(written('a', 'one'));
  const before = await reservationsOf(db).find().toArray();
  const document = written('a', 'one');
  const commands: Document[] = [];
  const end = onCommand(({ command }) => commands.push(command));
  await inTransaction((session) =>
    moveReservations(db, 'articles', paths, { before: document, after: document }, session),
  ).finally(end);
  expect(commands).toEqual([]);
  expect(await reservationsOf(db).find().toArray()).toEqual(before);
});

it('documents of one transaction can swap their values', async () => {
  await create(written('a', 'one'));
  await create(written('b', 'two'));
  await inTransaction(async (session) => {
    await change('a', written('a', null), session);
    await change('b', written('b', 'one'), session);
    await change('a', written('a', 'two'), session);
  });
  expect(await reserved()).toEqual([
    'draft.slug one: b',
    'draft.slug two: a',
    'published.slug one: b',
    'published.slug two: a',
  ]);
});

it('no value, an empty one, and one in another locale take nothing from others', async () => {
  await create(written('a', null));
  await create(written('b', ''));
  await create(written('c', ''));
  expect(await reserved()).toEqual([]);
  await create(written('d', 'one', 'en'));
  await create(written('e', 'one', 'de'));
  await expect(create(written('f', 'one', 'de'))).rejects.toMatchObject(taken);
});

it('a single type has one document for each locale', async () => {
  const single = (documentId: string, locale: string): Reserved => ({
    ...written(documentId, null, locale),
    ...{ single: true },
  });
  await create(single('a', 'en'));
  await create(single('a', 'de'));
  await expect(create(single('b', 'en'))).rejects.toMatchObject(taken);
});

it('a transaction that is aborted leaves nothing', async () => {
  await client.withSession(async (session) => {
    session.startTransaction();
    await moveReservations(db, 'articles', paths, { after: written('a', 'one') }, session);
    await articles.insertOne(written('a', 'one'), { session });
    await session.abortTransaction();
  });
  expect(await reserved()).toEqual([]);
  await create(written('b', 'one'));
});

it('a process that ends between reservation and document leaves nothing', async () => {
  const process = await new MongoClient(uri).connect();
  const session = process.startSession();
  session.startTransaction();
  await moveReservations(process.db(), 'articles', paths, { after: written('a', 'one') }, session);
  // As the server that takes over from a killed relay does.
  await client.db('admin').command({ killSessions: [session.id] });
  await expect(session.commitTransaction()).rejects.toThrow(/has been aborted|NoSuchTransaction/);
  await process.close();
  expect(await articles.countDocuments()).toBe(0);
  expect(await reserved()).toEqual([]);
  await create(written('b', 'one'));
});

it('the values of all documents can be reserved before a collection is sharded, again and again', async () => {
  await articles.insertMany([written('a', 'one'), written('b', 'two'), written('c', ''), written('d', null)]);
  const everything = async (): Promise<readonly unknown[]> => {
    for (const path of ['draft.slug', 'published.slug'])
      await articles.aggregate([...reserveAll('articles', path)]).toArray();
    return articles.aggregate([...withoutReservation('articles', 'draft.slug')]).toArray();
  };
  expect(await everything()).toEqual([]);
  const all = await reserved();
  expect(all).toEqual(['draft.slug one: a', 'draft.slug two: b', 'published.slug one: a', 'published.slug two: b']);
  expect(await everything()).toEqual([]);
  expect(await reserved()).toEqual(all);
  await expect(create(written('e', 'two'))).rejects.toMatchObject(taken);
  // Documents that had the value twice, without a unique index, are found.
  await articles.insertOne(written('f', 'one'));
  expect(await everything()).toEqual([{ documentId: 'f' }]);
});
