// Lists the relations that a query follows, for the estimate of what it looks up. Pure.
import type { Filter, Part, Selection, SortKey } from '../query/index.ts';
import {
  typeOf,
  type ContentType,
  type MorphAttribute,
  type RelationAttribute,
  type Schema,
} from '../../schema/index.ts';
import type { RelationStep } from './types.ts';

/** How many links a list of links is expected to have. */
const linksOfMany = 2;

/** A relation of a populate tree. */
export interface PopulatedPath {
  /** `populate[tags][populate][posts]` */
  readonly path: string;
  /** The relations from the rows of the query to the targets. */
  readonly steps: readonly RelationStep[];
  readonly target: ContentType;
  readonly filter?: Filter | undefined;
}

const stepThrough = (
  attribute: RelationAttribute | MorphAttribute,
  source: ContentType,
  target: ContentType,
  isBatched: boolean,
): RelationStep => {
  const isInverse = attribute.kind === 'relation' && attribute.side.holds === 'nothing' && attribute.many;
  const isExclusive = attribute.kind === 'relation' && attribute.exclusive;
  return {
    ...{ source: source.collectionName, target: target.collectionName, isInverse, isBatched },
    links: attribute.many && !(isInverse && isExclusive) ? linksOfMany : 1,
  };
};

/** The relations of a sort key, from documents of the type. */
export const sortSteps = ({ through }: SortKey, type: ContentType, schema: Schema): readonly RelationStep[] => {
  const steps: RelationStep[] = [];
  let source = type;
  for (const one of through) {
    if (one.kind !== 'relation') continue;
    const target = typeOf(schema, one.target);
    steps.push(stepThrough(one, source, target, false));
    source = target;
  }
  return steps;
};

export const nameOfSort = (key: SortKey): string => [...key.through, key.attribute].map(({ name }) => name).join('.');

/** Where a populate tree is: in documents of a type, which these relations lead to. */
interface PopulateContext extends PopulatedPath {
  readonly isBatched: boolean;
}

/**
 * The relations of a populate tree, and those that its sorts follow.
 *
 * @param isBatched whether one query finds what a relation of all rows populates
 */
export const populatedPaths = (
  select: Selection,
  type: ContentType,
  schema: Schema,
  isBatched: boolean,
): readonly PopulatedPath[] => {
  const follow = (at: PopulateContext, { populate }: Selection): readonly PopulatedPath[] =>
    populate.flatMap((part): readonly PopulatedPath[] => {
      if (part.kind === 'localizations' || part.kind === 'links') return [];
      const path = `${at.path === '' ? 'populate' : `${at.path}[populate]`}[${part.attribute.name}]`;
      if (part.kind === 'component') return follow({ ...at, path }, part.select);
      if (part.kind === 'relation') {
        const { attribute, target, filter, limit, start, count } = part;
        const isOne = at.isBatched && limit === undefined && !count;
        const most = limit === undefined ? undefined : Math.max(1, start + limit);
        const steps = [...at.steps, { ...stepThrough(attribute, at.target, target, isOne), most }];
        return found({ path, target, steps, filter, isBatched: isOne }, part);
      }
      return [...part.on].flatMap(([uid, one]) => {
        const inPart = { ...at, path: `${path}[on][${uid}]` };
        if (part.kind === 'zone') return follow(inPart, one.select);
        const target = typeOf(schema, uid);
        return found(
          { ...inPart, target, steps: [...at.steps, stepThrough(part.attribute, at.target, target, at.isBatched)] },
          one,
        );
      });
    });
  const found = (
    at: PopulateContext,
    { select: below, sort }: Pick<Part, 'select' | 'sort'>,
  ): readonly PopulatedPath[] => [
    at,
    ...sort.flatMap((key) => {
      const steps = sortSteps(key, at.target, schema);
      const path = `${at.path}[sort]=${nameOfSort(key)}`;
      return steps.length === 0 ? [] : [{ path, target: at.target, steps: [...at.steps, ...steps] }];
    }),
    ...follow({ ...at, filter: undefined }, below),
  ];
  return follow({ path: '', steps: [], target: type, isBatched }, select);
};
