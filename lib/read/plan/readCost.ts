// Estimates what the scans of a plan cost before they run. Pure.
import type { RelationStep, Scan } from './types.ts';

export interface CollectionSize {
  readonly documents: number;
  readonly averageBytes: number;
}

export interface ConditionCost {
  readonly path: string;
  readonly times: number;
  readonly cost: number;
}

export interface ReadCost {
  /** In units: about a millisecond of one core of MongoDB. docs/internals/performance.md has the measurements. */
  readonly cost: number;
  /** The costliest first. */
  readonly conditions: readonly ConditionCost[];
}

/** A text that an editor writes in one line. */
const shortBytes = 60;

const units = { row: 0.0007, condition: 0.0003, lookup: 0.03, found: 0.002, answered: 0.002, byte: 0.0000025 };

type SizeOf = (collection: string) => CollectionSize;

/** How many targets a step leads to from a number of sources, each as often as it does. */
const repeatedTargetsOf = (sources: number, step: RelationStep, sizeOf: SizeOf): number => {
  const { documents } = sizeOf(step.target);
  const sourceDocuments = Math.max(1, sizeOf(step.source).documents);
  const each = step.isInverse ? Math.max(1, (step.links * documents) / sourceDocuments) : step.links;
  return sources * Math.min(each, documents, step.most ?? documents);
};

/** How many targets a step finds from a number of sources. */
const targetsOf = (sources: number, step: RelationStep, sizeOf: SizeOf): number => {
  const found = repeatedTargetsOf(sources, step, sizeOf);
  return step.isBatched ? Math.min(found, sizeOf(step.target).documents) : found;
};

/** What an answer costs that has all targets of the last step, each as often as the relations lead to it. */
const costOfAnswer = (rows: number, steps: readonly RelationStep[], sizeOf: SizeOf): number =>
  units.answered * steps.reduce((answered, step) => repeatedTargetsOf(answered, step, sizeOf), rows);

/** What the last step costs: those before it find so few in comparison that they need no cost. */
const costOfSteps = (rows: number, steps: readonly RelationStep[], sizeOf: SizeOf): number => {
  const last = steps.at(-1);
  if (last === undefined) return 0;
  const sources = steps.slice(0, -1).reduce((found, step) => targetsOf(found, step, sizeOf), rows);
  return units.lookup * sources + units.found * targetsOf(sources, last, sizeOf);
};

/** The cost of reading the scans, with the sizes of their collections. */
export const costOf = (scans: readonly Scan[], sizeOf: SizeOf): ReadCost => {
  const conditions = new Map<string, ConditionCost>();
  for (const { collection, rows, through = [], isAnswered = false, passes, conditions: parts } of scans) {
    const { documents, averageBytes } = sizeOf(collection);
    const read = Math.min(rows ?? documents, documents) * passes;
    const ofAnswer = isAnswered ? costOfAnswer(read, through, sizeOf) : 0;
    const ofSteps = (costOfSteps(read, through, sizeOf) + ofAnswer) / parts.length;
    for (const { path, texts, long, lookups } of parts) {
      // A document has both versions, and a query searches one.
      const bytes = texts * (long ? averageBytes / 2 : Math.min(shortBytes, averageBytes));
      const each = units.row / parts.length + units.condition + units.byte * bytes + units.lookup * lookups;
      const known = conditions.get(path) ?? { path, times: 0, cost: 0 };
      conditions.set(path, { path, times: known.times + 1, cost: known.cost + read * each + ofSteps });
    }
  }
  const sorted = [...conditions.values()].sort((a, b) => b.cost - a.cost);
  return { cost: sorted.reduce((sum, { cost }) => sum + cost, 0), conditions: sorted };
};
