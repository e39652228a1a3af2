// Runs jobs, some documents at a time. Each document is changed in a transaction that also notes it, so a step that is repeated after a
// crash, or by two processes at once, changes no document twice.
import { isDeepStrictEqual } from 'node:util';
import { ObjectId, type Db } from 'mongodb';
import pLimit from 'p-limit';
import { ApiError, conflict, documentNotFound, forbidden, type InvalidValue } from '../errors.ts';
import { readTraces } from '../history/index.ts';
import { findCallerByName, type Caller } from '../platform/access/index.ts';
import { currentInitiator, runWithInitiator } from '../platform/audit/index.ts';
import { documentName, isLockTimeout, isUnreachable } from '../platform/db/index.ts';
import { errorDetails, writeLog } from '../platform/log.ts';
import type { Service } from '../platform/service.ts';
import { typeOf } from '../schema/index.ts';
import { runWithSource, runWrite, type PreparedWrite } from '../write/documents/index.ts';
import { prepareChange, withUndo, type ChangeContext } from './changes.ts';
import {
  activeStates,
  itemsIn,
  jobsIn,
  workOf,
  writtenLocaleOf,
  type Fault,
  type StoredItem,
  type StoredJob,
  type Work,
} from './storedJobs.ts';

/** How many documents are read at a time. Before each part, the permissions of the user are read again. */
const partSize = 50;

/** How many documents are changed at the same time. */
const parallelDocuments = 5;

/** Longer than a part takes as a rule. If another process takes the job over before, documents are still changed once. */
const leaseMs = 30_000;

/** How long a round of the background worker begins further documents. */
const roundMs = 20_000;

const maxFaults = 20;

/** Another process has done the document. */
class AlreadyDone extends Error {}

/** Takes a job, or keeps it. @param filter which jobs @returns undefined: there is none, or another process works on it */
const claim = async (db: Db, worker: ObjectId, filter: object): Promise<StoredJob | undefined> => {
  const isFree = {
    $or: [{ $eq: ['$worker', worker] }, { $lt: [{ $ifNull: ['$leasedUntil', new Date(0)] }, '$$NOW'] }],
  };
  const claimed = await jobsIn(db).findOneAndUpdate(
    { state: { $in: [...activeStates] }, ...filter, $expr: isFree },
    [{ $set: { worker, leasedUntil: { $add: ['$$NOW', leaseMs] } } }],
    { returnDocument: 'after', sort: { createdAt: 1 } },
  );
  return claimed ?? undefined;
};

const faultsOf = (error: unknown): readonly Fault[] => {
  if (isLockTimeout(error)) return [{ path: [], message: 'Another write holds the document: try again' }];
  if (!(error instanceof ApiError)) {
    writeLog('error', { message: 'a document of a job cannot be changed', error: errorDetails(error, true) });
    return [{ path: [], message: 'Internal Server Error' }];
  }
  const { errors = [] } = error.details as { readonly errors?: readonly InvalidValue[] }; // of `invalidValues`
  const faults = errors.slice(0, maxFaults).map(({ path, message }) => ({ path, message }));
  return faults.length === 0 ? [{ path: [], message: error.message }] : faults;
};

/** The same write, as a transaction that notes what it did. */
const noting = (
  db: Db,
  { type, locale, change }: ChangeContext,
  { waiting, done }: Work,
  { _id, documentId, after: expected }: StoredItem,
  write: PreparedWrite<unknown>,
): PreparedWrite<void> => ({
  about: documentName(type, documentId),
  attempt: (whole) =>
    whole.inTransaction(async (unit) => {
      const before = await readTraces(unit, type, documentId, locale);
      if (done === 'undone' && !isDeepStrictEqual(before, expected))
        throw conflict('Somebody has changed the document since');
      // An update would create it again in this locale, with nothing but what it sets.
      const exists = before.some(({ deletion }) => deletion === null);
      if (done === 'changed' && change.action === 'update' && !exists) throw documentNotFound();
      await write.attempt(unit);
      const after = await readTraces(unit, type, documentId, locale);
      const traces = done === 'undone' || isDeepStrictEqual(before, after) ? {} : { before, after };
      const noted = await itemsIn(db).updateOne(
        { _id, state: waiting },
        { $set: { state: done, ...traces } },
        unit.options,
      );
      if (noted.matchedCount === 0) throw new AlreadyDone();
    }),
});

/** Does what a job waits for with a document, or notes why it cannot. @throws MongoError when the database does not answer */
const runItem = async (
  db: Db,
  context: Omit<ChangeContext, 'caller'> & { readonly caller: Caller | undefined },
  work: Work,
  item: StoredItem,
): Promise<void> => {
  const { service, caller } = context;
  const { _id, documentId } = item;
  try {
    if (caller === undefined) throw forbidden('Whoever started the job may not log in any more');
    const known = { ...context, caller };
    const run = (write: PreparedWrite<unknown>) => runWrite(service, noting(db, known, work, item, write));
    if (work.done === 'changed') await run(await prepareChange(known, documentId));
    else if (item.after === undefined)
      await itemsIn(db).updateOne({ _id, state: work.waiting }, { $set: { state: work.done } });
    else await withUndo(known, item, run);
  } catch (error) {
    if (isUnreachable(error)) throw error;
    if (error instanceof AlreadyDone) return;
    const faults = faultsOf(error);
    await itemsIn(db).updateOne({ _id, state: work.waiting }, { $set: { state: work.refused, faults } });
  }
};

/**
 * Does what a job waits for with these documents: with those that are done already, nothing.
 *
 * @param isOver whether no document may begin
 */
export const runItems = async (
  service: Service,
  job: StoredJob,
  work: Work,
  items: readonly StoredItem[],
  isOver: () => boolean,
): Promise<void> => {
  const type = typeOf(service.schema, job.type);
  const db = await service.database.get();
  const [caller, locales] = await Promise.all([findCallerByName(service, job.by), service.locales.known()]);
  const context = { service, caller, locales, type, locale: writtenLocaleOf(job), change: job };
  const limit = pLimit(parallelDocuments);
  const source = work.done === 'changed' ? 'bulk' : 'restore';
  const { _id, state } = job;
  const begin = async (item: StoredItem): Promise<void> => {
    const isWanted = !isOver() && (await jobsIn(db).countDocuments({ _id, state })) > 0;
    if (isWanted) await runItem(db, context, work, item);
  };
  await runWithInitiator({ ...currentInitiator(), actor: job.by }, () =>
    runWithSource(source, () => Promise.all(items.map((item) => limit(begin, item)))),
  );
};

/** @returns whether there may be more to do; in jobs for a type that is gone there is not */
const runPart = async (service: Service, job: StoredJob, work: Work, isOver: () => boolean): Promise<boolean> => {
  const items = itemsIn(await service.database.get());
  const part = await items.find({ job: job._id, state: work.waiting }).limit(partSize).toArray();
  if (part.length === 0 || !service.schema.types.has(job.type)) return false;
  await runItems(service, job, work, part, isOver);
  return true;
};

/**
 * Runs a job until it ends, is canceled, or the time is over.
 *
 * @param isOver whether no document may begin
 * @param filter which of the waiting jobs
 * @returns false: there was none
 * @throws MongoError when the database does not answer
 */
const runNext = async (service: Service, isOver: () => boolean, filter: object = {}): Promise<boolean> => {
  const db = await service.database.get();
  const worker = new ObjectId();
  const first = await claim(db, worker, filter);
  for (let job = first; job !== undefined; job = await claim(db, worker, { _id: job._id })) {
    const work = workOf(job);
    const isLeft = work === undefined || isOver();
    if (!isLeft && (await runPart(service, job, work, isOver))) continue;
    // The values are in the documents then: they are not kept a second time.
    const end = { $set: { state: work?.end ?? job.state }, $unset: { data: 1 } } as const;
    if (!isLeft) await jobsIn(db).updateOne({ _id: job._id, worker, state: job.state }, end);
    break;
  }
  if (first === undefined) return false;
  // Also of a job that was canceled meanwhile: its undo does not wait until the lease is over.
  await jobsIn(db).updateOne({ _id: first._id, worker }, { $unset: { worker: 1, leasedUntil: 1 } });
  return true;
};

const isAfter = (ms: number): (() => boolean) => {
  const until = performance.now() + ms;
  return () => performance.now() > until;
};

/** Runs a job for a moment, in the request that starts it: a short one is done with the answer. */
export const runFirstStep = (service: Service, _id: string, ms: number): Promise<boolean> =>
  runNext(service, isAfter(ms), { _id });

/** Runs the jobs that wait, one after the other. @param isStopping whether no document may begin */
export const runJobs = async (service: Service, isStopping: () => boolean): Promise<void> => {
  const isLate = isAfter(roundMs);
  const isOver = () => isStopping() || isLate();
  while (!isOver() && (await runNext(service, isOver))) continue;
};
