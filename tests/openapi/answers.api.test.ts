// What is answered is what the description says: every kind of attribute, populated and not, of every type.
import { beforeAll, describe, expect, it } from 'vitest';
import { apiOf } from '../setup/api.ts';
import { museum, seedMuseum } from '../setup/museum/seed.ts';
import { checkOf, describedOf, type Description } from './described.ts';

const schema = await museum();
const api = apiOf(schema);
const description = describedOf(schema);
const check = checkOf(description);

beforeAll(async () => {
  await seedMuseum(api);
});

const saidOf = (path: string): Description =>
  description.paths[path].get.responses[200].content['application/json'].schema;

const queries = [
  '',
  'populate=*',
  'fields=id',
  'status=draft&populate=*',
  'pagination[start]=0',
  'pagination[cursor]=',
];

describe.each([...schema.served.keys()])('/api/%s', (segment) => {
  it.each(queries)('%s', async (query) => {
    const { status, body } = await api.get(`/api/${segment}?${query}`);
    if (status === 404) return; // a single type without a document
    expect([status, check(saidOf(`/api/${segment}`), body)]).toEqual([200, []]);
  });
});

it('documents come, deep ones too', async () => {
  const { body } = await api.get('/api/exhibits?populate[room][count]=true&pagination[limit]=1');
  expect(check(saidOf('/api/exhibits'), body)).toEqual([]);
  // The same check finds what is no answer.
  expect(check(saidOf('/api/exhibits'), { ...body, data: [{ ...body.data[0], unknown: 1 }] })).not.toEqual([]);
});
