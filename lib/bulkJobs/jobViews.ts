// What answers show of a job: how far it is, and what failed, with the titles that the user may read.
import { hasPermission, mayReadDrafts, type Caller } from '../platform/access/index.ts';
import type { Service } from '../platform/service.ts';
import type { Timings } from '../platform/timings.ts';
import { readList } from '../read/execute/index.ts';
import { readQuery } from '../read/query/index.ts';
import { editedVersion, keepsHistory, openTitleAttribute } from '../schema/index.ts';
import { maxFailures } from './contract.ts';
import { itemsIn, workOf, type BulkJob, type StoredItem, type StoredJob } from './storedJobs.ts';

/** A user, and what the reads for the answer are measured with. */
export interface JobReader {
  readonly service: Service;
  readonly caller: Caller & { readonly user: string };
  readonly timings: Timings;
}

type Counts = Readonly<Partial<Record<StoredItem['state'], number>>>;

const countItems = async ({ service }: JobReader, job: string): Promise<Counts> => {
  const rows = await itemsIn(await service.database.get())
    .aggregate<{ readonly _id: StoredItem['state']; readonly count: number }>([
      { $match: { job } },
      { $group: { _id: '$state', count: { $sum: 1 } } },
    ])
    .toArray();
  return Object.fromEntries(rows.map(({ _id, count }) => [_id, count]));
};

/** @returns by documentId; a document that the user may not read has none */
const findTitles = async (
  { service, caller, timings }: JobReader,
  job: StoredJob,
  documentIds: readonly string[],
): Promise<ReadonlyMap<unknown, unknown>> => {
  const type = service.schema.types.get(job.type);
  const name = type === undefined ? undefined : openTitleAttribute(type);
  if (type === undefined || name === undefined || documentIds.length === 0) return new Map();
  if (!hasPermission(caller, 'find', type.uid)) return new Map();
  const locale = job.locale === null || job.locale === '*' ? {} : { locale: job.locale };
  const status = mayReadDrafts(caller, type.uid) ? editedVersion(type) : 'published';
  const text = new URLSearchParams({ status, fields: name, ...locale, 'pagination[withCount]': 'false' });
  for (const documentId of documentIds) text.append('filters[documentId][$in]', documentId);
  const query = readQuery(text.toString(), type, caller, { ...service, locales: await service.locales.known() });
  const page = { mode: 'offset', start: 0, limit: documentIds.length, withCount: false } as const;
  const { data } = await readList(service, { ...query, page }, timings);
  return new Map(data.map((document) => [document.documentId, document[name]]));
};

const findFailures = async (
  reader: JobReader,
  job: StoredJob,
  state: StoredItem['state'],
): Promise<BulkJob['failures']> => {
  const found = await itemsIn(await reader.service.database.get())
    .find({ job: job._id, state })
    .sort({ _id: 1 })
    .limit(maxFailures)
    .toArray();
  const titles = await findTitles(
    reader,
    job,
    found.map(({ documentId }) => documentId),
  );
  return found.map(({ documentId, faults = [] }) => {
    const title = titles.get(documentId);
    return { documentId, title: typeof title === 'string' ? title : null, faults };
  });
};

/** Whether there is a way back from what a job does. */
const hasUndo = ({ schema, config }: Service, { type: uid, action }: StoredJob): boolean => {
  const type = schema.types.get(uid);
  if (type === undefined) return false;
  if (action === 'delete') return config.trash.days > 0;
  return action !== 'update' || keepsHistory(type);
};

/** @param withFailures whether the answer lists what failed */
export const describeJob = async (reader: JobReader, job: StoredJob, withFailures = true) => {
  const { _id: id, type, locale, action, state, total, createdAt } = job;
  const { changed = 0, failed = 0, undone = 0, left = 0 } = await countItems(reader, id);
  const hasEnded = workOf(job) === undefined;
  const canUndo = changed > 0 && hasEnded && hasUndo(reader.service, job);
  const refused = undone + left > 0 ? 'left' : 'failed';
  const failures = withFailures && hasEnded ? await findFailures(reader, job, refused) : [];
  return { ...{ id, type, locale, action, state, total, changed, failed, undone, left, canUndo, createdAt }, failures };
};
