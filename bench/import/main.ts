// `npm run bench import`: imports a generated archive, 100,000 documents or as many as the next argument says, and prints the
// documents a second and the peak of memory. Exits with 1 below 1,000 documents a second.
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack, type Pack } from 'tar-stream';
import { linesPath, metadataPath } from '../../cli/archive/index.ts';
import { startMongod } from '../../cli/mongod/index.ts';
import { runProgram } from '../processes.ts';

const count = Number(process.argv[3] ?? 100_000);
const tags = 1_000;
const linesPerFile = 20_000;
const leastPerSecond = 1_000;

const time = '2024-05-31T09:30:00.000Z';
const documentId = (prefix: string, number: number): string => `${prefix}${String(number).padStart(23, '0')}`;

const type = (name: string, attributes: object, draftAndPublish: boolean) => ({
  ...{ uid: `api::${name}.${name}`, modelType: 'contentType', modelName: name, kind: 'collectionType' },
  ...{ collectionName: `${name}s`, info: { singularName: name, pluralName: `${name}s` }, options: { draftAndPublish } },
  attributes,
});

const schemas = [
  type(
    'article',
    {
      title: { type: 'string', required: true },
      slug: { type: 'uid', targetField: 'title' },
      body: { type: 'richtext' },
      views: { type: 'integer' },
      seo: { type: 'component', component: 'shared.seo' },
      tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag', inversedBy: 'articles' },
      before: { type: 'relation', relation: 'oneToOne', target: 'api::article.article' },
    },
    true,
  ),
  type(
    'tag',
    {
      name: { type: 'string', unique: true },
      articles: { type: 'relation', relation: 'manyToMany', target: 'api::article.article', mappedBy: 'tags' },
    },
    false,
  ),
  {
    ...{ uid: 'shared.seo', modelType: 'component', modelName: 'seo', collectionName: 'seos', info: {} },
    attributes: { title: { type: 'string' }, description: { type: 'text' } },
  },
];

const body = 'Lorem ipsum dolor sit amet, consetetur sadipscing elitr. '.repeat(8);

const articleRow = (number: number, isPublished: boolean) => ({
  type: 'api::article.article',
  id: 2 * number + (isPublished ? 2 : 1),
  data: {
    documentId: documentId('a', number),
    ...{ title: `Article ${number}`, slug: `article-${number}`, body, views: number },
    seo: { id: 2 * number + (isPublished ? 2 : 1), title: `Article ${number}`, description: body.slice(0, 120) },
    ...{ createdAt: time, updatedAt: time, publishedAt: isPublished ? time : null, locale: null },
  },
});

function* rows(): Generator<object> {
  for (let number = 0; number < tags; number++)
    yield {
      ...{ type: 'api::tag.tag', id: number + 1 },
      data: { documentId: documentId('t', number), name: `Tag ${number}`, createdAt: time, publishedAt: time },
    };
  for (let number = 0; number < count; number++)
    for (const isPublished of [false, true]) yield articleRow(number, isPublished);
}

function* links(): Generator<object> {
  for (let id = 1; id <= 2 * count; id++) {
    const left = { type: 'api::article.article', ref: id };
    for (const pos of [1, 2, 3])
      yield {
        ...{ kind: 'relation.basic', relation: 'manyToMany', left: { ...left, field: 'tags', pos } },
        right: { type: 'api::tag.tag', ref: ((id * pos) % tags) + 1, field: 'articles', pos: id },
      };
    if (id > 2)
      yield {
        ...{ kind: 'relation.circular', relation: 'oneToOne', left: { ...left, field: 'before' } },
        right: { type: 'api::article.article', ref: id - 2 },
      };
  }
}

const addEntry = async (tar: Pack, name: string, content: string): Promise<void> => {
  await new Promise<void>((resolve, reject) => {
    tar.entry({ name }, content, (error) => {
      if (error instanceof Error) reject(error);
      else resolve();
    });
  });
};

const addLines = async (tar: Pack, kind: 'schemas' | 'entities' | 'links', values: Iterable<object>): Promise<void> => {
  let lines: string[] = [];
  let file = 0;
  const write = async (): Promise<void> => {
    if (lines.length > 0) await addEntry(tar, linesPath(kind, ++file), lines.join('\n'));
    lines = [];
  };
  for (const value of values) {
    lines.push(JSON.stringify(value));
    if (lines.length === linesPerFile) await write();
  }
  await write();
};

const writeArchive = async (path: string): Promise<void> => {
  const tar = pack();
  const writing = pipeline([
    tar as unknown as NodeJS.ReadableStream,
    createGzip({ level: 1 }),
    createWriteStream(path),
  ]);
  await addLines(tar, 'schemas', schemas);
  await addLines(tar, 'entities', rows());
  await addLines(tar, 'links', links());
  await addEntry(tar, metadataPath, JSON.stringify({ strapi: { version: '5.54.0' } }));
  tar.finalize();
  await writing;
};

const mongod = await startMongod({ log: console.error });
const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
try {
  const archive = join(folder, 'archive.tar.gz');
  await writeArchive(archive);
  console.log(`an archive of ${count + tags} documents: ${Math.round((await stat(archive)).size / 1e6)} MB`);
  const configuration = join(folder, 'lectern.json');
  await writeFile(configuration, '{}');
  const { seconds, megabytes } = await runProgram(['dist/lectern.mjs', 'import', 'strapi', archive, '--write-types'], {
    LECTERN_CONFIG: configuration,
    MONGODB_URI: mongod.uri,
    CONTENT_TYPES: join(folder, 'content-types'),
  });
  const perSecond = Math.round((count + tags) / seconds);
  console.log(
    `${count + tags} documents in ${seconds.toFixed(1)} s: ${perSecond} a second, at most ${Math.round(megabytes)} MB of memory`,
  );
  if (perSecond < leastPerSecond) process.exitCode = 1;
} finally {
  await mongod.stop();
  await rm(folder, { recursive: true, force: true });
}
