// Gives each site of the editor's tests a database with its content: the first test file of a run creates it, others copy it.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { BSON, type Db, type Document } from 'mongodb';
import { afterAll } from 'vitest';
import { prepareDatabase } from '../../cli/migrate/index.ts';
import type { SettingsInput } from '../../lib/platform/config/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { freshDatabase, lastingDatabase, type TestDatabase } from './database.ts';
import { sharedFolder } from './shared-folder.ts';

/** All that a database depends on before the first test. */
export interface SiteContent {
  readonly contentTypes: string;
  readonly content: unknown;
  readonly settings: SettingsInput;
}

export interface SiteDatabase<Created> extends TestDatabase {
  /**
   * Fills the database and the folder of uploads; call it before the tests.
   *
   * @returns what `create` returned, here or in another test file
   */
  readonly prepare: (service: Service, uploads: string) => Promise<Created>;
}

interface Saved {
  /** By collection. */
  readonly documents: Readonly<Record<string, readonly Document[]>>;
  readonly created: Document;
}

const namesIn = async (db: Db): Promise<readonly string[]> =>
  (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);

const save = async (folder: string, db: Db, uploads: string, created: Document): Promise<void> => {
  // Numbers keep their types.
  const find = (name: string) => db.collection(name).find({}, { promoteValues: false }).toArray();
  const found = (await namesIn(db)).map(async (name) => [name, await find(name)] as const);
  const saved: Saved = { documents: Object.fromEntries(await Promise.all(found)), created };
  await writeFile(join(folder, 'site.bson'), BSON.serialize(saved));
  if (existsSync(uploads)) await cp(uploads, join(folder, 'uploads'), { recursive: true });
};

const copy = async (folder: string, db: Db, uploads: string): Promise<Document> => {
  const saved = await readFile(join(folder, 'site.bson'));
  const { documents } = BSON.deserialize(saved, { promoteValues: false }) as Saved;
  await Promise.all(
    (await namesIn(db)).map((name) => (documents[name] ? db.collection(name).deleteMany() : db.dropCollection(name))),
  );
  const filled = Object.entries(documents).filter(([, all]) => all.length > 0);
  await Promise.all(filled.map(([name, all]) => db.collection(name).insertMany([...all])));
  if (existsSync(join(folder, 'uploads'))) await cp(join(folder, 'uploads'), uploads, { recursive: true });
  return BSON.deserialize(saved).created as Document;
};

/** The databases of this process that test files have used, and use no more: they have all indexes. */
const unused = new Map<string, TestDatabase[]>();

/**
 * Names a database for a site; call it at the top of a test file or `describe`. The sample content takes two seconds of CPU time, and
 * all indexes half a second, so files with the same content copy the documents, and those of a process use a database again.
 *
 * @param create fills the database and the folder of uploads of the service
 */
export const siteDatabase = <Created extends object>(
  content: SiteContent,
  create: (service: Service) => Promise<Created>,
): SiteDatabase<Created> => {
  // No other file has the content types of a temporary folder.
  if (isAbsolute(content.contentTypes))
    return {
      ...freshDatabase(),
      prepare: async (service) => {
        await prepareDatabase(service);
        return create(service);
      },
    };
  // The address of the preview has a random port, and no effect on documents.
  const key = JSON.stringify({ ...content, settings: { ...content.settings, preview: undefined } });
  const found = unused.get(key)?.pop();
  const database = found ?? lastingDatabase();
  let isPrepared = found !== undefined;
  afterAll(() => {
    if (isPrepared) unused.set(key, [...(unused.get(key) ?? []), database]);
  });
  return {
    ...database,
    prepare: async (service, uploads) => {
      if (!isPrepared) await prepareDatabase(service);
      isPrepared = true;
      const db = await service.database.get();
      let created: Created | undefined;
      const name = `site-${createHash('sha256').update(key).digest('hex').slice(0, 16)}`;
      const folder = await sharedFolder(name, async (shared) => {
        created = await create(service);
        await save(shared, db, uploads, created);
      });
      return created ?? ((await copy(folder, db, uploads)) as Created);
    },
  };
};
