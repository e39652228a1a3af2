// Runs the plan of a read with its reader's share of the connections, and refuses a plan that costs too much.
import pLimit from 'p-limit';
import type { Db } from 'mongodb';
import { memoize } from '../../memoize.ts';
import { invalid } from '../../errors.ts';
import type { Transaction } from '../../platform/db/index.ts';
import { takePlace } from '../../platform/fairQueue.ts';
import type { Reader } from '../../platform/timings.ts';
import { costOf, type CollectionSize, type Plan, type ReadCost } from '../plan/index.ts';
import { queryRunner, CostlyQuery, type RunQuery } from './databaseQuery.ts';
import { maxCheapBytes, readSharesOf } from './readShares.ts';
import { runPlan, type Counts, type PlanOf, type PlanResult } from './run.ts';
import { waitForOwnTurn } from './turns.ts';

/** How long the size of a collection is remembered, and that a plan is costly. */
const rememberedMs = 60_000;

interface KnownSize {
  readonly size: Promise<CollectionSize>;
  readonly until: number;
}

const knownSizes: (db: Db) => Map<string, KnownSize> = memoize(() => new Map());

const readSize = async (db: Db, collection: string): Promise<CollectionSize> => {
  const stages = [{ $collStats: { storageStats: {} } }, { $project: { storageStats: { count: 1, avgObjSize: 1 } } }];
  // MongoDB has no statistics of a collection that does not exist yet.
  const [row] = await db
    .collection(collection)
    .aggregate(stages)
    .toArray()
    .catch(() => []);
  const { count = 0, avgObjSize = 0 } = (row?.storageStats ?? {}) as { count?: number; avgObjSize?: number };
  return { documents: count, averageBytes: avgObjSize };
};

const collectionSize = (db: Db, collection: string): Promise<CollectionSize> => {
  const sizes = knownSizes(db);
  const recent = sizes.get(collection);
  if (recent !== undefined && recent.until > performance.now()) return recent.size;
  const size = readSize(db, collection);
  sizes.set(collection, { size, until: performance.now() + rememberedMs });
  return size;
};

/** From this cost, a read has the places of costly reads. */
const costlyFrom = 250;

/** A read is costly as well if one of its queries takes longer: the estimate expects links to be spread evenly. */
const maxCheapQueryMs = 2_000;

/** The time of a costly read whose client may disconnect unseen, as on Lambda. */
const maxUnseenMs = 5_000;

/** The conditions that an error names. */
const maxNamed = 5;

const noSteps: ReadonlySet<number> = new Set();

/**
 * Until when, by `performance.now()`, plans are costly that became it while they ran: they need not begin twice. It holds
 * for a list or a single type whose query is cached: any other read has a plan of its own, and begins twice.
 */
const costlyUntil = { ofPublic: new WeakMap<Plan, number>(), ofOthers: new WeakMap<Plan, number>() };

/** The plans that are costly for such readers, whose limits differ. */
const costlyPlans = ({ isPublic }: Reader): WeakMap<Plan, number> =>
  isPublic ? costlyUntil.ofPublic : costlyUntil.ofOthers;

const isKnownCostly = (plan: Plan, reader: Reader): boolean => performance.now() < (costlyPlans(reader).get(plan) ?? 0);

/** A plan that became costly while it ran, because a step found too many documents. */
class CostlyPlan extends Error {}

const planCost = async ({ db }: Transaction, { scans = [] }: Plan): Promise<ReadCost> => {
  const names = new Set(
    scans.flatMap(({ collection, through = [] }) => [
      collection,
      ...through.flatMap(({ source, target }) => [source, target]),
    ]),
  );
  const sizes = new Map(
    await Promise.all([...names].map(async (name) => [name, await collectionSize(db, name)] as const)),
  );
  return costOf(scans, (name) => sizes.get(name) ?? { documents: 0, averageBytes: 0 });
};

/** What a plan costs, as far as that is known before it runs. */
export const costOfPlan = async (unit: Transaction, planOf: PlanOf): Promise<number> => {
  const plan = planOf(noSteps);
  return plan.scans === undefined ? 0 : (await planCost(unit, plan)).cost;
};

/** The cost itself is not in the error: it would tell how many documents there are. */
const tooCostly = ({ conditions }: ReadCost, limit: number) => {
  const costliest = conditions.slice(0, maxNamed).map(({ path, times }) => ({ path, times }));
  const names = costliest.map(({ path, times }) => (times > 1 ? `${path} (${times} times)` : path));
  return invalid(
    `The query would read too much: ${names.join(', ')}. Use fewer such conditions, attributes with an index, or relations that ` +
      'lead less far',
    { conditions: costliest, limit },
  );
};

/** @throws ApiError 400 if the plan costs more than the reader may read */
const checkedCost = async (unit: Transaction, plan: Plan, reader: Reader): Promise<number> => {
  if (plan.scans === undefined) return 0;
  const cost = await planCost(unit, plan);
  if (cost.cost > reader.maxCost) throw tooCostly(cost, reader.maxCost);
  reader.spent = (reader.spent ?? 0) + cost.cost;
  return cost.cost;
};

const cheapRunner = (unit: Transaction, reader: Reader): RunQuery => {
  const limits = reader.maxCost === Infinity ? {} : { queryMs: maxCheapQueryMs, maxBytes: maxCheapBytes(reader) };
  return queryRunner(unit, { reader, ...limits });
};

/** Changes what queries read. */
export type AdaptQueries = (run: RunQuery) => RunQuery;

/** How the queries of a plan are run. Both are handed in, so that bundles of writes do not contain them. */
export interface RunOptions {
  /** Changes what queries read. Nothing is remembered then. */
  readonly adapt?: AdaptQueries | undefined;
  /** Counts, with what this process remembers of the database; undefined: each count is sent. */
  readonly counts?: ((db: Db) => Counts) | undefined;
}

/** Runs a plan whose queries are sent in a certain way. */
type RunWith = (run: RunQuery, planOf: PlanOf, check: (plan: Plan) => Promise<unknown>) => Promise<PlanResult>;

const runWith =
  ({ db }: Transaction, { adapt, counts }: RunOptions): RunWith =>
  (run, planOf, check) =>
    adapt === undefined ? runPlan(run, planOf, check, counts?.(db)) : runPlan(adapt(run), planOf, check);

const runCheap = (unit: Transaction, planOf: PlanOf, reader: Reader, run: RunWith): Promise<PlanResult> =>
  run(cheapRunner(unit, reader), planOf, async (plan) => {
    if ((await checkedCost(unit, plan, reader)) >= costlyFrom) throw new CostlyPlan();
  });

/** Has the place of a costly read. It sends one query at a time, which ends if the client disconnects. */
const withCostlyPlace = async <T>(
  unit: Transaction,
  reader: Reader,
  work: (run: RunQuery) => Promise<T>,
): Promise<T> => {
  const { costlyPublic, costly: costlyOthers } = readSharesOf(unit.db);
  const costly = reader.isPublic ? costlyPublic : costlyOthers;
  const signal = reader.disconnected?.();
  await waitForOwnTurn(reader);
  await takePlace(costly, reader.key, signal);
  const timeMs = signal === undefined && reader.maxCost !== Infinity ? maxUnseenMs : undefined;
  const run = queryRunner(unit, { reader, hasPlace: true, signal, timeMs });
  const oneAtATime = pLimit(1);
  try {
    return await work((query) => oneAtATime(() => run(query)));
  } finally {
    costly.leave(reader.key);
  }
};

const runCostly = (unit: Transaction, planOf: PlanOf, reader: Reader, run: RunWith): Promise<PlanResult> =>
  withCostlyPlace(unit, reader, (query) => run(query, planOf, (plan) => checkedCost(unit, plan, reader)));

/** A read that checks more documents than this is costly: each takes about four microseconds of MongoDB. */
const maxCheapChecks = 50_000;

/**
 * Checks many documents, in parts, by the filters of a plan. The number of documents decides only how they are read: an error
 * would tell how many hidden ones there are.
 *
 * @param plan reads the list with the same filters
 * @param documents how many documents are checked
 * @param work sends the queries; it is repeated if one of them takes too long
 * @throws ApiError 400 if the reader may not read the list, 503 with Retry-After if the reader waits too long for its turn
 */
export const runChecks = async <T>(
  unit: Transaction,
  plan: Plan,
  documents: number,
  reader: Reader,
  work: (run: RunQuery) => Promise<T>,
): Promise<T> => {
  const cost = await checkedCost(unit, plan, reader);
  if (cost < costlyFrom && documents <= maxCheapChecks) {
    try {
      return await work(cheapRunner(unit, reader));
    } catch (error) {
      if (!(error instanceof CostlyQuery)) throw error;
    }
  }
  return withCostlyPlace(unit, reader, work);
};

const runScans = async (
  unit: Transaction,
  plan: Plan,
  planOf: PlanOf,
  reader: Reader,
  run: RunWith,
): Promise<PlanResult> =>
  (await checkedCost(unit, plan, reader)) < costlyFrom && !isKnownCostly(plan, reader)
    ? runCheap(unit, planOf, reader, run)
    : runCostly(unit, planOf, reader, run);

/**
 * Reads a document that the reader has written: it needs no place, and does not wait for others. The limits of the reader count
 * only after the commit, when nothing is locked.
 *
 * @throws ApiError 400 for a plan that costs too much; as `runPlan`
 */
export const runWritten = async (unit: Transaction, planOf: PlanOf, reader: Reader): Promise<PlanResult> => {
  if (unit.options.session !== undefined) return runPlan(queryRunner(unit), planOf);
  const check = (plan: Plan): Promise<number> => checkedCost(unit, plan, reader);
  await check(planOf(noSteps));
  return runPlan(queryRunner(unit, { reader: { ...reader, maxCost: Infinity }, hasPlace: true }), planOf, check);
};

/**
 * Runs a plan. Inside a transaction it is a part of a write: it does not wait, because it would keep the locked documents.
 *
 * @param options outside of transactions
 * @throws ApiError 400 for a plan that costs too much, 503 with Retry-After if the reader waits too long for its turn; as
 *   `runPlan`
 */
export const runShared = async (
  unit: Transaction,
  planOf: PlanOf,
  reader: Reader,
  options: RunOptions = {},
): Promise<PlanResult> => {
  if (unit.options.session !== undefined) return runWritten(unit, planOf, reader);
  const [plan, run] = [planOf(noSteps), runWith(unit, options)];
  try {
    return await (plan.scans === undefined && !isKnownCostly(plan, reader)
      ? runCheap(unit, planOf, reader, run)
      : runScans(unit, plan, planOf, reader, run));
  } catch (error) {
    if (!(error instanceof CostlyPlan || error instanceof CostlyQuery)) throw error;
    costlyPlans(reader).set(plan, performance.now() + rememberedMs);
    return runCostly(unit, planOf, reader, run);
  }
};
