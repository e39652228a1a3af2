// Checks that MongoDB can answer the largest queries that Lectern accepts.
import { beforeAll, describe, expect, test } from 'vitest';
import { settingsSchema } from '../../lib/platform/config/settingsSchema.ts';
import { createApi, withRestConfig, schemaOf, typeFile } from '../setup/api.ts';
import { museum, seedMuseum } from '../setup/museum/seed.ts';

const { maxDepth, maxPopulated } = settingsSchema.properties.api.properties.rest.properties;

const schema = await museum();

describe('a query of the maximum depth', () => {
  const api = createApi(schema, withRestConfig({ maxDepth: maxDepth.maximum }));
  beforeAll(async () => {
    await seedMuseum(api);
  });

  const pupils = Array.from({ length: maxDepth.maximum }, () => 'pupils');
  const dotted = pupils.join('.');
  const nested = pupils.map((name) => `[${name}]`);
  const populate = `populate${nested.join('[populate]')}`;
  const filters = `filters${nested.join('')}[name][$ne]=x`;

  test.each<[what: string, query: string]>([
    ['a populate', `populate=${dotted}`],
    ['a sort', `sort=${dotted}.name`],
    ['a filter', filters],
    ['a sort at the end of a populate', `${populate}[sort]=${dotted}.name`],
    ['a filter at the end of a populate', `${populate}[${filters.replace('[', '][')}`],
  ])('is answered: %s', async (_what, query) => {
    // One row per page, because the pipeline of a page looks up the populated documents.
    const { status, body } = await api.get(`/api/artists?pagination[limit]=1&${query}`);
    expect([status, body.error]).toEqual([200, undefined]);
  });
});

describe('a query of the maximum width', () => {
  const media = { type: 'media' };
  const api = createApi(
    schemaOf({
      'hub.json': typeFile(
        'hub',
        Object.fromEntries(Array.from({ length: maxPopulated.maximum }, (_, i) => [`file${i}`, media])),
      ),
    }),
    withRestConfig({ maxPopulated: maxPopulated.maximum }),
  );

  test('is answered', async () => {
    await api.post('/api/hubs', {});
    const { status, body } = await api.get('/api/hubs?populate=*&pagination[limit]=1');
    expect([status, body.error]).toEqual([200, undefined]);
  });
});
