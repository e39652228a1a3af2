// Answers the operations on jobs.
import { setTimeout } from 'node:timers/promises';
import { checkBody, type Handlers } from '../contracts/index.ts';
import { ApiError, conflict } from '../errors.ts';
import type { Service } from '../platform/service.ts';
import { bulkJobContract, maxListed } from './contract.ts';
import { createJob, jobFaults } from './createJob.ts';
import { describeJob, type JobReader } from './jobViews.ts';
import { runFirstStep } from './runJobs.ts';
import { activeStates, itemsIn, jobsIn, workOf, type StoredJob } from './storedJobs.ts';

/** How long the request that starts a job works on it: few documents are done with its answer. */
const firstStepMs = 1_500;

/** How long the request that ends a job waits for the documents that are being changed, so that it counts them. */
const endMs = 2_000;

const jobNotFound = (): ApiError => new ApiError(404, 'NotFoundError', 'Job not found');

/** @throws ApiError 404 for a job of somebody else */
const findJob = async ({ service, caller }: JobReader, _id: string): Promise<StoredJob> => {
  const job = await jobsIn(await service.database.get()).findOne({ _id, by: caller.user });
  if (job === null) throw jobNotFound();
  return job;
};

/** Works on a job for a moment. @returns the job as it is then */
const startJob = async (reader: JobReader, _id: string) => {
  await runFirstStep(reader.service, _id, firstStepMs);
  return { data: await describeJob(reader, await findJob(reader, _id)) };
};

/** Sets the state of a job that has one of these states. @throws ApiError 404; 409 with this message */
const setState = async (
  reader: JobReader,
  _id: string,
  from: readonly StoredJob['state'][],
  state: StoredJob['state'],
  refusal: string,
): Promise<StoredJob> => {
  const jobs = jobsIn(await reader.service.database.get());
  const filter = { _id, by: reader.caller.user, state: { $in: [...from] } };
  const update = { $set: { state }, ...(state === 'canceled' ? { $unset: { data: 1 } as const } : {}) };
  const job = await jobs.findOneAndUpdate(filter, update, { returnDocument: 'after' });
  if (job !== null) return job;
  await findJob(reader, _id);
  throw conflict(refusal);
};

const ended = ['done', 'canceled', 'undone'] as const;

export const bulkJobHandlers: Handlers<typeof bulkJobContract, Service, JobReader> = {
  findBulkJobs: async (_, __, reader) => {
    const jobs = await jobsIn(await reader.service.database.get())
      .find({ by: reader.caller.user })
      .sort({ createdAt: -1 })
      .limit(maxListed)
      .toArray();
    return { data: await Promise.all(jobs.map((job) => describeJob(reader, job, false))) };
  },
  createBulkJob: async ({ body }, _, reader) => {
    const checked = checkBody(bulkJobContract, 'createBulkJob', body, (values) =>
      jobFaults(reader.service.schema, values),
    );
    return startJob(reader, (await createJob(reader, checked))._id);
  },
  findBulkJob: async ({ params: { id } }, _, reader) => {
    return { data: await describeJob(reader, await findJob(reader, id)) };
  },
  cancelBulkJob: async ({ params: { id } }, _, reader) => {
    let job = await setState(reader, id, activeStates, 'canceled', 'The job has ended');
    const until = performance.now() + endMs;
    while (job.worker !== undefined && performance.now() < until) {
      await setTimeout(50);
      job = await findJob(reader, id);
    }
    return { data: await describeJob(reader, job) };
  },
  undoBulkJob: async ({ params: { id } }, _, reader) => {
    const { canUndo } = await describeJob(reader, await findJob(reader, id), false);
    if (!canUndo) throw conflict('The job cannot be undone');
    await setState(reader, id, ended, 'undoing', 'The job is running');
    return startJob(reader, id);
  },
  deleteBulkJob: async ({ params: { id } }, _, reader) => {
    const job = await findJob(reader, id);
    if (workOf(job) !== undefined) throw conflict('The job is running: cancel it first');
    const db = await reader.service.database.get();
    await jobsIn(db).deleteOne({ _id: id });
    await itemsIn(db).deleteMany({ job: id });
  },
};
