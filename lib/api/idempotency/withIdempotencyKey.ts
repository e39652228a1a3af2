// Runs a write only once for each Idempotency-Key.
import type { Caller } from '../../platform/access/index.ts';
import { isUnreachable } from '../../platform/db/index.ts';
import { runWrite, runInTransaction, type PreparedWrite } from '../../write/documents/index.ts';
import { shrinkToFit, type Answer, type Request } from '../http/index.ts';
import type { Service } from '../../platform/service.ts';
import { readRequestKey } from './requestKey.ts';
import { recordAnswer, releaseKey, reserve, type RecordedAnswer } from './reservations.ts';

const toRecordedAnswer = ({ status, body, revision }: Answer): RecordedAnswer => ({
  status,
  text: body === undefined ? null : JSON.stringify(body),
  revision: revision ?? null,
});

const toReplayedAnswer = ({ status, text, revision }: RecordedAnswer): Answer => ({
  status,
  ...(text === null ? {} : { body: JSON.parse(text) as unknown }),
  ...(revision === null ? {} : { revision }),
  headers: { 'idempotent-replayed': 'true' },
});

/**
 * Without an Idempotency-Key, runs the write normally. With a key, the write and the record of its answer share one
 * transaction, and a repeated request gets the recorded answer. A rejected request leaves the key free.
 *
 * @param work does not run if an answer is recorded; otherwise it runs its one write by calling `commit`
 * @throws ApiError 400 for an invalid header, 409 while the first request runs, 422 if the key belongs to another
 *   request; and what the work throws
 */
export const withIdempotencyKey = async (
  request: Request,
  service: Service,
  caller: Caller,
  work: (commit: (write: PreparedWrite<Answer>) => Promise<Answer>) => Promise<Answer>,
): Promise<Answer> => {
  const key = await readRequestKey(request, caller);
  if (key === undefined) return work((write) => runWrite(service, write));
  const reservation = await reserve(service, key);
  if (!('holder' in reservation)) return toReplayedAnswer(reservation);
  try {
    return await work((write) =>
      runInTransaction(service, async (unit) => {
        const answer = shrinkToFit(await write.attempt(unit), service.config.api.rest.maxResponseBytes);
        await recordAnswer(unit, reservation, toRecordedAnswer(answer));
        return answer;
      }),
    );
  } catch (error) {
    // If this fails too, the reservation expires. Without the database it would only delay the answer.
    const release = releaseKey(service, reservation).catch(() => undefined);
    if (!isUnreachable(error)) await release;
    throw error;
  }
};

/**
 * `withIdempotencyKey` for work that is only one write.
 *
 * @param prepare prepares the write, which returns the answer
 */
export const writeOnce = (
  request: Request,
  service: Service,
  caller: Caller,
  prepare: () => PreparedWrite<Answer> | Promise<PreparedWrite<Answer>>,
): Promise<Answer> => withIdempotencyKey(request, service, caller, async (commit) => commit(await prepare()));
