// The examples in docs/migrations.md, and those of changes that it only names: the output for each change, and the resulting document.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { MigrationOptions } from '../../cli/migrate/index.ts';
import { Site } from '../cli/migrate/site.ts';

const example =
  /### (?<title>.+)\n(?:(?!###)[\s\S])*?```json\n(?<before>[^`]+)```\s+```json\n(?<after>[^`]+)```\s+```sh\nlectern types migrate(?<args>[^\n]*)\n```\s+(?<output>[^`]+?)\s+```json\n(?<value>[^`]+)```\s+```json\n(?<result>[^`]+)```/g;

const parsed = (text = ''): object => JSON.parse(text) as object; // The examples on the page are objects.

const pages = ['docs/migrations.md', 'tests/docs/migrations.md'];

const matches = pages.flatMap((page) => [...readFileSync(page, 'utf8').matchAll(example)]);
const examples = matches.map(({ groups = {} }) => ({
  title: groups.title ?? '',
  args: [...(groups.args ?? '').matchAll(/--(rename|drop|fill|keep) (\S+)/g)],
  output: (groups.output ?? '').replace(/\s+/g, ' '),
  before: parsed(groups.before),
  after: parsed(groups.after),
  value: parsed(groups.value),
  result: parsed(groups.result),
}));

const site = new Site();
const files = (article: object) => ({
  'article.json': { info: { singularName: 'article', pluralName: 'articles' }, ...article },
});

describe('the page about migrations', () => {
  it('has an example of each change', () => {
    expect(examples).toHaveLength(12);
  });

  it.each(examples)('is correct about: $title', async ({ before, after, args, output, value, result }) => {
    await site.begin(files(before));
    const db = await site.db();
    const times = { createdAt: new Date(0), updatedAt: new Date(0), publishedAt: new Date(0) };
    const stored = { documentId: 'self', locale: null, revision: 1 };
    await db.collection('articles').insertOne({ ...stored, published: { id: 1, ...times, ...value } });
    const options: Partial<MigrationOptions> = Object.fromEntries(
      args.map(([, option = '', named]) => [option, [named]]),
    );
    const [finding] = await site.findings(files(after), options);
    expect(`${finding?.place ?? ''} ${finding?.means ?? ''}`).toBe(output);
    await site.migrate(files(after), options);
    const collection = 'collectionName' in after ? String(after.collectionName) : 'articles';
    const migrated = await db.collection(collection).findOne({ documentId: 'self' });
    expect(migrated?.published).toEqual({ id: 1, ...times, ...result });
  });
});
