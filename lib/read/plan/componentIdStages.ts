// Compiles the ids of components, which are not stored, to stages that add them to rows.
import { invalid } from '../../errors.ts';
import {
  componentIdAttribute,
  componentOf,
  componentsIn,
  type ComponentAttribute,
  type ContentType,
  type DynamicZoneAttribute,
  type Schema,
  type Status,
} from '../../schema/index.ts';
import { componentIdExpression, slotOf, versionIdOf } from '../component-ids/index.ts';
import { childrenOf, type Filter, type SortKey } from '../query/index.ts';
import type { Document } from './types.ts';

/** A component of one type in an attribute. */
interface PathStep {
  readonly attribute: ComponentAttribute | DynamicZoneAttribute;
  readonly uid: string;
}

/** A path from a version to components of one type. */
type ComponentPath = readonly [PathStep, ...PathStep[]];

/** The paths to the components whose id a filter on documents compares. */
export const comparedPaths = (filter: Filter, path: readonly PathStep[] = []): readonly ComponentPath[] => {
  if (filter.kind === 'related') return []; // the ids of another document
  if (filter.kind === 'compare') return filter.attribute === componentIdAttribute ? toPaths(path) : [];
  const inside =
    filter.kind === 'embedded' || filter.kind === 'entry'
      ? [...path, { attribute: filter.attribute, uid: filter.component.uid }]
      : path;
  return childrenOf(filter).flatMap((child) => comparedPaths(child, inside));
};

/** For each path MongoDB copies the attribute of every row that the other conditions match. */
const maxComparedPaths = 10;

/** @throws ApiError 400 for a filter that compares the ids of components at more paths */
export const checkComparedPaths = (filter: Filter): void => {
  if (new Set(comparedPaths(filter).map(nameOf)).size > maxComparedPaths)
    throw invalid(`A filter can compare the ids of components at ${maxComparedPaths} paths at most`);
};

/** The path to the components that a key sorts by the id of; none for other keys, and if the path leads through a relation. */
export const sortedPaths = ({ through, attribute }: SortKey): readonly ComponentPath[] => {
  const steps = through.flatMap((way) => (way.kind === 'component' ? [{ attribute: way, uid: way.component }] : []));
  return attribute === componentIdAttribute && steps.length === through.length ? toPaths(steps) : [];
};

const toPaths = ([first, ...rest]: readonly PathStep[]): readonly ComponentPath[] =>
  first === undefined ? [] : [[first, ...rest]];

const nameOf = (path: ComponentPath): string => path.map(({ attribute, uid }) => `${attribute.name} ${uid}`).join('.');

const uidOf = (path: ComponentPath): string => (path.at(-1) ?? path[0]).uid;

/** More are needed only in components that contain themselves. */
const maxPaths = 500;

/**
 * The paths in the same attribute to components of the same type that have earlier positions (see `numberComponents`).
 *
 * @throws ApiError 400 when they are too many
 */
const earlierPaths = (path: ComponentPath, schema: Schema): readonly ComponentPath[] => {
  const { attribute } = path[0];
  const earlier: ComponentPath[] = [];
  let level: readonly ComponentPath[] = componentsIn(attribute).map((uid) => [{ attribute, uid }]);
  for (;;) {
    for (const one of level) {
      if (nameOf(one) === nameOf(path)) return earlier;
      if (uidOf(one) === uidOf(path)) earlier.push(one);
    }
    level = level.flatMap((one) =>
      [...componentOf(schema, uidOf(one)).attributes.values()].flatMap((inner) =>
        !inner.private && (inner.kind === 'component' || inner.kind === 'dynamiczone')
          ? componentsIn(inner).map((uid): ComponentPath => [...one, { attribute: inner, uid }])
          : [],
      ),
    );
    if (level.length > maxPaths)
      throw invalid(`Components in ${attribute.name} cannot be filtered or sorted by id at this depth`);
  }
};

/** The components at a step of the path, as a list. `value` is an expression for the value of the attribute. */
const partsOf = (value: string, { attribute, uid }: PathStep): Document => {
  if (attribute.kind === 'dynamiczone')
    return { $filter: { input: { $ifNull: [value, []] }, cond: { $eq: ['$$this.__component', uid] } } };
  return listOf(value, { attribute, uid });
};

/** All components of the attribute, as a list. */
const listOf = (value: string, { attribute }: PathStep): Document =>
  attribute.kind === 'component' && !attribute.repeatable
    ? { $cond: [{ $gt: [value, null] }, [value], []] }
    : { $ifNull: [value, []] };

/** The number of components at the end of the path. */
const countOf = (value: string, [step, ...rest]: ComponentPath): Document => {
  const parts = partsOf(value, step);
  const [below] = toPaths(rest);
  return below === undefined
    ? { $size: parts }
    : { $sum: { $map: { input: parts, in: countOf(`$$this.${below[0].attribute.name}`, below) } } };
};

/**
 * The value of an attribute with the ids of the components at the end of the path, as `{position, value}`: the position after
 * the last of them, and a list of all components of the attribute.
 */
const numbered = (
  value: string,
  [step, ...rest]: ComponentPath,
  position: unknown,
  idAt: (position: string) => Document,
): Document => {
  const [below] = toPaths(rest);
  const append = (part: unknown): Document => ({ $concatArrays: ['$$value.value', [part]] });
  const change: Document =
    below === undefined
      ? {
          position: { $add: ['$$value.position', 1] },
          value: append({ $mergeObjects: ['$$this', { id: idAt('$$value.position') }] }),
        }
      : {
          $let: {
            vars: { inner: numbered(`$$this.${below[0].attribute.name}`, below, '$$value.position', idAt) },
            in: {
              position: '$$inner.position',
              value: append({
                $mergeObjects: ['$$this', { [below[0].attribute.name]: unlisted('$$inner.value', below[0]) }],
              }),
            },
          },
        };
  const { attribute, uid } = step;
  const others = { position: '$$value.position', value: append('$$this') };
  return {
    $reduce: {
      input: listOf(value, step),
      initialValue: { position, value: [] },
      in: attribute.kind === 'dynamiczone' ? { $cond: [{ $eq: ['$$this.__component', uid] }, change, others] } : change,
    },
  };
};

/** A list of components as it is stored: a single component is no list. */
const unlisted = (list: unknown, { attribute }: PathStep): unknown =>
  attribute.kind === 'component' && !attribute.repeatable ? { $first: list } : list;

/**
 * @param version the version whose components get ids
 * @returns the stages that add the ids at these paths
 * @throws ApiError 400 for a path through components that contain themselves, if it is too deep
 */
export const componentIdStages = (
  schema: Schema,
  type: ContentType,
  version: Status,
  paths: readonly ComponentPath[],
): readonly Document[] =>
  [...new Map(paths.map((path) => [nameOf(path), path])).values()].map((path) => {
    const [first] = path;
    const value = `${version}.${first.attribute.name}`;
    const slot = slotOf(schema, uidOf(path), type, first.attribute);
    const start = { $sum: earlierPaths(path, schema).map((earlier) => countOf(`$${value}`, earlier)) };
    const all = numbered(`$${value}`, path, start, (position) =>
      componentIdExpression(slot, `$${version}.id`, position),
    );
    return { $set: { [value]: { $let: { vars: { all }, in: unlisted('$$all.value', first) } } } };
  });

/**
 * The ids of the versions that can match a filter, as far as the ids of their components tell.
 *
 * @returns undefined: any version
 */
export const comparedVersions = (
  filter: Filter,
  schema: Schema,
  type: ContentType,
  path: readonly PathStep[] = [],
): readonly number[] | undefined => {
  switch (filter.kind) {
    case 'compare': {
      const [end] = toPaths(path);
      const { attribute, operator, negated, operands } = filter;
      if (end === undefined || attribute !== componentIdAttribute || negated) return undefined;
      if ((operator !== 'eq' && operator !== 'in') || operands.includes(null)) return undefined;
      const slot = slotOf(schema, uidOf(end), type, end[0].attribute);
      return operands.map((id) => versionIdOf(slot, Number(id)));
    }
    case 'embedded':
    case 'entry':
      return comparedVersions(filter.where, schema, type, [
        ...path,
        { attribute: filter.attribute, uid: filter.component.uid },
      ]);
    case 'and':
      return filter.of.map((part) => comparedVersions(part, schema, type, path)).find((found) => found !== undefined);
    case 'or': {
      const found = filter.of.map((part) => comparedVersions(part, schema, type, path));
      return found.some((one) => one === undefined) ? undefined : found.flatMap((one) => one ?? []);
    }
    case 'related':
    case 'there':
    case 'inside':
    case 'search':
    case 'publication':
    case 'own':
      return undefined;
  }
};
