// Writes each entry separately, in order. The answer has one result for each entry.
import { runWrite } from '../../write/documents/index.ts';
import { unavailable, type ApiError } from '../../errors.ts';
import { okAnswer, toApiError, type Answer } from '../http/index.ts';
import { entryKinds, type BulkContext, type BulkEntry, type EntryResult } from './entryKinds.ts';

/** The result of an entry that was not written. */
interface EntryRefusal {
  readonly status: number;
  readonly error: Pick<ApiError, 'status' | 'name' | 'message' | 'details'>;
}

const tooLate = (): ApiError => unavailable('There was no time left to begin this entry: send it again');

const refusal = ({ status, name, message, details }: ApiError): EntryRefusal => ({
  status,
  error: { status, name, message, details },
});

/** How long entries may run after `until`, so that the answer is sent before the function ends. */
const graceMs = 8_000;

const writeEntry = async (bulk: BulkContext, entry: BulkEntry): Promise<EntryResult | EntryRefusal> => {
  const { service, request, until } = bulk;
  const leftMs = until - service.now().getTime();
  if (leftMs < 0) return refusal(tooLate());
  const latest = performance.now() + leftMs + graceMs;
  try {
    return await runWrite(service, await entryKinds[entry.kind].prepare(bulk, entry), latest);
  } catch (error) {
    // Earlier entries are already written, so the answer must report the error of this one.
    return refusal(toApiError(error, () => request));
  }
};

/** @returns one result for each entry; errors of entries do not throw */
export const writeEachEntry = async (bulk: BulkContext): Promise<Answer> => {
  const results: (EntryResult | EntryRefusal)[] = [];
  for (const entry of bulk.entries) results.push(await writeEntry(bulk, entry));
  return okAnswer({ data: results, meta: {} });
};
