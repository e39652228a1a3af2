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
import { OversizedError, type DatabaseQuery, type Row, type RunQuery } from './databaseQuery.ts';
import { attachLookups, splitLookups, valuesAt } from './batch.ts';
import type { StoredTotals } from '../../platform/db/index.ts';

export interface PlanResult {
  readonly rows: readonly Row[];
  /** The number of matching documents; undefined when the plan does not count. */
  readonly total: number | undefined;
}

/** Answers a count: from its query, or from what is known of it. */
export type Count = (ask: RunQuery, question: DatabaseQuery) => Promise<number>;

/** Sends the query of a count. */
export const sendCount: Count = async (ask, question) => {
  const [row] = await ask(question);
  return (row?.total ?? 0) as number; // what $count writes
};

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
 * @param count counts where no total is stored
 * @throws ApiError 400 when the answer is too large; MongoError when the database does not answer
 */
export const runPlan = async (
  ask: RunQuery,
  planOf: PlanOf,
  check?: (plan: Plan) => Promise<unknown>,
  count: Count = sendCount,
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
  const [rows, total] = await Promise.all([readPage(ask, plan, known), countRows(ask, plan, known, count)]);
  return { rows, total };
};

const readPage = async (ask: RunQuery, plan: Plan, known: StepResults): Promise<readonly Row[]> => {
  const { collection, match, stages, hint, lookups, batches } = plan;
  const filled = [{ $match: fillStages(match, known) }, ...fillStages(stages, known)];
  const question = { about: 'the rows', collection, stages: filled, hint };
  const rows = await readRows(ask, question, fillStages(lookups, known));
  return attachLookups(ask, rows, fillStages(batches, known));
};

/**
 * Reads the rows with their lookups. If one row with its lookups exceeds MongoDB's size limit, splits it into several
 * queries.
 */
const readRows = async (
  ask: RunQuery,
  question: DatabaseQuery,
  lookups: readonly Lookup[],
): Promise<readonly Row[]> => {
  const { stages } = question;
  try {
    return await ask({ ...question, stages: [...stages, ...lookups.map(lookupStage)] });
  } catch (error) {
    const split = splitLookups(lookups);
    if (!(error instanceof OversizedError) || split.batches.length === 0) throw error;
    return attachLookups(ask, await ask({ ...question, stages: [...stages, ...split.stages] }), split.batches);
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

const countRows = async (
  ask: RunQuery,
  { count: counted }: Plan,
  known: StepResults,
  count: Count,
): Promise<number | undefined> => {
  if (counted === undefined) return undefined;
  const { collection, hint, stored } = counted;
  const total = stored === undefined ? undefined : await readStoredTotal(ask, stored);
  if (total !== undefined) return total;
  const stages = [...fillStages(stagesOf(counted), known), { $count: 'total' }];
  return count(ask, { about: 'the count', collection, stages, hint });
};
