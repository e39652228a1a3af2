// Measures how fast the relay indexes documents that a bulk has just created: it removes their events as well.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ObjectId } from 'mongodb';
import { currentFormat, recordFormat } from '../../cli/migrate/index.ts';
import { Worker } from '../../lib/background/index.ts';
import { prepareIndexes, type StoredDocument } from '../../lib/platform/db/index.ts';
import { createServiceFromEnvironment } from '../../lib/platform/service.ts';
import { loadSchema } from '../../lib/schema/index.ts';
import { publishedArticle } from '../bulk/articles.ts';
import { insertDocuments, setSequence } from '../data/load.ts';
import { peakMegabytes, resetPeak } from '../processes.ts';
import { measureWork } from '../profile/cpuTime.ts';
import { environment, openProductSite, untilDispatched, withDatabase } from '../site.ts';
import { contentTypes, storedEntry } from './entries.ts';
import { zipfTextAt } from './zipfTexts.ts';

/** What a bulk creates: documents of one type, with drafts and published versions. */
interface BulkKind {
  readonly title: string;
  readonly collection: string;
  readonly documentAt: (index: number) => StoredDocument;
  /** @param folder an empty one @returns the folder of the content types */
  readonly contentTypes: (folder: string) => Promise<string>;
}

/** The articles of the other benchmarks, with weights. */
const writeArticleTypes = async (folder: string): Promise<string> => {
  await cp(resolve('bench/content-types'), folder, { recursive: true });
  const path = join(folder, 'article.json');
  const file = JSON.parse(await readFile(path, 'utf8')) as { readonly options: object }; // a file of this repository
  const options = { ...file.options, search: { title: 10, summary: 3, body: 1 } };
  await writeFile(path, JSON.stringify({ ...file, options }));
  return folder;
};

export const bulkKinds: readonly BulkKind[] = [
  {
    title: 'articles, of 400 words',
    collection: 'articles',
    documentAt: publishedArticle,
    contentTypes: writeArticleTypes,
  },
  {
    title: 'entries, of 200,000 words',
    collection: 'entries',
    documentAt: (index) => storedEntry(zipfTextAt(index), index, true),
    contentTypes: () => Promise.resolve(contentTypes),
  },
];

export interface IndexingRow {
  readonly title: string;
  readonly documents: number;
  readonly perSecond: number;
  /** Milliseconds of the product for a document. */
  readonly productCpu: number;
  readonly mongodCpu: number;
  /** The most memory of the product. */
  readonly megabytes: number | undefined;
}

/** The events of a create that publishes. */
const withEvents = (document: StoredDocument): StoredDocument => {
  const at = new Date();
  const pending = (['create', 'publish'] as const).map((action) => ({ id: new ObjectId(), action, at }));
  return { ...document, pending };
};

/** Lets a product begin with this many documents in the outbox, whose indexes are built but empty. */
export const measureIndexing = async (
  uri: string,
  kind: BulkKind,
  count: number,
  profile?: string,
): Promise<IndexingRow> => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  try {
    const types = await kind.contentTypes(folder);
    const { schema } = await loadSchema(types);
    const site = await openProductSite({
      ...{ uri, schema, contentTypes: types, documents: count, profile },
      load: async (db) => {
        await prepareIndexes(db, schema);
        await recordFormat(db, currentFormat);
        const env = { ...process.env, ...environment(withDatabase(uri, db.databaseName), types) };
        const service = await createServiceFromEnvironment(env);
        await new Worker(service).runUntilIdle(60_000);
        await service.database.close();
        await setSequence(db, kind.collection, count * 2);
        await insertDocuments(db, kind.collection, count, (index) => withEvents(kind.documentAt(index)));
      },
    });
    try {
      const { db, product } = site;
      await resetPeak(product.pid);
      const { wallMs, cpuMs, mongod } = await measureWork(product.pid, db, () =>
        untilDispatched(site, kind.collection),
      );
      return {
        ...{ title: kind.title, documents: count },
        ...{ perSecond: count / (wallMs / 1000), productCpu: cpuMs / count, mongodCpu: mongod.cpuMs / count },
        megabytes: await peakMegabytes(product.pid),
      };
    } finally {
      await site.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
