// The steps that run before a plan's page, and how much each may find.
import { invalid } from '../../errors.ts';
import type { ContentType } from '../../schema/index.ts';
import { Resolved, stagesOf, type Matching, type ResolveStep } from './types.ts';

/** Up to so many targets are named in a condition; of more, each row is asked by a lookup. */
const maxNamed = 2_000;

/** Where a row cannot be asked: so many ids are a tenth of what one query may hold. */
const maxWithoutLookup = 50_000;

/** Each may take a query of its own. */
const maxSteps = 100;

interface Wanted {
  /** In words, what the step finds. */
  readonly about: string;
  readonly target: ContentType;
  readonly matching: Matching;
  /** Whether the plan has another way where the step finds too many. */
  readonly streams: boolean;
}

/** The steps that found too many: the plan does without them. */
export type Streamed = Pick<ReadonlySet<number>, 'has'>;

/** Every step: where there is one row only, asking it is less than finding what could be linked to. */
export const everyStep: Streamed = { has: () => true };

/** Collects the steps of one plan. Numbers are given in the order of compiling: in every compilation the same. */
export class Steps {
  readonly resolve: ResolveStep[] = [];
  private readonly streamed: Streamed;
  private next = 0;

  /** @param streamed the steps that found too many: the plan goes another way there */
  constructor(streamed: Streamed) {
    this.streamed = streamed;
  }

  /** @throws ApiError 400 when there are more than can be asked in the time that an answer has */
  number(): number {
    if (this.next >= maxSteps)
      throw invalid(`The query has more than ${maxSteps} conditions and sorts through relations: ask for fewer`);
    return this.next++;
  }

  streams(step: number): boolean {
    return this.streamed.has(step);
  }

  /** The distinct values at the path: the documentId, or the ids in the links of a relation. */
  values(step: number, path: string, wanted: Wanted): Resolved {
    const most = wanted.streams ? maxNamed : maxWithoutLookup;
    const [relation, link] = [path.slice(0, -'.to'.length), path.endsWith('.to')];
    this.add(step, most, wanted, [
      ...(link ? [{ $unwind: `$${relation}` }, { $group: { _id: `$${path}` } }] : []),
      { $limit: most + 1 },
      ...(link ? [] : [{ $project: { _id: 0, documentId: 1 } }]),
    ]);
    return new Resolved(step, link ? '_id' : 'documentId');
  }

  /** The documents that have a value at the path, with it. */
  valued(step: number, path: string, wanted: Wanted): { readonly ids: Resolved; readonly values: Resolved } {
    this.add(step, maxNamed, wanted, [
      { $limit: maxNamed + 1 },
      { $project: { _id: 0, documentId: 1, value: `$${path}` } },
    ]);
    return { ids: new Resolved(step, 'documentId'), values: new Resolved(step, 'value', [null]) };
  }

  private add(
    number: number,
    most: number,
    { about, target, matching, streams }: Wanted,
    rest: readonly object[],
  ): void {
    const stages = [...stagesOf(matching), ...rest];
    this.resolve.push({ number, about, collection: target.collectionName, stages, most, streams });
  }
}
