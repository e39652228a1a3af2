// Explains the queries of a plan: which indexes MongoDB uses, and how much it examines.
import type { Db, Document } from 'mongodb';
import { queryRunner, cursorOf, withHint, type DatabaseQuery, type Row } from './databaseQuery.ts';
import { runPlan, type PlanResult, type PlanOf } from './run.ts';

/** How MongoDB ran one query. */
export interface ExplainedQuery {
  readonly question: DatabaseQuery;
  /** The names of the indexes, without duplicates. */
  readonly indexes: readonly string[];
  /** Whether MongoDB scanned a whole collection. */
  readonly scans: boolean;
  readonly keysExamined: number;
  readonly documentsExamined: number;
  /** The number of rows returned; for a count, the counted number. */
  readonly rows: number;
}

/** Parts of an explanation about plans that MongoDB did not choose. */
const ignoredKeys = new Set(['rejectedPlans', 'allPlansExecution', 'command']);

/** Every value with this name, at any depth. */
const valuesOf = (name: string, value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value.flatMap((item) => valuesOf(name, item));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]): readonly unknown[] =>
    ignoredKeys.has(key) ? [] : key === name ? [inner] : valuesOf(name, inner),
  );
};

const sum = (values: readonly unknown[]): number => values.reduce<number>((total, value) => total + Number(value), 0);

/** A count returns its number in a single row. */
const rowCount = ({ stages }: DatabaseQuery, rows: readonly Row[]): number =>
  '$count' in (stages.at(-1) ?? {}) ? Number(rows[0]?.total ?? 0) : rows.length;

const summarize = (question: DatabaseQuery, explanation: Document, rows: readonly Row[]): ExplainedQuery => ({
  question,
  indexes: [
    ...new Set([...valuesOf('indexName', explanation), ...valuesOf('indexesUsed', explanation).flat()].map(String)),
  ],
  scans: valuesOf('stage', explanation).includes('COLLSCAN') || sum(valuesOf('collectionScans', explanation)) > 0,
  keysExamined: sum(valuesOf('totalKeysExamined', explanation)),
  documentsExamined: sum(valuesOf('totalDocsExamined', explanation)),
  rows: rowCount(question, rows),
});

/** MongoDB does not explain reads of a snapshot. */
const withoutSnapshot = ({ about, collection, stages, hint }: DatabaseQuery): DatabaseQuery => ({
  ...{ about, collection, stages, hint },
});

/**
 * Runs a plan and explains each of its queries, in the order of the plan. Every query runs twice.
 *
 * @throws as `runPlan`
 */
export const explain = async (
  db: Db,
  planOf: PlanOf,
): Promise<{ readonly found: PlanResult; readonly steps: readonly ExplainedQuery[] }> => {
  const unit = { db, options: {} };
  const ask = queryRunner(unit);
  const steps: ExplainedQuery[] = [];
  let nextIndex = 0;
  const found = await runPlan(async (question) => {
    const queryIndex = nextIndex++;
    const rows = await ask(question);
    steps[queryIndex] = await withHint(question, async (query) =>
      summarize(query, await cursorOf(unit, withoutSnapshot(query)).explain('executionStats'), rows),
    );
    return rows;
  }, planOf);
  // A process looks for a missing total once in a while, not for each list.
  return { found, steps: steps.filter(({ question, rows }) => question.snapshot !== true || rows > 0) };
};
