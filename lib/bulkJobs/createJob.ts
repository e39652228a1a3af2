// Makes a job: checks what it does, finds its documents, and stores both.
import { ObjectId } from 'mongodb';
import { ApiError, conflict, invalidValues, type InvalidValue } from '../errors.ts';
import { requirePermission } from '../platform/access/index.ts';
import { dayMs } from '../platform/dayMs.ts';
import { planRead, runRead } from '../read/execute/index.ts';
import { readQuery, writtenLocale, writtenLocales } from '../read/query/index.ts';
import { isServed, typeOf, type ContentType, type Schema } from '../schema/index.ts';
import { searchedRows } from '../search/requests/index.ts';
import { hasPasswordAttributes } from '../write/documents/index.ts';
import { checkChange } from './changes.ts';
import { maxDocuments, typeRule } from './contract.ts';
import type { JobReader } from './jobViews.ts';
import { activeStates, itemsIn, jobsIn, type NewBulkJob, type StoredItem, type StoredJob } from './storedJobs.ts';

/** How long a job can be read and undone. */
const keptMs = 7 * dayMs;

/** The most jobs of a user that run. */
const maxRunning = 10;

/** @returns what only the site knows to be wrong, and what does not belong together */
export const jobFaults = (schema: Schema, values: Partial<NewBulkJob>): readonly InvalidValue[] => {
  const { type: uid = '', documentIds, query, expected, action, data, id } = values;
  const type = schema.types.get(uid);
  const isCollection = type !== undefined && isServed(schema, type) && type.kind === 'collectionType';
  const isReview = action === 'stage' || action === 'assignee';
  const needsDrafts = action === 'publish' || action === 'unpublish';
  // A job would store the password until it is removed.
  const secret = Object.keys(data ?? {}).find((name) => {
    const attribute = type?.attributes.get(name);
    return attribute !== undefined && hasPasswordAttributes(new Map([[name, attribute]]), schema);
  });
  const rules: readonly (readonly [isBroken: boolean, path: string, rule: string])[] = [
    [!isCollection, 'type', typeRule],
    [(documentIds === undefined) === (query === undefined), 'documentIds', 'or data.query is required, not both'],
    [query !== undefined && expected === undefined, 'expected', 'is required with data.query'],
    [needsDrafts && type?.draftAndPublish === false, 'action', 'needs a type with drafts'],
    [isReview && type !== undefined && type.review === undefined, 'action', 'needs a type with stages'],
    [(action === 'update') !== (data !== undefined), 'data', 'belongs to the action update'],
    [secret !== undefined, `data.${secret ?? ''}`, 'is or has a password, which a job cannot set'],
    [isReview !== (id !== undefined), 'id', 'belongs to the actions stage and assignee'],
  ];
  return rules.flatMap(([isBroken, path, rule]) =>
    isBroken ? [{ path: ['data', ...path.split('.')], message: `data.${path} ${rule}`, value: undefined }] : [],
  );
};

/** @returns the documents that match the query of a list @throws ApiError 409 if there is another number of them than expected */
const findMatching = async (
  { service, caller, timings }: JobReader,
  type: ContentType,
  text: string,
  expected: number,
): Promise<readonly string[]> => {
  requirePermission(caller, 'find', type.uid);
  const query = readQuery(text, type, caller, { ...service, locales: await service.locales.known() });
  const page = { mode: 'offset', start: 0, limit: maxDocuments + 1, withCount: false } as const;
  const ids = { ...query, page, select: { fields: [], populate: [] } };
  const { rows } = await (ids.search === undefined
    ? runRead(service, planRead(service, ids, timings), timings)
    : searchedRows(service, ids, timings));
  if (rows.length > maxDocuments) throw conflict(`More than ${maxDocuments} documents match: change them in parts`);
  if (rows.length !== expected)
    throw conflict(`${rows.length} documents match now, not ${expected}: look at the list again`);
  return rows.map(({ documentId }) => String(documentId));
};

/** Adds where the values are in the body. */
const inBody = (error: unknown): unknown => {
  if (!(error instanceof ApiError) || error.status !== 400) return error;
  const { errors, key, path } = error.details as {
    readonly errors?: readonly InvalidValue[];
    readonly key?: string;
    readonly path?: string | null;
  };
  const below = [...(path ?? '').split('.'), key ?? ''].filter((part) => part !== '');
  const faults = errors ?? [{ path: below, message: error.message, value: undefined }];
  return invalidValues(faults.map((fault) => ({ ...fault, path: ['data', 'data', ...fault.path] })));
};

/**
 * @param body checked for its form and `jobFaults`
 * @returns the job, of which nothing is done yet
 * @throws ApiError 403 if the user may not change documents of the type so, 400 for the values and the locale, 409 for the number of
 *   documents that match, and if too many jobs of the user run
 */
export const createJob = async (reader: JobReader, body: NewBulkJob): Promise<StoredJob> => {
  const { service, caller } = reader;
  const { type: uid, locale: requested, documentIds, query = '', expected = 0, ...change } = body;
  const type = typeOf(service.schema, uid);
  const locales = await service.locales.known();
  const choice = requested === '*' ? { all: [...locales.codes] } : { one: requested ?? locales.defaultLocale };
  const written = change.action === 'delete' ? writtenLocales : writtenLocale;
  const locale = written({ type, locale: choice }, locales);
  try {
    await checkChange({ service, caller, locales, type, locale, change });
  } catch (error) {
    throw change.action === 'update' ? inBody(error) : error;
  }
  const db = await service.database.get();
  const [jobs, items] = [jobsIn(db), itemsIn(db)];
  if ((await jobs.countDocuments({ by: caller.user, state: { $in: [...activeStates] } })) >= maxRunning)
    throw conflict(`${maxRunning} of your jobs are running: wait until one ends`);
  const ids = [...new Set(documentIds ?? (await findMatching(reader, type, query, expected)))];
  const createdAt = service.now();
  const [_id, until] = [service.newDocumentId(), new Date(createdAt.getTime() + keptMs)];
  const waiting = ids.map((documentId): StoredItem => {
    return { _id: new ObjectId(), job: _id, documentId, state: 'waiting', until };
  });
  // Before the job: without it, they are only removed in the end.
  if (waiting.length > 0) await items.insertMany(waiting, { ordered: false });
  const job: StoredJob = {
    ...{ _id, by: caller.user, type: uid, locale: locale === undefined ? '*' : locale, ...change },
    ...{ state: 'running', total: ids.length, createdAt, until },
    ...(change.data === undefined ? {} : { attributes: Object.keys(change.data) }),
  };
  await jobs.insertOne(job);
  return job;
};
