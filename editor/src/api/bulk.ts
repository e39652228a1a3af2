// Changes of many documents at once: jobs, which go on without the page.
import { call, dataQuery, type Body, type Data } from './call.ts';

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
