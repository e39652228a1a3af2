// Changes of many documents at once.
import type { ContentType } from '../schema/types.ts';
import { request, type Fault } from './client.ts';
import { readList, type ListAnswer, type ListedDocument, type QueryParameters } from './documents.ts';

export type BulkAction = 'publish' | 'unpublish' | 'delete' | 'update';

export interface BulkChange {
  readonly action: BulkAction;
  /** The locale to change; `*` deletes all; undefined: the default locale. */
  readonly locale: string | undefined;
  /** The values that an update writes: into drafts, if the type has them. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** How a work of many requests is followed, and stopped. */
interface BulkWork {
  readonly signal: AbortSignal;
  /** Called with how many are done, after each request. */
  readonly onProgress: (done: number) => void;
}

/** The result of one entry. */
interface BulkResult {
  readonly status: number;
  readonly error?: { readonly message: string; readonly details?: { readonly errors?: readonly Fault[] } };
}

export interface BulkFailure {
  readonly documentId: string;
  /** At least one; the path is empty for a fault of no attribute. */
  readonly faults: readonly Fault[];
}

const faultsOf = ({ error }: BulkResult): BulkFailure['faults'] => {
  const faults = error?.details?.errors ?? [];
  return faults.length === 0 ? [{ path: [], message: error?.message ?? '' }] : faults;
};

export interface BulkOutcome {
  readonly failures: readonly BulkFailure[];
  /** How many were tried. */
  readonly done: number;
  /** What kept the rest from being changed. */
  readonly error?: unknown;
}

/** Few enough that a request ends long before the API would refuse to begin more entries. */
const bulkSize = 50;

/**
 * Changes documents one by one: what is wrong with one does not keep the others from being changed.
 *
 * A request that is refused ends the work; earlier requests are done.
 */
export const changeMany = async (
  { name, draftAndPublish }: Pick<ContentType, 'name' | 'draftAndPublish'>,
  documentIds: readonly string[],
  { action, locale, data }: BulkChange,
  { signal, onProgress }: BulkWork,
): Promise<BulkOutcome> => {
  const failures: BulkFailure[] = [];
  const status = action === 'update' && draftAndPublish ? 'draft' : undefined;
  let done = 0;
  while (done < documentIds.length && !signal.aborted) {
    const part = documentIds.slice(done, done + bulkSize);
    const entries = part.map((documentId) => ({ [action]: { documentId, ...(data === undefined ? {} : { data }) } }));
    let results: readonly BulkResult[];
    try {
      const { body } = await request<{ readonly data: readonly BulkResult[] }>(`/api/${name}/actions/bulk`, {
        method: 'POST',
        query: { locale, status },
        body: { data: entries, atomic: false },
      });
      results = body.data;
    } catch (error) {
      return { failures, done, error };
    }
    results.forEach((result, index) => {
      const documentId = part[index];
      if (result.status >= 400 && documentId !== undefined) failures.push({ documentId, faults: faultsOf(result) });
    });
    done += part.length;
    onProgress(done);
  }
  return { failures, done };
};

/** A server gives less if its pages are smaller. */
const readSize = 500;

/**
 * All documents that a query matches, with their titles. They are read in the order of their creation, which no write changes;
 * those that a search by words finds in the order of the search, because only 10,000 of them can be sorted.
 *
 * @throws ApiError
 * @throws DOMException if it is stopped
 */
export const readMatching = async (
  type: Pick<ContentType, 'name' | 'mainAttribute'>,
  query: QueryParameters,
  { signal, onProgress }: BulkWork,
): Promise<readonly ListedDocument[]> => {
  const found = new Map<string, ListedDocument>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const parameters: QueryParameters = {
      ...{ ...query, fields: ['documentId', type.mainAttribute], populate: '' },
      ...(query.q === undefined ? { sort: 'createdAt:asc' } : {}),
      ...{ 'pagination[cursor]': cursor, 'pagination[pageSize]': readSize },
    };
    const { data, meta }: ListAnswer = await readList(type, parameters, signal);
    for (const values of data)
      found.set(values.documentId, { documentId: values.documentId, status: undefined, values });
    cursor = meta.pagination.nextCursor ?? null;
    onProgress(found.size);
  }
  return [...found.values()];
};
