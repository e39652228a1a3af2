// Runs a plan: the steps it starts with, then the page and its count side by side.
import { invalid } from '../../errors.ts';
import { lookupStage, Resolved, stagesOf, type Lookup, type Plan, type ResolveStep } from '../plan/index.ts';
import { Outgrown, type Ask, type Row, type Stage } from './ask.ts';
import { attach, splitLookups, valuesAt } from './batch.ts';

export interface Found {
  readonly rows: readonly Row[];
  /** How many match in all; undefined when the plan does not count. */
  readonly total: number | undefined;
}

/** What the steps found, by their number. */
type Known = Map<number, readonly Row[]>;

/** The plan of a query that goes other ways than these steps. */
export type PlanOf = (streamed: ReadonlySet<number>) => Plan;

/** Puts what earlier steps found where a later one names it. */
const fill = (value: unknown, known: Known): unknown => {
  if (value instanceof Resolved) {
    const path = value.path.split('.');
    const rows = known.get(value.step) ?? [];
    return [...rows.map((row) => valuesAt(row, path)[0] ?? null), ...value.end];
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, known));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, known)]));
};

/** @returns the first step that finds more than the plan can name; undefined when all are known */
const resolve = async (ask: Ask, steps: readonly ResolveStep[], known: Known): Promise<number | undefined> => {
  for (const { number, about, collection, stages, most, streams } of steps) {
    if (known.has(number)) continue;
    const rows = await ask({ about, collection, stages: filled(stages, known) });
    if (rows.length <= most) known.set(number, rows);
    else if (streams) return number;
    else throw invalid(`More than ${most} documents are ${about}, inside of components: ask for fewer`);
  }
  return undefined;
};

/** Filled stages have the form they had before. */
const filled = <T>(value: T, known: Known): T => (known.size === 0 ? value : (fill(value, known) as T));

/**
 * @param planOf compiles the plan; asked again where a step finds too many
 * @throws ApiError 400 when what is asked for is too large to be answered; MongoError when the database does not answer
 */
export const run = async (ask: Ask, planOf: PlanOf): Promise<Found> => {
  const known: Known = new Map();
  let plan = planOf(new Set());
  const streamed = new Set<number>();
  for (;;) {
    const tooMany = await resolve(ask, plan.resolve, known);
    if (tooMany === undefined) break;
    streamed.add(tooMany);
    plan = planOf(streamed);
  }
  const [rows, total] = await Promise.all([page(ask, plan, known), count(ask, plan, known)]);
  return { rows, total };
};

const page = async (ask: Ask, plan: Plan, known: Known): Promise<readonly Row[]> => {
  const { collection, match, stages, lookups, batches } = plan;
  const rows = await whole(ask, collection, filled([{ $match: match }, ...stages], known), filled(lookups, known));
  return attach(ask, rows, filled(batches, known));
};

/** The rows with all that is looked up beside them; in several queries where one row would outgrow what MongoDB can hold. */
const whole = async (
  ask: Ask,
  collection: string,
  stages: readonly Stage[],
  lookups: readonly Lookup[],
): Promise<readonly Row[]> => {
  const about = 'the rows';
  try {
    return await ask({ about, collection, stages: [...stages, ...lookups.map(lookupStage)] });
  } catch (error) {
    const split = splitLookups(lookups);
    if (!(error instanceof Outgrown) || split.batches.length === 0) throw error;
    return attach(ask, await ask({ about, collection, stages: [...stages, ...split.stages] }), split.batches);
  }
};

const count = async (ask: Ask, { count: counted }: Plan, known: Known): Promise<number | undefined> => {
  if (counted === undefined) return undefined;
  const { collection, hint } = counted;
  const stages = [...filled(stagesOf(counted), known), { $count: 'total' }];
  const [row] = await ask({ about: 'the count', collection, stages, hint });
  return (row?.total ?? 0) as number; // what $count writes
};
