// Random arguments of tools get a result, or an error below 500 that says nothing of the inside.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { toolContract, type ToolName } from '../../lib/mcp/contract.ts';
import { componentFile, createApi, relationTo, schemaOf, testConfig, typeFile } from '../setup/api.ts';
import { callTool } from './callTool.ts';

const schema = schemaOf({
  'components/part/quote.json': componentFile({ text: { type: 'string' } }),
  'article.json': typeFile(
    'article',
    {
      ...{ title: { type: 'string', required: true }, pages: { type: 'integer' }, data: { type: 'json' } },
      ...{ day: { type: 'date' }, slug: { type: 'uid' }, author: relationTo('manyToOne', 'author') },
      quotes: { type: 'component', component: 'part.quote', repeatable: true },
      zone: { type: 'dynamiczone', components: ['part.quote'] },
    },
    { options: { draftAndPublish: true, review: ['writing', 'ready'], search: { title: 1 } } },
  ),
  'author.json': typeFile('author', { name: { type: 'string' } }),
});
const api = createApi(schema, { ...testConfig, agents: { writesPerSession: 10_000, costPerHour: 1_000_000 } });

const odd: fc.Arbitrary<unknown> = fc.oneof(
  ...[fc.string({ unit: 'binary' }), fc.double(), fc.jsonValue({ maxDepth: 4 }), fc.object({ maxDepth: 2 })],
  fc.constantFrom('\u0000', '\ud800', '__proto__', '$where', '*', '..', '%00', '9'.repeat(400), '&a=b', 2 ** 53, -1),
);
const names = fc.constantFrom(
  ...['title', 'pages', 'data', 'day', 'slug', 'author', 'quotes', 'zone', 'id', 'documentId', 'locale', 'createdBy'],
  ...['name', 'strapi_stage', '__proto__', 'constructor'],
);
const operators = fc.constantFrom(
  ...['$eq', '$ne', '$in', '$notIn', '$containsi', '$lt', '$between', '$null', '$and', '$or', '$not', '$where'],
);
const nested = (leaf: fc.Arbitrary<unknown>, maxDepth: number) =>
  fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth },
      ...[fc.dictionary(names, leaf, { maxKeys: 3 }), fc.dictionary(names, fc.dictionary(operators, leaf))],
      ...[fc.dictionary(fc.oneof(names, operators), tie('node')), fc.array(tie('node'), { maxLength: 3 })],
    ),
  })).node;

/** Values that an argument with this name often takes, so that calls also reach what is behind the checks. */
const usual = (ids: readonly string[]): Readonly<Record<string, fc.Arbitrary<unknown>>> => ({
  type: fc.constantFrom('articles', 'authors'),
  documentId: fc.constantFrom(...ids, 'bulk'),
  ...{ data: nested(odd, 3), filters: nested(odd, 4), populate: nested(odd, 3) },
  ...{ fields: fc.array(names), sort: fc.array(names), status: fc.constantFrom('draft', 'published') },
  ...{ version: fc.constantFrom(1, 2, -1, 1e20), page: fc.integer(), pageSize: fc.integer(), restore: fc.boolean() },
  ...{ action: fc.constantFrom('publish', 'unpublish'), stage: fc.constantFrom('ready', 'none') },
  ...{ revision: fc.constantFrom('1', '2', '"', '*', 'é\n'), words: fc.string(), size: fc.integer() },
  url: fc.constantFrom('http://127.0.0.1:1/', 'http://[::1', 'data:,x', `https://${'x'.repeat(3_000)}/`, '//x'),
});

it('a call with random arguments is never a 500', async () => {
  const { accessKey } = await createToken(api.service(), { name: 'random', type: 'full-access' });
  const author = await api.create('/api/authors', { name: 'Ann' });
  const ids = [await api.create('/api/articles?status=draft', { title: 'One', quotes: [{ text: 'a' }] }), author];
  const known = usual(ids);
  const call = fc.constantFrom(...(Object.keys(toolContract.operations) as ToolName[])).chain((name) => {
    const { properties } = toolContract.operations[name].body;
    const values = Object.keys(properties).map(
      (key) => [key, fc.oneof({ weight: 12, arbitrary: known[key] ?? odd }, odd)] as const,
    );
    const requiredKeys = Object.keys(properties).filter((key) => ['type', 'documentId', 'words', 'data'].includes(key));
    return fc.tuple(fc.constant(name), fc.record(Object.fromEntries(values), { requiredKeys }));
  });
  await fc.assert(
    fc.asyncProperty(call, async ([name, args]) => {
      const { status, json } = await callTool(api, accessKey, name, args);
      expect(status).toBe(200);
      expect(json?.status ?? 200).toBeLessThan(500);
      expect(json?.error ?? '').not.toMatch(/mongo|node_modules|\.ts:/i);
    }),
    { numRuns: 300 },
  );
});
