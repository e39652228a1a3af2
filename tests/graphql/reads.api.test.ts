// What queries read.
import { describe, expect, it } from 'vitest';
import { createApi, testConfig, typeFile, schemaOf } from '../setup/api.ts';

const graphql = { ...testConfig, graphql: { ...testConfig.graphql, enabled: true } };
const api = createApi(schemaOf({ 'article.json': typeFile('article', { title: { type: 'string' } }) }), graphql);

const ask = async (query: string, variables: object = {}) =>
  (await api.request('POST', '/graphql', { body: { query, variables } })).body;

describe('a list', () => {
  it('has what the selection names', async () => {
    await api.create('/api/articles', { title: 'Tea' });
    expect(await ask('{ articles { name: title } }')).toEqual({ data: { articles: [{ name: 'Tea' }] } });
  });
});
