// Changes of many documents at once: jobs, which go on without the page.
import type { ContentType } from '../schema/types.ts';
import { call, dataQuery, type Body, type Data } from './call.ts';
import { readList, type ListAnswer, type ListedDocument, type QueryParameters } from './documents.ts';

export type BulkJob = Data<'GET /api/editor/bulk/jobs/{id}'>;

export type BulkAction = BulkJob['action'];

export type NewBulkJob = Body<'POST /api/editor/bulk/jobs'>;

export type BulkChange = Pick<NewBulkJob, 'action' | 'locale' | 'data' | 'id'>;

/** At least one fault; the path is empty for a fault of no attribute. */
export type BulkFailure = BulkJob['failures'][number];

export const isReview = (action: BulkAction): action is 'stage' | 'assignee' =>
  action === 'stage' || action === 'assignee';

export const isRunning = ({ state }: Pick<BulkJob, 'state'>): boolean => state === 'running' || state === 'undoing';

export const jobsQuery = dataQuery('GET /api/editor/bulk/jobs');

const followMs = 1_000;

/** How far a job is, until it ends. */
export const jobQuery = (id: string) => ({
  ...dataQuery('GET /api/editor/bulk/jobs/{id}', { id }),
  refetchInterval: ({ state: { data } }: { readonly state: { readonly data: BulkJob | undefined } }) =>
    data !== undefined && isRunning(data) ? followMs : (false as const),
});

/** @throws ApiError */
export const startJob = async (body: NewBulkJob): Promise<BulkJob> =>
  (await call('POST /api/editor/bulk/jobs', { body: { data: body } })).data;

/** A server gives less if its pages are smaller. */
const readSize = 500;

/**
 * All documents that a query matches, with their titles. They are read in the order of their creation, which no write changes;
 * those that a search by words finds in the order of the search, because only 10,000 of them can be sorted.
 *
 * @throws ApiError
 */
export const readMatching = async (
  type: Pick<ContentType, 'name' | 'mainAttribute'>,
  query: QueryParameters,
): Promise<readonly ListedDocument[]> => {
  const found = new Map<string, ListedDocument>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const parameters: QueryParameters = {
      ...{ ...query, fields: ['documentId', type.mainAttribute], populate: '' },
      ...(query.q === undefined ? { sort: 'createdAt:asc' } : {}),
      ...{ 'pagination[cursor]': cursor, 'pagination[pageSize]': readSize },
    };
    const { data, meta }: ListAnswer = await readList(type, parameters, undefined);
    for (const values of data)
      found.set(values.documentId, { documentId: values.documentId, status: undefined, values });
    cursor = meta.pagination.nextCursor ?? null;
  }
  return [...found.values()];
};
