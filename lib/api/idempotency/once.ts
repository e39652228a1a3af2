// A write that happens once, however often it is asked for under one Idempotency-Key.
import type { Caller } from '../../platform/access/index.ts';
import { alone, together, type Write } from '../../write/documents/index.ts';
import { fitting, type Answer, type Request } from '../http/index.ts';
import type { Service } from '../../platform/service.ts';
import { keyOf } from './key.ts';
import { fulfil, giveUp, reserve, type Kept } from './reservations.ts';

const kept = ({ status, body, revision }: Answer): Kept => ({
  status,
  text: body === undefined ? null : JSON.stringify(body),
  revision: revision ?? null,
});

const replayed = ({ status, text, revision }: Kept): Answer => ({
  status,
  ...(text === null ? {} : { body: JSON.parse(text) as unknown }),
  ...(revision === null ? {} : { revision }),
  headers: { 'idempotent-replayed': 'true' },
});

/**
 * Without an Idempotency-Key, runs a write by itself. With one, the write and the record of its answer are one
 * transaction, and who asks again is told that answer. A request that is refused leaves the key free.
 *
 * @param work not even begun when there is an answer already; runs its one write, with its answer, by `commit`
 * @throws ApiError 400 for a header that is none, 409 while the first is under way, 422 for another request; and what the work throws
 */
export const onceAround = async (
  request: Request,
  service: Service,
  caller: Caller,
  work: (commit: (write: Write<Answer>) => Promise<Answer>) => Promise<Answer>,
): Promise<Answer> => {
  const key = await keyOf(request, caller);
  if (key === undefined) return work((write) => alone(service, write));
  const reservation = await reserve(service, key);
  if (!('holder' in reservation)) return replayed(reservation);
  try {
    return await work((write) =>
      together(service, async (unit) => {
        const answer = fitting(await write.attempt(unit), service.config.api.rest.maxResponseBytes);
        await fulfil(unit, reservation, kept(answer));
        return answer;
      }),
    );
  } catch (error) {
    // Where this fails too, the time of the reservation runs out.
    await giveUp(service, reservation).catch(() => undefined);
    throw error;
  }
};

/**
 * `onceAround` for a write that nothing has to be done around.
 *
 * @param ready the write made ready, with its answer
 */
export const once = (
  request: Request,
  service: Service,
  caller: Caller,
  ready: () => Write<Answer> | Promise<Write<Answer>>,
): Promise<Answer> => onceAround(request, service, caller, async (commit) => commit(await ready()));
