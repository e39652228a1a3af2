// Changes of many documents at once.
import type { ContentType } from '../schema/types.ts';
import { call } from './call.ts';
import { ApiError, request, type Fault } from './client.ts';
import { readList, type ListAnswer, type ListedDocument, type QueryParameters } from './documents.ts';

/** Those of the review are requests for each document, the others one request for many. */
export type ReviewAction = 'stage' | 'assignee';

export type BulkAction = 'publish' | 'unpublish' | 'delete' | 'update' | ReviewAction;

export interface BulkChange {
  readonly action: BulkAction;
  /** The locale to change; `*` deletes all; undefined: the default locale. */
  readonly locale: string | undefined;
  /** The values that an update writes: into drafts, if the type has them. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** The number of the stage, or the id of the assignee; null: nobody. */
  readonly id?: number | null;
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

export const isReview = (action: BulkAction): action is ReviewAction => action === 'stage' || action === 'assignee';

/** At the same time. */
const reviewSize = 5;

/** @throws ApiError if the whole work has to end: no answer, no session, too many requests */
const changeReview = async (
  { name }: Pick<ContentType, 'name'>,
  documentId: string,
  action: ReviewAction,
  { locale, id = null }: BulkChange,
): Promise<BulkResult> => {
  const to = { contentType: name, documentId, query: { locale } };
  try {
    if (action === 'assignee')
      await call('PUT /api/{contentType}/{documentId}/assignee', { ...to, body: { data: { id } } });
    else if (id !== null) await call('PUT /api/{contentType}/{documentId}/stage', { ...to, body: { data: { id } } });
    return { status: 200 };
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 403, 404, 409, 412].includes(error.status)) throw error;
    return { status: error.status, error: { message: error.message, details: { errors: error.faults } } };
  }
};

/**
 * Changes documents one by one: what is wrong with one does not keep the others from being changed.
 *
 * A request that is refused ends the work; earlier requests are done.
 */
export const changeMany = async (
  { name, draftAndPublish }: Pick<ContentType, 'name' | 'draftAndPublish'>,
  documentIds: readonly string[],
  change: BulkChange,
  { signal, onProgress }: BulkWork,
): Promise<BulkOutcome> => {
  const { action, locale, data } = change;
  const failures: BulkFailure[] = [];
  const size = isReview(action) ? reviewSize : bulkSize;
  const status = action === 'update' && draftAndPublish ? 'draft' : undefined;
  let done = 0;
  while (done < documentIds.length && !signal.aborted) {
    const part = documentIds.slice(done, done + size);
    let results: readonly BulkResult[];
    try {
      if (isReview(action))
        results = await Promise.all(part.map((documentId) => changeReview({ name }, documentId, action, change)));
      else {
        const entries = part.map((documentId) => ({
          [action]: { documentId, ...(data === undefined ? {} : { data }) },
        }));
        const { body } = await request<{ readonly data: readonly BulkResult[] }>(`/api/${name}/actions/bulk`, {
          method: 'POST',
          query: { locale, status },
          body: { data: entries, atomic: false },
        });
        results = body.data;
      }
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
