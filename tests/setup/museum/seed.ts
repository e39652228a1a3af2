// The museum: a small schema and its documents, with every kind of attribute, relation, component and version.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadSchema, type Schema } from '../../../lib/schema/index.ts';
import type { Api, Reply } from '../api.ts';

/** The schema of `tests/schemas/museum`. */
export const museum = async (): Promise<Schema> =>
  (await loadSchema(join(import.meta.dirname, '../../schemas/museum'))).schema;

interface Step {
  readonly post?: string;
  readonly put?: string;
  readonly delete?: string;
  /** The name that later steps use for the document: `@name` stands for its documentId. */
  readonly as?: string;
  readonly data?: unknown;
}

/** The documentIds of the seeded documents, by name. */
export type Seeded = ReadonlyMap<string, string>;

const fileRecord = (id: number, now: Date): object => {
  const name = `f${id}.txt`;
  const values = { name, hash: `f${id}`, ext: '.txt', mime: 'text/plain', size: 0.01, url: `/uploads/${name}` };
  const times = { createdAt: now, updatedAt: now, publishedAt: now };
  return {
    documentId: `file${id}`,
    locale: null,
    revision: 1,
    published: { id, ...values, provider: 'local', ...times },
  };
};

/** Creates the documents of `documents.json`. */
export const seedSteps = async (
  api: Readonly<Record<'post' | 'put', (url: string, data: unknown) => Promise<Reply>>> & {
    readonly delete: (url: string) => Promise<Reply>;
  },
): Promise<Seeded> => {
  const ids = new Map<string, string>();
  const resolveNames = (text: string): string =>
    text.replace(/@(\w+)/g, (match, name: string) => ids.get(name) ?? match);
  const text = await readFile(new URL('documents.json', import.meta.url), 'utf8');
  for (const step of JSON.parse(text) as readonly Step[]) {
    const data = JSON.parse(JSON.stringify(step.data ?? null).replace(/"@\w+"/g, resolveNames)) as unknown;
    const url = resolveNames(step.post ?? step.put ?? step.delete ?? '');
    const reply = await (step.post === undefined
      ? step.put === undefined
        ? api.delete(url)
        : api.put(url, data)
      : api.post(url, data));
    if (reply.status >= 400) throw new Error(`${url}: ${JSON.stringify(reply.body)}`);
    if (step.as !== undefined) ids.set(step.as, (reply.body as { data: { documentId: string } }).data.documentId);
  }
  return ids;
};

/** Creates the documents of `documents.json` through the API, and three file records. */
export const seedMuseum = async (api: Api): Promise<Seeded> => {
  const now = api.service().now();
  const db = await api.service().database.get();
  await db.collection('upload_files').insertMany([1, 2, 3].map((id) => fileRecord(id, now)));

  return seedSteps(api);
};
