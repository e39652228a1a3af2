// Bulk requests that run out of time: a one-by-one request refuses the entries that it has not begun, an atomic one
// writes nothing.
import { expect, it } from 'vitest';
import { administrator } from '../../../lib/platform/access/index.ts';
import { prepareAtomicBulk, writeEachEntry, type BulkContext } from '../../../lib/api/bulk/index.ts';
import { runWrite } from '../../../lib/write/documents/index.ts';
import { readQuery } from '../../../lib/read/query/index.ts';
import { typeOf } from '../../../lib/schema/index.ts';
import { library } from '../../write/documents/library.ts';
import { createApi } from '../../setup/api.ts';
import { testRequest } from '../testRequest.ts';

const api = createApi(library);

const type = typeOf(library, 'api::shelf.shelf');
const locales = { codes: new Set(['en']), defaultLocale: 'en' };

/** A bulk request of three creates; its clock returns these times in turn, and then the last. */
const bulkAt = (times: readonly number[]): BulkContext => {
  const service = api.service();
  const clock = [...times];
  return {
    // Writes read the clock, too.
    service: { ...service, now: () => new Date(clock.length > 1 ? (clock.shift() ?? 0) : (clock[0] ?? 0)) },
    request: testRequest(),
    caller: administrator,
    query: readQuery('', type, administrator, { ...service, locales }),
    locales,
    entries: ['a', 'b', 'c'].map((name) => ({ kind: 'create', documentId: '', data: { name } })),
    until: 100,
  };
};

const total = async (): Promise<number> => (await api.get('/api/shelves')).body.meta.pagination.total;

it.each([
  ['before the entries are prepared', [101]],
  ['while the entries are prepared', [1, 1, 101]],
  ['between the writes', [1, 1, 1, 1, 1, 1, 1, 101]],
])('an atomic request writes nothing if the time ends %s', async (_name, times) => {
  const bulk = bulkAt(times);
  const work = async () => runWrite(bulk.service, await prepareAtomicBulk(bulk));
  await expect(work()).rejects.toMatchObject({
    status: 503,
    message: '3 entries take longer than a request may: nothing was written, send fewer',
  });
  expect(await total()).toBe(0);
});

it('a one-by-one request does not begin an entry without time left', async () => {
  const { body } = await writeEachEntry(bulkAt([1, 1, 101]));
  expect((body as { data: { status: number }[] }).data.map(({ status }) => status)).toEqual([201, 503, 503]);
  expect(await total()).toBe(1);
});
