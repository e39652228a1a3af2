// Runs a plan: its steps in order, then the page and the count in parallel.
import { invalid } from '../../errors.ts';
import {
  lookupStage,
  ResolvedValues,
  stagesOf,
  type Lookup,
  type Plan,
  type ResolveStep,
  type StoredTotalPlan,
} from '../plan/index.ts';
import { OversizedError, type DatabaseQuery, type Row, type RunQuery, type Stage } from './databaseQuery.ts';
import { attachLookups, splitLookups, valuesAt } from './batch.ts';
import type { StoredTotals } from '../../platform/db/index.ts';

export interface PlanResult {
  readonly rows: readonly Row[];
  /** The number of matching documents; undefined when the plan does not count. */
  readonly total: number | undefined;
}

/** Answers a count: from its query, or from what is known of it. */
export type Count = (ask: RunQuery, question: DatabaseQuery) => Promise<number>;

/** A total that is right if nothing has changed. The query of the rows says so: a query of its own would cost as much as a short list. */
export interface KnownTotal {
  /** Add rows with `watchedField` at the end of the query. */
  readonly stages: readonly Stage[];
  /** @param added what the stages have added @returns undefined: something may have changed */
  readonly totalWith: (added: readonly Row[]) => Promise<number | undefined>;
}

/** Only rows that `KnownTotal` adds have it. */
export const watchedField = '_watched';

/** How totals are counted. */
export interface Counts {
  readonly count: Count;
  /** @returns undefined: nothing is known of this count */
  readonly recall: (question: DatabaseQuery) => KnownTotal | undefined;
}

/** Sends the query of a count. */
export const sendCount: Count = async (ask, question) => {
  const [row] = await ask(question);
  return (row?.total ?? 0) as number; // what $count writes
};

const sentCounts: Counts = { count: sendCount, recall: () => undefined };

/** The rows that each step found, by its number. */
type StepResults = Map<number, readonly Row[]>;

/** Compiles a query to a plan that replaces these steps by lookups. */
export type PlanOf = (streamed: ReadonlySet<number>) => Plan;

/** Parts of plans that have no placeholders: plans are kept, so each part is searched once. */
const complete = new WeakSet<object>();

/** Replaces the placeholders in a stage by the results of earlier steps; a part without placeholders stays the same object. */
const fillResolved = (value: unknown, known: StepResults): unknown => {
  if (value instanceof ResolvedValues) {
    const path = value.path.split('.');
    const rows = known.get(value.step) ?? [];
    return [...rows.map((row) => valuesAt(row, path)[0] ?? null), ...value.end];
  }
  if (typeof value !== 'object' || value === null || complete.has(value)) return value;
  const isPlain = Object.getPrototypeOf(value) === Object.prototype;
  if (!isPlain && !Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, fillResolved(item, known)] as const);
  if (entries.every(([key, item]) => item === (value as Row)[key])) {
    complete.add(value);
    return value;
  }
  return isPlain ? Object.fromEntries(entries) : entries.map(([, item]) => item);
};

/** @returns the number of the first step that finds too many; undefined when all steps succeed */
const runSteps = async (
  ask: RunQuery,
  steps: readonly ResolveStep[],
  known: StepResults,
): Promise<number | undefined> => {
  for (const { number, about, collection, stages, most, streams } of steps) {
    if (known.has(number)) continue;
    const rows = await ask({ about, collection, stages: fillStages(stages, known) });
    if (rows.length <= most) known.set(number, rows);
    else if (streams) return number;
    else throw invalid(`More than ${most} documents match ${about} inside components: narrow the filter`);
  }
  return undefined;
};

/** Fills the placeholders; the result has the same form. */
const fillStages = <T>(value: T, known: StepResults): T =>
  known.size === 0 ? value : (fillResolved(value, known) as T);

/**
 * @param planOf compiles the plan; called again when a step finds too many
 * @param check gets each plan but the first, and may throw
 * @param counts count where no total is stored; by default each count is sent
 * @throws ApiError 400 when the answer is too large; MongoError when the database does not answer
 */
export const runPlan = async (
  ask: RunQuery,
  planOf: PlanOf,
  check?: (plan: Plan) => Promise<unknown>,
  counts: Counts = sentCounts,
): Promise<PlanResult> => {
  const known: StepResults = new Map();
  let plan = planOf(new Set());
  const streamed = new Set<number>();
  for (;;) {
    const tooMany = await runSteps(ask, plan.resolve, known);
    if (tooMany === undefined) break;
    streamed.add(tooMany);
    plan = planOf(streamed);
    await check?.(plan);
  }
  const counted = plan.count && countQuery(plan.count, known);
  const recalled = counted && plan.count?.stored === undefined ? counts.recall(counted) : undefined;
  if (counted !== undefined && recalled !== undefined) {
    const { rows, added } = await readPage(ask, plan, known, recalled.stages);
    return { rows, total: (await recalled.totalWith(added)) ?? (await counts.count(ask, counted)) };
  }
  const [{ rows }, total] = await Promise.all([
    readPage(ask, plan, known, []),
    counted && countRows(ask, plan.count?.stored, counted, counts.count),
  ]);
  return { rows, total };
};

const readPage = async (ask: RunQuery, plan: Plan, known: StepResults, ending: readonly Stage[]) => {
  const { collection, match, stages, hint, lookups, batches } = plan;
  const filled = [{ $match: fillStages(match, known) }, ...fillStages(stages, known)];
  const question = { about: 'the rows', collection, stages: filled, hint };
  const all = await readRows(ask, question, fillStages(lookups, known), ending);
  const rows = ending.length === 0 ? all : all.filter((row) => !(watchedField in row));
  return { rows: await attachLookups(ask, rows, fillStages(batches, known)), added: all.slice(rows.length) };
};

/**
 * Reads the rows with their lookups. If one row with its lookups exceeds MongoDB's size limit, splits it into several
 * queries.
 */
const readRows = async (
  ask: RunQuery,
  question: DatabaseQuery,
  lookups: readonly Lookup[],
  ending: readonly Stage[],
): Promise<readonly Row[]> => {
  const { stages } = question;
  try {
    return await ask({ ...question, stages: [...stages, ...lookups.map(lookupStage), ...ending] });
  } catch (error) {
    const split = splitLookups(lookups);
    if (!(error instanceof OversizedError) || split.batches.length === 0) throw error;
    const rows = await ask({ ...question, stages: [...stages, ...split.stages, ...ending] });
    return attachLookups(ask, rows, split.batches);
  }
};

interface TotalRow extends Pick<StoredTotals, 'totals'> {
  /** Empty if the total includes all documents. */
  readonly uncounted: readonly { readonly sum: number }[];
}

/** @returns undefined if there is no stored total */
const readStoredTotal = async (
  ask: RunQuery,
  { about, collection, stages, locale }: StoredTotalPlan,
): Promise<number | undefined> => {
  // One snapshot has both: between two reads, the relay could move a document into the total.
  const [row] = await ask({ about, collection, stages, snapshot: true });
  if (row === undefined) return undefined;
  // The cast is safe: the stages of the plan return such rows.
  const { totals, uncounted } = row as unknown as TotalRow;
  const counted = Object.entries(totals).filter(([key]) => locale === undefined || key === locale);
  return counted.reduce((sum, [, total]) => sum + total, uncounted[0]?.sum ?? 0);
};

const countQuery = (counted: NonNullable<Plan['count']>, known: StepResults): DatabaseQuery => {
  const { collection, hint } = counted;
  return {
    ...{ about: 'the count', collection, hint },
    stages: [...fillStages(stagesOf(counted), known), { $count: 'total' }],
  };
};

const countRows = async (
  ask: RunQuery,
  stored: StoredTotalPlan | undefined,
  counted: DatabaseQuery,
  count: Count,
): Promise<number> => {
  const total = stored === undefined ? undefined : await readStoredTotal(ask, stored);
  return total ?? count(ask, counted);
};
