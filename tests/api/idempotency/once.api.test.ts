// A write with an Idempotency-Key whose process stops for longer than the reservation lasts.
import { expect, it } from 'vitest';
import { administrator } from '../../../lib/platform/access/index.ts';
import { prepareCreate, andThen, runInTransaction } from '../../../lib/write/documents/index.ts';
import type { Answer } from '../../../lib/api/http/index.ts';
import { writeOnce } from '../../../lib/api/idempotency/index.ts';
import { recordAnswer, reserve } from '../../../lib/api/idempotency/reservations.ts';
import { typeOf } from '../../../lib/schema/index.ts';
import { library } from '../../write/documents/library.ts';
import { createApi } from '../../setup/api.ts';
import { testRequest } from '../testRequest.ts';

const api = createApi(library);

const request = testRequest({ headers: { 'idempotency-key': 'slow' } });

it('a request that lost its reservation to another writes nothing', async () => {
  const service = api.service();
  const target = {
    type: typeOf(library, 'api::shelf.shelf'),
    locale: null,
    status: 'published' as const,
    hooks: undefined,
  };
  const write = async (name: string, before: () => Promise<void>) => {
    const made = await prepareCreate(service, target, { name });
    return andThen(made, async ({ documentId }): Promise<Answer> => {
      await before();
      return { status: 201, body: { data: { documentId, name } } };
    });
  };
  const run = (name: string, before: () => Promise<void> = () => Promise.resolve()): Promise<Answer> =>
    writeOnce(request, service, administrator, () => write(name, before));

  let quick: Answer | undefined;
  const slow = run('slow', async () => {
    const db = await service.database.get();
    await db.collection('lectern_idempotency').updateMany({}, { $set: { heldAt: new Date(0) } });
    quick = await run('quick');
  });
  await expect(slow).rejects.toMatchObject({ status: 409 });
  expect(quick?.body).toMatchObject({ data: { name: 'quick' } });
  expect(await run('again')).toMatchObject({ body: quick?.body, headers: { 'idempotent-replayed': 'true' } });
  const { body } = await api.get('/api/shelves?fields=name');
  expect((body.data as { name: string }[]).map(({ name }) => name)).toEqual(['quick']);
});

it('an answer is stored together with its write, or not at all', async () => {
  const service = api.service();
  const key = { id: 'kept', request: 'same' };
  const reservation = await reserve(service, key);
  if (!('holder' in reservation)) throw new Error('it was reserved before');
  const answer = { status: 201, text: '{}', revision: null };
  const refused = runInTransaction(service, async (transaction) => {
    await recordAnswer(transaction, reservation, answer);
    throw new Error('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  await expect(reserve(service, key)).rejects.toMatchObject({ status: 409 });
  await runInTransaction(service, (transaction) => recordAnswer(transaction, reservation, answer));
  expect(await reserve(service, key)).toEqual(answer);
});

it('a refused request is answered even while the key is locked in the database', async () => {
  const service = api.service();
  const db = await service.database.get();
  const held = (await service.database.client()).startSession();
  const refused = writeOnce(
    testRequest({ headers: { 'idempotency-key': 'held' } }),
    service,
    administrator,
    async () => {
      held.startTransaction();
      await db.collection('lectern_idempotency').updateMany({}, { $set: { held: true } }, { session: held });
      throw new Error('refused');
    },
  );
  await expect(refused).rejects.toThrow('refused');
  expect(held.inTransaction()).toBe(true);
  await held.abortTransaction();
  await held.endSession();
});
