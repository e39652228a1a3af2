// Collects the steps that run before a plan's page, with a limit on what each finds.
import { invalid } from '../../errors.ts';
import type { ContentType } from '../../schema/index.ts';
import { ResolvedValues, stagesOf, type MatchStages, type ResolveStep } from './types.ts';

/** Up to this number of targets, a condition lists their ids; above it, each row does a lookup. */
const maxTargets = 2_000;

/** The limit where no lookup is possible: this number of ids is a tenth of what one query can contain. */
const maxWithoutLookup = 50_000;

/** Each step may need its own query. */
const maxSteps = 100;

interface StepTarget {
  /** Describes what the step finds, for readers of the plan and for errors. */
  readonly about: string;
  readonly target: ContentType;
  readonly matching: MatchStages;
  /** Whether the plan can use a lookup if the step finds too many. */
  readonly streams: boolean;
}

/** The numbers of the steps that found too many: the plan uses lookups instead. */
export type UnresolvedSteps = Pick<ReadonlySet<number>, 'has'>;

/** All steps: for a single row, a lookup is cheaper than finding all possible targets. */
export const allStepsUnresolved: UnresolvedSteps = { has: () => true };

/**
 * Collects the steps of one plan. Their numbers follow the order of compiling, so every compilation of a query has the
 * same.
 */
export class Steps {
  readonly resolve: ResolveStep[] = [];
  private readonly unresolved: UnresolvedSteps;
  private next = 0;

  /** @param streamed the steps that found too many, which the plan replaces by lookups */
  constructor(streamed: UnresolvedSteps) {
    this.unresolved = streamed;
  }

  /** @throws ApiError 400 when the plan has more steps than can run in the time limit */
  number(): number {
    if (this.next >= maxSteps)
      throw invalid(`The query has more than ${maxSteps} conditions and sorts through relations: use fewer`);
    return this.next++;
  }

  streams(step: number): boolean {
    return this.unresolved.has(step);
  }

  /** A step that finds the distinct values at the path: the documentId, or the ids in the links of a relation. */
  values(step: number, path: string, wanted: StepTarget): ResolvedValues {
    const most = wanted.streams ? maxTargets : maxWithoutLookup;
    const [relation, link] = [path.slice(0, -'.to'.length), path.endsWith('.to')];
    this.add(step, most, wanted, [
      ...(link ? [{ $unwind: `$${relation}` }, { $group: { _id: `$${path}` } }] : []),
      { $limit: most + 1 },
      ...(link ? [] : [{ $project: { _id: 0, documentId: 1 } }]),
    ]);
    return new ResolvedValues(step, link ? '_id' : 'documentId');
  }

  /** A step that finds the documents with a value at the path, and that value. */
  valuesByTarget(
    step: number,
    path: string,
    wanted: StepTarget,
  ): { readonly ids: ResolvedValues; readonly values: ResolvedValues } {
    this.add(step, maxTargets, wanted, [
      { $limit: maxTargets + 1 },
      { $project: { _id: 0, documentId: 1, value: `$${path}` } },
    ]);
    return { ids: new ResolvedValues(step, 'documentId'), values: new ResolvedValues(step, 'value', [null]) };
  }

  private add(
    number: number,
    most: number,
    { about, target, matching, streams }: StepTarget,
    rest: readonly object[],
  ): void {
    const stages = [...stagesOf(matching), ...rest];
    this.resolve.push({ number, about, collection: target.collectionName, stages, most, streams });
  }
}
