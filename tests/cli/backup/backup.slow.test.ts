// A backup has everything that a site stores, from one moment; a restore brings all of it back, or says what is damaged.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { BSON, ChangeStream, Collection, MongoServerError, ObjectId } from 'mongodb';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '../../../lib/platform/db/index.ts';
import { forgetVersions } from '../../../lib/history/index.ts';
import { localStore } from '../../../lib/media/store/local.ts';
import { builtInUids, readFolder, typeOf } from '../../../lib/schema/index.ts';
import { readArchive } from '../../../cli/archive/index.ts';
import { backupSite, restoreSite, type Selection } from '../../../cli/backup/index.ts';
import { readStored } from '../../../cli/backup/readStored.ts';
import { prepareDatabase } from '../../../cli/migrate/index.ts';
import { freshFolder } from '../../media/files.ts';
import { isLong } from '../../setup/lengthOf.ts';
import { schemaOf } from '../../setup/schema.ts';
import { createUploadApi } from '../../setup/uploads.ts';
import { tarOf, type Entries } from '../import/archives.ts';

const api = createUploadApi(schemaOf(await readFolder('tests/reference/content-types')));
const folder = await freshFolder();
const log = () => undefined;
const file = join(folder, 'site.tar.gz');

const database = () => api.service().database.get();
const backup = async (selection: Selection = {}, path = file, files?: boolean) =>
  backupSite({ service: api.service(), selection, files, log }, path);
const restore = (selection: Selection = {}, path = file) =>
  restoreSite({ service: api.service(), file: path, selection, log });

/** The collections with versions: a restore adds those from the outbox of documents. */
const historyNames = ['lectern_versions', 'lectern_version_values'];

/**
 * All documents as canonical EJSON, by collection; without what backups never have, the rows of restores, and versions.
 */
const contents = async (): Promise<Record<string, readonly string[]>> => {
  const db = await database();
  const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name).sort();
  const others = names.filter((name) => !historyNames.includes(name));
  const kept = others.filter((name) => !/^lectern_(?:totals|imports|leases|attempts|sessions|idempotency)$/.test(name));
  const found = await Promise.all(
    kept.map(async (name) => {
      const documents = await db
        .collection(name)
        .find({ action: { $ne: 'site.restore' } }, { promoteValues: false, projection: { pending: 0, uncounted: 0 } })
        .sort({ _id: 1 })
        .toArray();
      return [name, documents.map((one) => BSON.EJSON.stringify(one))] as const;
    }),
  );
  return Object.fromEntries(found.filter(([, documents]) => documents.length > 0));
};

/** The versions of gardeners, in the history and in the outbox of documents, as canonical EJSON without their bytes. */
const versions = async (): Promise<readonly string[]> => {
  const db = await database();
  const rows = db
    .collection(historyNames[0] ?? '')
    .aggregate([
      { $match: { type: 'api::gardener.gardener' } },
      { $lookup: { from: historyNames[1] ?? '', localField: '_id', foreignField: '_id', as: 'values' } },
      { $replaceWith: { id: '$_id', revision: '$revision', values: { $first: '$values.published' } } },
    ]);
  const waiting = db.collection('gardeners').aggregate([
    { $unwind: '$pending' },
    { $match: { 'pending.replaced.draft': { $exists: true } } },
    {
      $replaceWith: {
        id: '$pending.replaced.id',
        revision: '$pending.replaced.revision',
        values: '$pending.replaced.published',
      },
    },
  ]);
  const all = [...(await rows.toArray()), ...(await waiting.toArray())];
  return all.map((one) => BSON.EJSON.stringify(one)).sort();
};

const empty = async (): Promise<void> => {
  const db = await database();
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray())
    await db.collection(name).deleteMany({});
  for (const name of await api.stored()) await rm(join(api.service().config.upload.folder, name));
};

const entriesOf = async (path: string): Promise<Entries> => {
  const entries: [string, Buffer][] = [];
  for await (const { path: name, content } of readArchive(path))
    entries.push([name, await buffer(Readable.from(content))]);
  return entries;
};

const urls = ['/api/beds?populate=*', '/api/gardeners?status=draft', '/api/albums?populate=*', '/api/upload/files'];
const answers = async () => Promise.all(urls.map(async (url) => (await api.get(url)).body));

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>';

let versionsBefore: readonly string[] = [];
let [before, answered]: [Record<string, readonly string[]>, unknown] = [{}, undefined];

beforeAll(async () => {
  await prepareDatabase(api.service());
  const [picture] = (await api.send([['a.svg', svg]])).body;
  await api.request('POST', '/api/i18n/locales', { body: { code: 'fr' } });
  const gardener = (await api.post('/api/gardeners', { name: 'Ada' })).body.data;
  await api.put(`/api/gardeners/${gardener.documentId}?status=draft`, { name: 'Ada, changed' });
  await api.post('/api/beds', { name: 'North', gardener: gardener.documentId });
  const deleted = (await api.post('/api/beds', { name: 'Gone' })).body.data;
  await api.delete(`/api/beds/${deleted.documentId}`);
  await api.post('/api/albums', { title: 'A', cover: picture.id });
  await api.request('POST', '/api/users', {
    body: { username: 'ada', email: 'ada@example.org', password: 'correct-horse' },
  });
  const db = await database();
  await db.collection('lectern_webhooks').insertOne({ _id: 1 as never, name: 'site', secret: 'x' });
  await db.collection('lectern_deliveries').insertOne({ webhook: 1 });
  before = await contents();
  versionsBefore = await versions();
  answered = await answers();
  expect(await backup()).toMatchObject({ files: 1, missingFiles: [] });
});

describe('a restore', () => {
  it('brings back every collection, file and answer', async () => {
    await empty();
    // One that has replaced it since the backup, with as many bytes.
    const url = (answered as readonly (readonly { readonly url: string }[])[])[3]?.[0]?.url ?? '';
    await writeFile(join(api.service().config.upload.folder, basename(url)), svg.replace('3', '4'));
    await restore();
    expect(await (await fetch(`${api.url()}${url}`)).text()).toBe(svg);
    expect(before.lectern_deliveries).toHaveLength(1);
    expect(await contents()).toEqual({ ...before, lectern_deliveries: undefined });
    expect(await answers()).toEqual(answered);
    expect(versionsBefore).toHaveLength(1);
    expect(await versions()).toEqual(versionsBefore);
    expect(await api.stored()).toHaveLength(1);
    await prepareDatabase(api.service());
    const totals = await (await database()).collection('lectern_totals').findOne({ _id: '' as never });
    expect(totals).toMatchObject({ paused: false });
    // Ids go on after those of the backup.
    const { id } = (await api.post('/api/beds', { name: 'New' })).body.data;
    expect(before.beds?.join(' ')).not.toContain(`{"id":${id},`);
  });

  it('is refused where documents are', async () => {
    await expect(restore()).rejects.toThrow('The database has documents already');
  });

  it('has what is selected, and nothing else', async () => {
    await empty();
    await restore({ without: ['users', 'tokens', 'webhooks', 'files', 'history', 'api::album.album'] });
    expect(await versions()).toEqual([]);
    const found = await contents();
    expect(found.beds).toEqual(before.beds);
    const others = ['up_users', 'upload_files', 'lectern_tokens', 'lectern_webhooks', 'albums'];
    expect(Object.keys(found).filter((name) => others.includes(name))).toEqual([]);
    expect(await api.stored()).toEqual([]);
    await empty();
    await backup({ only: ['webhooks'] }, join(folder, 'part.tar.gz'));
    await restore({ only: ['api::bed.bed', 'tokens'] });
    expect(Object.keys(await contents())).toEqual(['beds', 'lectern_schema', 'lectern_sequences', 'lectern_tokens']);
    await expect(backup({ only: ['beds'] }, join(folder, 'part.tar.gz'))).rejects.toThrow(
      'beds is neither a content type, such as api::article.article, nor one of users, roles, files, content, tokens',
    );
  });
});

const batchesOf = async <T>(batches: AsyncIterable<T>): Promise<readonly T[]> => {
  const all: T[] = [];
  for await (const batch of batches) all.push(batch);
  return all;
};

describe('an entry with documents', () => {
  const part = { name: 'api::bed.bed', group: 'content', collection: 'beds' };
  const read = (chunks: readonly Buffer[]) => batchesOf(readStored(part, Readable.from(chunks), undefined));
  const documents = Array.from({ length: 12_000 }, (_, number) =>
    BSON.serialize({ number, text: 'x'.repeat(number % 2_000) }),
  );
  const bytes = Buffer.concat(documents);

  it('is read in batches, wherever its bytes are cut', async () => {
    for (const size of [65_536, 1_000_003, bytes.length]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      const batches = await read(chunks);
      expect(batches.flatMap((batch) => batch.documents.map(({ number }) => Number(number)))).toEqual([
        ...documents.keys(),
      ]);
      // The rest of each batch begins the next one.
      if (size < bytes.length) expect(batches.length).toBeGreaterThan(2);
    }
  });

  it.each<[name: string, content: Buffer]>([
    ['a document that MongoDB cannot store', Buffer.from([0, 0, 0, 2, 0])],
    ['a document that is cut off', bytes.subarray(0, -1)],
    ['half of a size', Buffer.from([5, 0])],
  ])('is refused with %s', async (_, content) => {
    await expect(read([content])).rejects.toThrow('An entry of the archive holds no documents');
  });
});

it('gives files that come along the addresses of their new store', async () => {
  const picture = { hash: 'a_0123456789', ext: '.png', url: '/uploads/a_0123456789.png' };
  const published = { ...picture, provider: 'local', formats: { small: { ...picture, hash: 'small_a' } } };
  const content = Readable.from([Buffer.from(BSON.serialize({ published }))]);
  const part = { name: builtInUids.file, group: 'files', collection: 'upload_files' };
  const store = {
    ...localStore(folder),
    provider: 's3' as const,
    url: (key: string) => `https://cdn.example.org/${key}`,
  };
  const [batch] = await batchesOf(readStored(part, content, store));
  expect(batch?.documents).toMatchObject([
    {
      published: {
        ...{ provider: 's3', url: 'https://cdn.example.org/a_0123456789.png' },
        formats: { small: { url: 'https://cdn.example.org/small_a.png' } },
      },
    },
  ]);
});

describe('an archive', () => {
  const isDocuments = (path: string): boolean => path.startsWith('documents/api::bed.bed');

  type Damage = [name: string, change: (entries: Entries) => Entries, message: RegExp];
  const gzipTar = async (entries: Entries): Promise<Buffer> => gzipSync(await tarOf(entries));
  const expectRefused = async (archive: Buffer, message: RegExp): Promise<void> => {
    await empty();
    const damaged = join(folder, 'damaged.tar.gz');
    await writeFile(damaged, archive);
    await expect(restore({}, damaged)).rejects.toThrow(message);
    expect(await contents()).toEqual({});
  };
  const replaced = (entries: Entries, isDamaged: (path: string) => boolean, change: (content: Buffer) => Buffer) =>
    entries.map(([path, content]) => [path, isDamaged(path) ? change(Buffer.from(content)) : content] as const);

  const largeList: Damage = [
    'with a list that is one line of many megabytes',
    (entries) =>
      replaced(
        entries,
        (path) => path === 'files.jsonl',
        () => Buffer.alloc(21_000_000, ' '),
      ),
    /A line of the archive has more than 20000000 bytes/,
  ];

  it('that is cut off is refused, and nothing is written', async () => {
    await expectRefused((await readFile(file)).subarray(0, -200), /is cut off or damaged: .* \(after .+\)/);
  });

  it.each<Damage>([
    ...(isLong ? [largeList] : []),
    [
      'with a changed document',
      (entries) => replaced(entries, isDocuments, (content) => Buffer.from(String(content).replace('North', 'South'))),
      /has changed since it was written: documents\/api::bed\.bed\/00001\.bson/,
    ],
    [
      'without an entry',
      (entries) => entries.filter(([path]) => !isDocuments(path)),
      /lacks documents\/api::bed\.bed\/00001\.bson/,
    ],
    ['without its end', (entries) => entries.slice(0, -1), /is cut off: it lacks manifest/],
    [
      'with a file named as the trash of the store',
      (entries) => [...entries.slice(0, 1), ['files/.trash', 'a'], ...entries.slice(1)],
      /holds a file under a name that no store has: files\/\.trash/,
    ],
    ['with an entry twice', (entries) => [...entries.slice(0, 2), ...entries.slice(1)], /has .+ twice/],
    [
      'with an entry after its end',
      (entries) => [...entries, ['files/a.html', 'b']],
      /has changed since it was written: files\/a\.html/,
    ],
    [
      'with a header of many megabytes',
      (entries) => [['backup.json', Buffer.alloc(11_000_000, ' ')], ...entries.slice(1)],
      /backup\.json has 11000000 bytes/,
    ],
    ['of something else', () => [['a', 'b']], /is no archive of `lectern backup`/],
  ])('%s is refused, and nothing is written', async (_, change, message) => {
    await expectRefused(await gzipTar(change(await entriesOf(file))), message);
  });
});

it('an interrupted restore keeps servers away, and continues', async () => {
  await empty();
  // eslint-disable-next-line @typescript-eslint/unbound-method -- the spy calls it with the collection
  const { insertMany } = Collection.prototype;
  let calls = 0;
  const spy = vi.spyOn(Collection.prototype, 'insertMany').mockImplementation(function (this: Collection, ...args) {
    return ++calls === 4 ? Promise.reject(new Error('the power is gone')) : insertMany.apply(this, args);
  });
  await expect(restore()).rejects.toThrow('the power is gone');
  spy.mockRestore();
  await expect(prepareDatabase(api.service())).rejects.toThrow('A restore into this database is not finished');
  await expect(restore({}, join(folder, 'part.tar.gz'))).rejects.toThrow('The restore of another archive');
  await restore();
  expect(await contents()).toEqual({ ...before, lectern_deliveries: undefined });
  await prepareDatabase(api.service());
});

it('is refused, and leaves no file, when MongoDB has forgotten what changed since it began', async () => {
  const error = Object.assign(new MongoServerError({ message: 'Resume of change stream was not possible' }), {
    code: 286,
  });
  const spy = vi.spyOn(ChangeStream.prototype, 'tryNext').mockRejectedValue(error);
  const long = join(folder, 'long.tar.gz');
  await expect(backup({}, long)).rejects.toThrow(/MongoDB has forgotten what changed since it began/);
  spy.mockRestore();
  expect((await readdir(folder)).filter((name) => name.startsWith('long'))).toEqual([]);
});

/** A backup into the file that ends when it has read this part. */
const interruptAfter = async (part: string, path: string): Promise<void> => {
  const service = api.service();
  const interrupt = (line: string): void => {
    if (line.startsWith(`${part}: `)) throw new Error('interrupted');
  };
  const interrupted = backupSite({ service, selection: {}, files: undefined, log: interrupt }, path);
  await expect(interrupted).rejects.toThrow('interrupted');
};

describe('an interrupted backup', () => {
  const part = join(folder, 'interrupted.tar.gz');
  const lines: string[] = [];
  const resume = async (): Promise<void> => {
    lines.length = 0;
    const service = api.service();
    await backupSite({ service, selection: {}, files: undefined, log: (line) => lines.push(line) }, part);
  };

  it('continues where it stopped, and has what changed in between', async () => {
    const beds = (await database()).collection('beds');
    await beds.insertMany([0, 1, 2].map((index) => ({ documentId: `before-${index}`, locale: null, index })));
    await interruptAfter('api::bed.bed', part);
    expect((await readdir(folder)).filter((name) => name.startsWith('interrupted'))).toEqual([
      'interrupted.tar.gz.partial',
      'interrupted.tar.gz.progress',
    ]);
    await beds.updateOne({ documentId: 'before-0' }, { $set: { index: 7 } });
    await beds.deleteOne({ documentId: 'before-1' });
    // It comes first in the archive, and has the unique value of another document, which has given it up.
    await beds.updateOne({ documentId: 'before-2' }, { $set: { documentId: 'after-2' } });
    await beds.insertOne({ _id: new ObjectId('0'.repeat(24)), documentId: 'before-2', locale: null, index: 8 });
    const changed = await contents();
    await resume();
    expect(lines[0]).toMatch(/^continuing after [1-9]/);
    expect(lines.filter((line) => line.startsWith('api::bed.bed: '))).toEqual([]);
    expect((await readdir(folder)).filter((name) => name.startsWith('interrupted'))).toEqual(['interrupted.tar.gz']);
    await empty();
    await restore({}, part);
    expect(await contents()).toEqual({ ...changed, lectern_deliveries: undefined });
  });

  it('brings back no version that was deleted for good in between', async () => {
    const gardener = (await api.post('/api/gardeners', { name: 'Eve' })).body.data;
    await api.put(`/api/gardeners/${gardener.documentId}?status=draft`, { name: 'Eve, changed' });
    const known = await versions();
    await interruptAfter('api::gardener.gardener', part);
    await forgetVersions(
      await database(),
      typeOf(api.service().schema, 'api::gardener.gardener'),
      gardener.documentId as string,
    );
    const left = await versions();
    expect(left).toHaveLength(known.length - 1);
    await resume();
    await empty();
    await restore({}, part);
    expect(await versions()).toEqual(left);
  });

  it('begins again if the selection or the database is another one, or the archive was cut off', async () => {
    await interruptAfter('api::bed.bed', part);
    const record = (await database()).collection('lectern_schema');
    const stored = await record.find().toArray();
    await record.drop();
    await record.insertMany(stored);
    await resume();
    expect(lines[0]).not.toContain('continuing');
    await interruptAfter('api::bed.bed', part);
    lines.length = 0;
    await backupSite(
      { service: api.service(), selection: { only: ['content'] }, files: undefined, log: (line) => lines.push(line) },
      part,
    );
    expect(lines[0]).not.toContain('continuing');
    await interruptAfter('api::bed.bed', part);
    await writeFile(`${part}.partial`, '');
    await resume();
    expect(lines[0]).not.toContain('continuing');
    await empty();
    await restore({}, part);
  });
});

it('ends, though something is written all the time', async () => {
  const gardens = (await database()).collection('gardens');
  // eslint-disable-next-line @typescript-eslint/unbound-method -- the spy calls it with the stream
  const { tryNext } = ChangeStream.prototype;
  let writes = 0;
  // So that there is always a next change.
  const spy = vi.spyOn(ChangeStream.prototype, 'tryNext').mockImplementation(async function (this: ChangeStream) {
    await gardens.updateOne({ documentId: 'busy' }, { $inc: { writes: 1 } }, { upsert: true });
    if (++writes > 5_000) throw new Error('it does not end');
    return tryNext.call(this);
  });
  const busy = join(folder, 'busy.tar.gz');
  await backup({ only: ['api::garden.garden'] }, busy);
  spy.mockRestore();
  const changed = (await entriesOf(busy)).filter(([path]) => path.startsWith('changed/api::garden.garden/'));
  expect(changed.length).toBeGreaterThan(0);
});

it('is of one moment, while others write', async () => {
  const service = api.service();
  const db = await database();
  // Backups read gardens before tools; each move is a transaction over both.
  const [from, to] = [db.collection('gardens'), db.collection('tools')];
  const filler = 'x'.repeat(10_000);
  await from.insertMany(Array.from({ length: 100 }, (_, index) => ({ documentId: `g${index}`, value: 100, filler })));
  await to.insertMany(Array.from({ length: 100 }, (_, index) => ({ documentId: `t${index}`, value: 100, filler })));
  let [moves, isDone] = [0, false];
  const write = async (writer: number): Promise<void> => {
    for (let index = writer; !isDone; index += 4) {
      await inTransaction(service.database, async ({ options }) => {
        // Each document also gives way to another one with its value.
        const replaced = await to.findOneAndDelete({ documentId: `t${(index + 50) % 100}` }, options);
        if (replaced !== null) await to.insertOne({ ...replaced, _id: new ObjectId() }, options);
        await from.updateOne({ documentId: `g${index % 100}` }, { $inc: { value: -index } }, options);
        await to.updateOne({ documentId: `t${index % 100}` }, { $inc: { value: index } }, options);
      });
      moves += 1;
    }
  };
  const writers = [0, 1, 2, 3].map(write);
  const moment = join(folder, 'moment.tar.gz');
  const rounds = isLong ? 2 : 1;
  const sums: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const first = moves;
    await vi.waitUntil(() => moves > first + 8);
    await backup({}, moment);
    let sum = 0;
    // What changed since it was read comes after it.
    const values = new Map<string, number>();
    for (const [path, content] of await entriesOf(moment))
      if (/gardens?\.garden|tool\.tool/.test(path))
        for (let start = 0; start < content.length;) {
          const bytes = Buffer.from(content as Buffer);
          const size = bytes.readInt32LE(start);
          const { _id, value } = BSON.deserialize(bytes.subarray(start, start + size));
          values.set(String(_id), path.startsWith('deleted/') ? 0 : Number(value ?? 0));
          start += size;
        }
    for (const value of values.values()) sum += value;
    sums.push(sum);
  }
  isDone = true;
  await Promise.all(writers);
  expect(sums).toEqual(Array<number>(rounds).fill(20_000));
});
