// Reads `filters`: checks names against the schema, casts values, and pushes negations down to comparisons.
import { invalid } from '../../errors.ts';
import { mayReadEveryDraft } from '../../platform/access/index.ts';
import {
  componentOf,
  isContentType,
  typeOf,
  type ContentType,
  type DynamicZoneAttribute,
  type AttributeHolder,
  type ScalarAttribute,
} from '../../schema/index.ts';
import { valueOf } from './cast.ts';
import { group, readComparison, readFlag, throwInvalidValue } from './compare.ts';
import { withFirstStage } from './reviewAttributes.ts';
import { tooDeepError, attributeOf, hasComponentIds, scopeInside, visibleNames, type Scope } from './scope.ts';
import { operators, operatorSpecs, type NamedOperator } from '../operators/index.ts';
import { refuseComputed } from './refuseComputed.ts';
import {
  joinPath,
  isBranch,
  isList,
  listOf,
  formatLocation,
  type Branch,
  type ErrorLocation,
  type Tree,
} from './tree.ts';
import type { Filter } from './types.ts';
import { unknownKey } from './unknownKey.ts';

/**
 * What the reader knows at one point of the tree: whose attributes are named, the dotted path, and the depth in
 * relations and components.
 */
interface FilterContext {
  readonly holder: AttributeHolder;
  readonly scope: Scope;
  readonly path: string;
  readonly level: number;
  /** Whether the reader is inside an odd number of `$not`s. */
  readonly negated: boolean;
}

/** Whether a condition reads the published versions of a type: drafts that its caller may not read must not decide anything. */
const readsPublished = ({ conditionOf: caller, status }: Scope, { uid, draftAndPublish }: ContentType): boolean =>
  caller !== undefined && draftAndPublish && !(status === 'draft' && mayReadEveryDraft(caller, uid));

/** Reads one parameter; errors name it by `param`: `filters`, or `populate` for the filters of a populated relation. */
class FilterReader {
  private readonly param: string;

  constructor(param: string) {
    this.param = param;
  }

  /** Reads a group of conditions: all must hold, or, when negated, at least one must fail. */
  group(tree: Tree, place: FilterContext): Filter {
    const { path, negated } = place;
    const parts = isList(tree)
      ? tree.map((part, index) => this.group(part, { ...place, path: joinPath(path, String(index)) }))
      : isBranch(tree)
        ? Object.entries(tree).map(([key, value]) => this.entry(key, value, place))
        : throwInvalidValue({ param: this.param, path });
    return group(negated ? 'or' : 'and', parts);
  }

  private entry(key: string, value: Tree, context: FilterContext): Filter {
    const { holder, scope, path, level, negated } = context;
    const at = joinPath(path, key);
    if (key === '$and' || key === '$or')
      return group(
        (key === '$and') === negated ? 'or' : 'and',
        listOf(value).map((part, index) => this.group(part, { ...context, path: joinPath(at, String(index)) })),
      );
    if (key === '$not') return this.group(value, { ...context, path: at, negated: !negated });

    const attribute = attributeOf(scope, holder, key);
    const presence =
      key === 'id' && !isContentType(holder) ? this.presence(value, { ...context, path: at }) : undefined;
    if (presence !== undefined) return presence;
    if (attribute?.kind === 'scalar') return withFirstStage(this.scalar(attribute, [], value, at, negated), attribute);
    if (attribute?.kind === 'dynamiczone' && isBranch(value)) return this.zone(attribute, value, context);
    if (attribute?.kind !== 'component' && attribute?.kind !== 'relation') {
      refuseComputed(holder, key, path, this.param);
      // As in Strapi, the path names an attribute that exists.
      throw unknownKey(key, attribute === undefined ? path : at, this.param, visibleNames(scope, holder));
    }
    if (level >= scope.limits.maxDepth) throw tooDeepError(this.param, at, scope.limits);
    const place = { scope: scopeInside(scope, attribute), path: at, level: level + 1, negated };
    if (attribute.kind === 'component') {
      const component = componentOf(scope.schema, attribute.component);
      return { kind: 'embedded', attribute, component, where: this.embedded(value, { ...place, holder: component }) };
    }
    const target = typeOf(scope.schema, attribute.target);
    const where = this.related(value, { ...place, holder: target });
    return { kind: 'related', attribute, target, where, ...(readsPublished(scope, target) ? { published: true } : {}) };
  }

  /**
   * Reads `[$any][layout.hero][heading]=…`: at least one entry of that component matches. Strapi refuses filters on
   * zones.
   */
  private zone(attribute: DynamicZoneAttribute, value: Branch, context: FilterContext): Filter {
    const { scope, path, level, negated } = context;
    const { $any: parts, ...others } = value;
    const own = joinPath(path, attribute.name);
    if (!isBranch(parts) || Object.keys(others).length > 0) throw unknownKey(attribute.name, own, this.param);
    const at = joinPath(own, '$any');
    return group(
      negated ? 'or' : 'and',
      Object.entries(parts).map(([uid, where]): Filter => {
        if (!attribute.components.includes(uid)) throw unknownKey(uid, at, this.param, attribute.components);
        const component = componentOf(scope.schema, uid);
        const place = { ...context, holder: component, path: joinPath(at, uid), level: level + 1 };
        return { kind: 'entry', attribute, component, where: this.group(where, place) };
      }),
    );
  }

  /**
   * A filter on a relation applies to the target's attributes; an operator directly on the relation applies to the
   * target's id.
   */
  private related(value: Tree, place: FilterContext): Filter {
    const isValue = !isBranch(value) || Object.keys(value).every((key) => operators.has(key));
    return this.group(isValue ? { id: value } : value, place);
  }

  /** The same for a component, if components have an id. */
  private embedded(value: Tree, place: FilterContext): Filter {
    const presence = this.presence(value, place);
    if (presence !== undefined) return presence;
    return hasComponentIds(place.scope) ? this.related(value, place) : this.group(value, place);
  }

  /**
   * `$null` and `$notNull` on a component, or on the `id` that it has in Strapi, test whether the component is present.
   */
  private presence(value: Tree, { path, negated }: FilterContext): Filter | undefined {
    const [entry, ...others] = isBranch(value) ? Object.entries(value) : [];
    const operator = operators.get(entry?.[0] ?? '');
    if (entry === undefined || others.length > 0 || operator?.operator !== 'null') return undefined;
    const isPresent = readFlag(entry[1], { param: this.param, path: joinPath(path, entry[0]) }) === operator.negated;
    return { kind: 'there', negated: isPresent === negated };
  }

  /**
   * @param keys the path to a value inside a JSON value: `filters[extra][path][to][$eq]=x`. Strapi has no such filter
   */
  private scalar(
    attribute: ScalarAttribute,
    keys: readonly string[],
    value: Tree,
    path: string,
    negated: boolean,
  ): Filter {
    if (!isBranch(value))
      return this.comparison(
        attribute,
        keys,
        { operator: isList(value) ? 'in' : 'eq', negated: false },
        value,
        path,
        negated,
      );
    const parts = Object.entries(value).map(([key, operand]): Filter => {
      const at = joinPath(path, key);
      if (key === '$not') return this.scalar(attribute, keys, operand, at, !negated);
      if (key === '$and' || key === '$or')
        return group(
          (key === '$and') === negated ? 'or' : 'and',
          listOf(operand).map((part) => this.scalar(attribute, keys, part, at, negated)),
        );
      if (attribute.value === 'json' && !key.startsWith('$')) {
        // MongoDB would read a dot as a level, and no stored key contains NUL.
        if (/[.\0]/.test(key)) throw unknownKey(key, at, this.param);
        return this.scalar(attribute, [...keys, key], operand, at, negated);
      }
      const known = operators.get(key);
      if (known === undefined) throw unknownKey(key, path, this.param, operators.keys());
      return this.comparison(attribute, keys, known, operand, at, negated);
    });
    return group(negated ? 'or' : 'and', parts);
  }

  private comparison(
    attribute: ScalarAttribute,
    keys: readonly string[],
    known: NamedOperator,
    operand: Tree,
    path: string,
    negated: boolean,
  ): Filter {
    const location = { param: this.param, path };
    if (keys.length === 0) return readComparison(attribute, known, operand, negated, location);
    // A text operator compares texts; every other operator compares with the JSON value that the text stands for.
    const text = operatorSpecs[known.operator].comparesText;
    const castAttribute: ScalarAttribute = text ? { ...attribute, value: 'text' } : attribute;
    const value = text || known.operator === 'null' ? operand : asJson(operand);
    return atJsonPath(keys, readComparison(castAttribute, known, value, negated, location));
  }
}

/** A text that is not JSON stands for itself: `red` becomes `"red"`. */
const asJson = (tree: Tree): Tree => {
  if (typeof tree === 'string') return valueOf('json', tree) === undefined ? JSON.stringify(tree) : tree;
  return isList(tree) ? tree.map(asJson) : tree;
};

/** Moves comparisons of a JSON attribute to the value at a path inside it. */
const atJsonPath = (path: readonly string[], filter: Filter): Filter => {
  if (filter.kind === 'and' || filter.kind === 'or')
    return { ...filter, of: filter.of.map((part) => atJsonPath(path, part)) };
  return filter.kind === 'compare' ? { kind: 'inside', path, comparison: filter } : filter;
};

/**
 * @param tree the parsed parameter; undefined when it is absent
 * @param holder the type or component whose attributes the filters name
 * @param location the location of the parameter, for errors: it may be inside a populate
 * @returns the filter; undefined when there is no condition
 * @throws ApiError 400 for a key that does not exist for this caller, or a value that the attribute cannot have
 */
export const readFilters = (
  tree: Tree | undefined,
  holder: AttributeHolder,
  scope: Scope,
  location: ErrorLocation = { param: 'filters', path: '' },
): Filter | undefined => {
  if (tree === undefined || tree === null) return undefined;
  if (isList(tree)) throw invalid(`The ${formatLocation(location)} parameter must be an object`); // Strapi crashes here
  const filter = new FilterReader(location.param).group(tree, {
    holder,
    scope,
    path: location.path,
    level: 0,
    negated: false,
  });
  return filter.kind === 'and' && filter.of.length === 0 ? undefined : filter;
};
