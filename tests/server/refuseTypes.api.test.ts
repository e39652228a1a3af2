// Types whose documents wait for a decision of their developer are refused, and no others.
import { expect, it } from 'vitest';
import { refuseTypes } from '../../lib/server/refuseTypes.ts';
import { createApi } from '../setup/api.ts';
import { schemaOf, typeFile } from '../setup/schema.ts';

const string = { type: 'string' };
const schema = schemaOf({
  'article.json': typeFile('article', { headline: string }),
  'tag.json': typeFile('tag', {
    ...{ name: string, article: { type: 'relation', relation: 'manyToOne', target: 'api::article.article' } },
  }),
});
const api = createApi(schema);

it('refuses a type wherever a request names it', async () => {
  await api.create('/api/tags', { name: 'one' });
  refuseTypes(schema, { 'api::article.article': 'decide about article.title' });
  for (const path of ['articles', 'articles/x', 'tags?populate=*', 'tags?filters[article][headline]=x']) {
    const { status, body } = await api.get(`/api/${path}`);
    expect([path, status, body.error?.message]).toEqual([path, 503, 'decide about article.title']);
  }
  expect((await api.post('/api/articles', { headline: 'Spring' })).status).toBe(503);
  expect(await api.get('/api/tags')).toMatchObject({ status: 200, body: { data: [{ name: 'one' }] } });
});
