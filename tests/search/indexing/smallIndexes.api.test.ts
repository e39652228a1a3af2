// Checks how many steps the indexes of a site need: a server that starts does one a round.
import { expect, test } from 'vitest';
import { inTransaction } from '../../../lib/platform/db/index.ts';
import { chooseBackend } from '../../../lib/search/index.ts';
import { buildIndexes } from '../../../lib/search/indexing/index.ts';
import { createApi, schemaOf, typeFile } from '../../setup/api.ts';

const names = ['note', 'book', 'pen'] as const;
const type = (name: string) =>
  typeFile(name, { title: { type: 'string' } }, { options: { draftAndPublish: true, search: { title: 1 } } });
const api = createApi(schemaOf(Object.fromEntries(names.map((name) => [`${name}.json`, type(name)]))));

test('small indexes are built in one step', async () => {
  for (const name of names) await api.create(`/api/${name}s`, { title: 'A short one' });
  const service = api.service();
  const writer = {
    backend: chooseBackend(service),
    run: <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(service.database, work),
    mustStop: () => true,
  };
  // They are added, and then built.
  expect(await buildIndexes(service, writer)).toBe(true);
  expect(await buildIndexes(service, writer)).toBe(true);
  expect(await buildIndexes(service, writer)).toBe(false);
  expect((await api.get('/api/search?q=short')).body.meta.pagination.total).toBe(names.length);
});
