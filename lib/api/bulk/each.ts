// Writes each entry separately, in order. The answer has one result for each entry.
import { runWrite } from '../../write/documents/index.ts';
import { unavailable, type ApiError } from '../../errors.ts';
import { ok, toldOf, type Answer } from '../http/index.ts';
import { kinds, type Bulk, type Entry, type Result } from './kinds.ts';

/** The result of an entry that was not written. */
interface Refusal {
  readonly status: number;
  readonly error: Pick<ApiError, 'status' | 'name' | 'message' | 'details'>;
}

const tooLate = (): ApiError => unavailable('There was no time left to begin this entry: send it again');

const refusal = ({ status, name, message, details }: ApiError): Refusal => ({
  status,
  error: { status, name, message, details },
});

/** How long entries may run after `until`, so that the answer is sent before the function ends. */
const moreMs = 8_000;

const write = async (bulk: Bulk, entry: Entry): Promise<Result | Refusal> => {
  const { service, request, until } = bulk;
  const leftMs = until - service.now().getTime();
  if (leftMs < 0) return refusal(tooLate());
  const latest = performance.now() + leftMs + moreMs;
  try {
    return await runWrite(service, await kinds[entry.kind].ready(bulk, entry), latest);
  } catch (error) {
    // Earlier entries are already written, so the answer must report the error of this one.
    return refusal(toldOf(error, () => request));
  }
};

/** @returns one result for each entry; errors of entries do not throw */
export const oneByOne = async (bulk: Bulk): Promise<Answer> => {
  const results: (Result | Refusal)[] = [];
  for (const entry of bulk.entries) results.push(await write(bulk, entry));
  return ok({ data: results, meta: {} });
};
