// Lectern waits for index builds that another process began. The collection is large, so that the build lasts long enough.
import { MongoClient } from 'mongodb';
import { afterAll, expect, it } from 'vitest';
import { prepareIndexes } from '../../../lib/platform/db/index.ts';
import { requiredIndexes } from '../../../lib/platform/db/requiredIndexes.ts';
import { schemaOf, typeFile } from '../../setup/schema.ts';
import { freshDatabase } from '../../setup/database.ts';

const { uri, name } = freshDatabase();
const client = new MongoClient(uri);
afterAll(() => client.close());
const db = client.db(name);

const schema = schemaOf({
  'note.json': typeFile('note', { code: { type: 'uid' } }),
});

it('waits for an index build that a closed connection began', { timeout: 60_000 }, async () => {
  const notes = db.collection('notes');
  const many = Array.from({ length: 100_000 }, (_, i) => {
    const text = `note-${i}`;
    return { documentId: text, locale: null, published: { id: i, code: text, createdAt: text, updatedAt: text } };
  });
  await notes.insertMany(many, { ordered: false });
  const other = await new MongoClient(uri).connect();
  const wanted = requiredIndexes(schema).filter(({ collection }) => collection === 'notes');
  const attempt = other
    .db(name)
    .collection('notes')
    .createIndexes(wanted.map(({ key, options }) => ({ key: { ...key }, ...options })))
    .catch(() => 'interrupted');
  const building = async (): Promise<number> => {
    const { cursor } = await db.command({ listIndexes: 'notes', includeBuildUUIDs: true });
    return (cursor.firstBatch as readonly object[]).filter((index) => 'buildUUID' in index).length;
  };
  while ((await building()) === 0);
  await other.close(true);
  expect(await attempt).toBe('interrupted');
  await prepareIndexes(db, schema);
  expect(await building()).toBe(0);
});
