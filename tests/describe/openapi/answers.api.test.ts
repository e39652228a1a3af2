// Answers match the description: every kind of attribute, populated and not, of every type.
import { beforeAll, describe, expect, it } from 'vitest';
import { createApi } from '../../setup/api.ts';
import { museum, seedMuseum } from '../../setup/museum/seed.ts';
import { loadNetwork, seedNetwork } from '../../setup/network.ts';
import { checkOf, describedOf, jsonOf } from './described.ts';

const queries = [
  '',
  'populate=*',
  'fields=id',
  'status=draft&populate=*',
  'pagination[start]=0',
  'pagination[cursor]=',
  'view=edit&populate=*',
];

const sites = [
  ['the museum', await museum(), seedMuseum, '/api/exhibits', 'populate[room][count]=true'],
  ['the network', await loadNetwork(), seedNetwork, '/api/remarks', 'populate[subjects][populate]=*'],
] as const;

describe.each(sites)('%s', (_, schema, seed, path, deep) => {
  const api = createApi(schema);
  const description = describedOf(schema);
  const check = checkOf(description);
  const schemaAt = (path: string): object =>
    jsonOf(description, description.paths[path].get.responses[200])?.schema ?? {};

  beforeAll(async () => {
    await seed(api);
  });

  describe.each([...schema.served.keys()])('/api/%s', (segment) => {
    it.each(queries)('%s', async (query) => {
      const { status, body } = await api.get(`/api/${segment}?${query}`);
      if (status === 404) return; // A single type may have no document.
      expect([status, check(schemaAt(`/api/${segment}`), body)]).toEqual([200, []]);
    });
  });

  it('nested documents match the description, and unknown attributes do not', async () => {
    const { body } = await api.get(`${path}?${deep}`);
    expect(check(schemaAt(path), body)).toEqual([]);
    const strange = { ...body, data: [{ ...body.data[0], unknown: 1 }] };
    expect(check(schemaAt(path), strange)).not.toEqual([]);
  });
});
