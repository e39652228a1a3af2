// Starts Lectern with the editor, the sample content, a form of 200 fields, and an administrator.
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient, ObjectId } from 'mongodb';
import { createService } from '../../lib/platform/service.ts';
import { siteOf } from '../../lib/platform/site.ts';
import { collections, type StoredDocument } from '../../lib/platform/db/index.ts';
import { prepareDatabase } from '../../cli/migrate/index.ts';
import { seed } from '../../cli/seed/index.ts';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { tokenSecret } from '../benchToken.ts';
import { startProcess } from '../processes.ts';
import { environment, withDatabase } from '../site.ts';

const secrets = { tokens: tokenSecret, sessions: [tokenSecret], owner: undefined };

const kinds = [
  { type: 'string' },
  { type: 'string', required: true, maxLength: 200 },
  { type: 'text' },
  { type: 'integer' },
  { type: 'boolean' },
  { type: 'enumeration', enum: ['one', 'two', 'three'] },
  { type: 'date' },
  { type: 'decimal' },
] as const;

const contentType = (name: string, attributes: object) => ({
  kind: 'collectionType',
  collectionName: `${name}s`,
  info: { singularName: name, pluralName: `${name}s`, displayName: name },
  options: { draftAndPublish: true },
  attributes,
});

/** Two hundred attributes of eight kinds: `field0` to `field199`. */
const attributes = Object.fromEntries(
  Array.from({ length: 200 }, (_, index) => [`field${index}`, kinds[index % kinds.length] ?? kinds[0]]),
);
const wide = contentType('wide', attributes);
const part = {
  collectionName: 'components_bench_parts',
  info: { displayName: 'Part' },
  attributes: Object.fromEntries(Object.entries(attributes).slice(0, kinds.length)),
};
const list = contentType('list', { parts: { type: 'component', repeatable: true, component: 'bench.part' } });
const story = { ...part, info: { displayName: 'Story' }, attributes: { ...part.attributes, text: { type: 'blocks' } } };
const zone = contentType('zone', { parts: { type: 'dynamiczone', components: ['bench.story'] } });
const writing = contentType('writing', { blocks: { type: 'blocks' }, markdown: { type: 'richtext' } });
const row = contentType('row', { title: { type: 'string' }, views: { type: 'integer' }, day: { type: 'date' } });

export interface EditorSite {
  readonly url: string;
  readonly credentials: { readonly identifier: string; readonly password: string };
  /** The path of a document with 200 fields. */
  readonly wide: string;
  /** The path of a document with 200 entries of a component with eight fields. */
  readonly list: string;
  /** The path of a document with 60 such entries in a dynamic zone, each with a text of blocks. */
  readonly zone: string;
  /** The path of a document with a text of 400 paragraphs of blocks. */
  readonly blocks: string;
  /** The path of new documents with a text of blocks and one of Markdown. */
  readonly writing: string;
  readonly db: ReturnType<MongoClient['db']>;
  readonly close: () => Promise<void>;
}

const batchSize = 5_000;

/** Copies one stored document many times, with ids of their own. */
const multiply = async (db: EditorSite['db'], count: number): Promise<void> => {
  const rows = db.collection<StoredDocument>('rows');
  const [first] = await rows.find().limit(1).toArray();
  if (first === undefined) throw new Error('There is no document to copy');
  const copy = (index: number): StoredDocument => {
    const { draft, published, ...common } = first;
    const own = { title: `Row ${index}`, views: index % 977 };
    return {
      ...{ ...common, _id: new ObjectId(), documentId: index.toString(36).padStart(24, '0') },
      ...(draft === undefined ? {} : { draft: { ...draft, ...own, id: index * 2 } }),
      ...(published === undefined ? {} : { published: { ...published, ...own, id: index * 2 + 1 } }),
    };
  };
  for (let from = 10; from < count; from += batchSize)
    await rows.insertMany(
      Array.from({ length: Math.min(batchSize, count - from) }, (_, at) => copy(from + at)),
      { ordered: false },
    );
  await db
    .collection<{ readonly _id: string; readonly last: number }>(collections.sequences)
    .updateOne({ _id: 'rows' }, { $set: { last: count * 2 } }, { upsert: true });
};

/** @param documents of the long list */
export const openEditorSite = async (mongodb: string, documents: number): Promise<EditorSite> => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-editor-'));
  const types = join(folder, 'types');
  await mkdir(types);
  await cp('content-types', types, { recursive: true });
  for (const type of [wide, list, zone, writing, row])
    await writeFile(join(types, `${type.info.singularName}.json`), JSON.stringify(type));
  await mkdir(join(types, 'components/bench'), { recursive: true });
  for (const [name, component] of Object.entries({ part, story }))
    await writeFile(join(types, `components/bench/${name}.json`), JSON.stringify(component));
  const config = join(folder, 'lectern.json');
  // The most that the configuration permits, so that long pastes are not refused.
  const api = { rest: { maxBodyBytes: 16_777_216 } };
  await writeFile(config, JSON.stringify({ api, upload: { folder: join(folder, 'uploads') } }));
  const uri = withDatabase(mongodb, `lectern-bench-editor-${process.pid}`);
  const env = { ...environment(uri, types), LECTERN_CONFIG: config, LECTERN_JWT_SECRET: tokenSecret };
  const service = createService(await siteOf({ ...process.env, ...env }), uri, secrets);
  await prepareDatabase(service);
  await seed(service, JSON.parse(await readFile('sample/content.json', 'utf8')), () => undefined, 'sample/uploads');
  const { accessKey } = await createToken(service, { name: 'bench', type: 'full-access' });
  await service.database.close();
  const product = await startProcess(['bin/start.js', '--built'], env);
  const url = product.url.replace('127.0.0.1', 'localhost');
  const call = async (path: string, body?: object): Promise<unknown> => {
    const headers = { authorization: `Bearer ${accessKey}`, 'content-type': 'application/json' };
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(product.url + path, init);
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const { roles } = (await call('/api/users-permissions/roles')) as { roles: { id: number; type: string }[] };
  const credentials = { identifier: 'bench@example.org', password: 'a password of benchmarks' };
  const role = roles.find(({ type }) => type === 'administrator')?.id;
  await call('/api/users', {
    username: 'bench',
    email: credentials.identifier,
    password: credentials.password,
    role,
    confirmed: true,
  });
  const valuesOf = (names: object): object =>
    Object.fromEntries(
      Object.entries(names).flatMap(([name, { type }]) =>
        type === 'string' || type === 'text' ? [[name, 'Some text of this field']] : [],
      ),
    );
  const partsOf = (count: number): readonly object[] => Array.from({ length: count }, () => valuesOf(part.attributes));
  const paragraphs = (count: number): readonly object[] =>
    Array.from({ length: count }, (_, index) => ({
      type: 'paragraph',
      children: [
        { type: 'text', text: `Paragraph ${index} says that the oak stands at the river, and what its gall is for.` },
      ],
    }));
  /** @returns the path of the new document in the editor */
  const create = async (name: string, data: object): Promise<string> => {
    const made = (await call(`/api/${name}`, { data })) as { data: { documentId: string } };
    return `/editor/content/${name}/${made.data.documentId}`;
  };
  await call('/api/rows', { data: { title: 'Row 0', views: 0, day: '2026-01-01' } });
  const client = await new MongoClient(uri).connect();
  const db = client.db();
  await multiply(db, documents);
  return {
    url,
    credentials,
    wide: await create('wides', valuesOf(attributes)),
    list: await create('lists', { parts: partsOf(200) }),
    zone: await create('zones', {
      parts: partsOf(60).map((entry) => ({ ...{ __component: 'bench.story', ...entry }, text: paragraphs(3) })),
    }),
    blocks: await create('writings', { blocks: paragraphs(400) }),
    writing: '/editor/content/writings/new',
    db,
    close: async () => {
      await product.stop();
      await db.dropDatabase();
      await client.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
