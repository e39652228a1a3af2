// Each entry by itself, in order: what is wrong with one is told beside what the others did.
import { alone } from '../../write/documents/index.ts';
import { unavailable, type ApiError } from '../../errors.ts';
import { ok, toldOf, type Answer } from '../http/index.ts';
import { kinds, type Bulk, type Entry, type Result } from './kinds.ts';

/** What is told of an entry that was not written. */
interface Refusal {
  readonly status: number;
  readonly error: Pick<ApiError, 'status' | 'name' | 'message' | 'details'>;
}

const tooLate = (): ApiError => unavailable('There was no time left to begin this entry: send it again');

const refusal = ({ status, name, message, details }: ApiError): Refusal => ({
  status,
  error: { status, name, message, details },
});

/** Milliseconds that an entry may go on after the last could begin: its answer is due before a function ends. */
const moreMs = 8_000;

const write = async (bulk: Bulk, entry: Entry): Promise<Result | Refusal> => {
  const { service, request, until } = bulk;
  const leftMs = until - service.now().getTime();
  if (leftMs < 0) return refusal(tooLate());
  const latest = performance.now() + leftMs + moreMs;
  try {
    return await alone(service, await kinds[entry.kind].ready(bulk, entry), latest);
  } catch (error) {
    // Those before it are written: the answer has to say so.
    return refusal(toldOf(error, () => request));
  }
};

/** @returns a result per entry; it throws for none of them */
export const oneByOne = async (bulk: Bulk): Promise<Answer> => {
  const results: (Result | Refusal)[] = [];
  for (const entry of bulk.entries) results.push(await write(bulk, entry));
  return ok({ data: results, meta: {} });
};
