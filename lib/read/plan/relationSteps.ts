// Lists the relations that a query follows, for the estimate of what it looks up. Pure.
import type { Selection, SortKey } from '../query/index.ts';
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

/** Up to this depth, a populate tree reads what its pages and relations have; deeper ones multiply. */
const flatDepth = 2;

/** Relations one after the other, and where they are in the query. */
export interface RelationPath {
  readonly path: string;
  readonly steps: readonly RelationStep[];
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

/** What a populate tree is in: the documents that it is of, and the relations to them. */
interface PopulateContext extends RelationPath {
  readonly type: ContentType;
  readonly isBatched: boolean;
}

/**
 * The relations of a populate tree that follow at least two others, each with those before it.
 *
 * @param isBatched whether one query finds what a relation of all rows populates
 */
export const populateSteps = (
  select: Selection,
  type: ContentType,
  schema: Schema,
  isBatched: boolean,
): readonly RelationPath[] => {
  const follow = (at: PopulateContext, { populate }: Selection): readonly RelationPath[] =>
    populate.flatMap((part): readonly RelationPath[] => {
      if (part.kind === 'localizations' || part.kind === 'links') return [];
      const path = at.path === '' ? `populate[${part.attribute.name}]` : `${at.path}[populate][${part.attribute.name}]`;
      switch (part.kind) {
        case 'component':
          return follow({ ...at, path }, part.select);
        case 'zone':
          return [...part.on].flatMap(([uid, one]) => follow({ ...at, path: `${path}[on][${uid}]` }, one.select));
        case 'morph':
          return [...part.on].flatMap(([uid, one]) => {
            const target = typeOf(schema, uid);
            const steps = [...at.steps, stepThrough(part.attribute, at.type, target, at.isBatched)];
            return found({ ...at, path: `${path}[on][${uid}]`, type: target, steps }, one.select, one.sort);
          });
        case 'relation': {
          const isLimited = part.limit !== undefined || part.count;
          const most = part.limit === undefined ? undefined : Math.max(1, part.start + part.limit);
          const step = stepThrough(part.attribute, at.type, part.target, at.isBatched && !isLimited);
          const steps = [...at.steps, { ...step, most }];
          return found({ path, steps, type: part.target, isBatched: step.isBatched }, part.select, part.sort);
        }
      }
    });
  const found = (at: PopulateContext, below: Selection, sort: readonly SortKey[]): readonly RelationPath[] => [
    { path: at.path, steps: at.steps },
    ...sort
      .map((key) => ({ path: `${at.path}[sort]=${nameOfSort(key)}`, below: sortSteps(key, at.type, schema) }))
      .flatMap((key) => (key.below.length === 0 ? [] : [{ path: key.path, steps: [...at.steps, ...key.below] }])),
    ...follow(at, below),
  ];
  return follow({ path: '', steps: [], type, isBatched }, select).filter(({ steps }) => steps.length > flatDepth);
};
