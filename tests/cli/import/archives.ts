// Makes small archives in the form of `strapi export`.
import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { afterAll } from 'vitest';
import { createEncryption, type ArchiveEntity, type ArchiveLink } from '../../../cli/archive/index.ts';

/** A folder that is removed after the tests; call it at the top of a test file. */
export const tempFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-test-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

export type Entries = readonly (readonly [path: string, content: string | Buffer])[];

export const tarOf = async (entries: Entries): Promise<Buffer> => {
  const tar = pack();
  for (const [name, content] of entries) tar.entry({ name }, content);
  tar.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of tar as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
};

export const encrypted = (bytes: Buffer, key: string): Buffer => {
  const cipher = createEncryption(key);
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
};

const linesOf = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join('\n');

const typeSchema = (name: string, attributes: object, draftAndPublish = true) => ({
  uid: `api::${name}.${name}`,
  modelType: 'contentType',
  modelName: name,
  kind: 'collectionType',
  collectionName: `${name}s`,
  info: { singularName: name, pluralName: `${name}s`, displayName: name },
  options: { draftAndPublish },
  pluginOptions: {},
  attributes: { ...attributes, createdAt: { type: 'datetime' }, publishedAt: { type: 'datetime' } },
});

/** Articles with drafts, and tags without. */
export const schemas: readonly object[] = [
  typeSchema('article', {
    title: { type: 'string', required: true },
    slug: { type: 'uid', targetField: 'title' },
    views: { type: 'integer' },
    tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag', inversedBy: 'articles' },
  }),
  typeSchema(
    'tag',
    {
      name: { type: 'string', required: true },
      articles: { type: 'relation', relation: 'manyToMany', target: 'api::article.article', mappedBy: 'tags' },
    },
    false,
  ),
];

const time = '2024-05-31T09:30:00.000Z';

/** The documentId of the rows with this number. */
export const idOf = (number: number): string => `d${String(number).padStart(23, '0')}`;

/** A row of a type; `document` numbers its documentId. */
export const rowOf = (name: string, id: number, document: number, values: object, isDraft = false): ArchiveEntity => ({
  type: `api::${name}.${name}`,
  id,
  data: { documentId: idOf(document), ...values, createdAt: time, updatedAt: time, publishedAt: isDraft ? null : time },
});

/** A link from an article to a tag. */
export const tagLink = (article: number, tag: number, left = 1, right = 1): ArchiveLink => ({
  kind: 'relation.basic',
  relation: 'manyToMany',
  left: { type: 'api::article.article', ref: article, field: 'tags', pos: left },
  right: { type: 'api::tag.tag', ref: tag, field: 'articles', pos: right },
});

export interface ArchiveContent {
  readonly entities?: readonly ArchiveEntity[];
  readonly links?: readonly ArchiveLink[];
  readonly version?: string;
  readonly schemas?: readonly object[];
}

export const entriesOf = ({ entities = [], links = [], version = '5.54.0', ...more }: ArchiveContent): Entries => [
  ['schemas/schemas_00001.jsonl', linesOf(more.schemas ?? schemas)],
  ['entities/entities_00001.jsonl', linesOf(entities)],
  ['links/links_00001.jsonl', linesOf(links)],
  ['configuration/configuration_00001.jsonl', ''],
  ['metadata.json', JSON.stringify({ createdAt: time, strapi: { version } })],
];

/** Writes a compressed archive and returns its path. */
export const writeArchive = async (folder: string, name: string, content: ArchiveContent): Promise<string> => {
  const path = join(folder, `${name}.tar.gz`);
  await writeFile(path, gzipSync(await tarOf(entriesOf(content))));
  return path;
};
