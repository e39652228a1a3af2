// Builds filters from the conditions of the caller's permissions.
import {
  administrator,
  permittedChanges,
  conditionOf,
  dependsOnUser,
  hasCondition,
  isReadingAction,
  mayReadDrafts,
  resolveCaller,
  type Caller,
  type Condition,
} from '../../platform/access/index.ts';
import { invalid } from '../../errors.ts';
import type { ContentType } from '../../schema/index.ts';
import { childrenOf } from './childrenOf.ts';
import { creatorCondition } from './creators.ts';
import { readFilters } from './filters.ts';
import { projectFilters } from './projectFilters.ts';
import { relatedScope, type Scope } from './scope.ts';
import { treeFromJson } from './tree.ts';
import type { Filter, PublishedTargets } from './types.ts';

/** Matches no document. */
const matchNothing: Filter = { kind: 'or', of: [] };

/** Whether the conditions compare nothing, so that every document matches. */
const comparesNothing = (filter: Filter): boolean => {
  if (filter.kind === 'compare') return filter.operator === 'in' && filter.negated && filter.operands.length === 0;
  if (filter.kind === 'inside') return comparesNothing(filter.comparison);
  const children = childrenOf(filter);
  return filter.kind === 'and' ? children.every(comparesNothing) : children.some(comparesNothing);
};

/**
 * Reads the `filters` of a condition as an administrator, because a permission may depend on attributes that its holder
 * may not see. Ids of components are unknown, because they depend on the content types. Related documents count as the
 * holder may read them: in their published version, unless the holder may read all drafts of their type.
 *
 * @throws ApiError 400 for a key or value that the type does not have, and when nothing is compared: a condition must
 *   not permit everything
 */
export const readCondition = (
  filters: object,
  type: ContentType,
  { caller, ...scope }: Omit<Scope, 'caller'> & Partial<Pick<Scope, 'caller'>>,
): Filter => {
  const reader = {
    ...scope,
    caller: administrator,
    componentIds: false,
    ...(caller === undefined ? {} : { conditionOf: caller }),
  };
  const filter = readFilters(treeFromJson(filters), type, reader);
  if (filter === undefined || comparesNothing(filter))
    throw invalid('The filters compare nothing: leave them out to permit all documents');
  return filter;
};

/** The filter of a stored condition. Writes check conditions; one that no longer fits the schema permits nothing. */
const readStoredCondition = (condition: Condition, type: ContentType, scope: Scope): Filter | undefined => {
  try {
    if (condition.filters === undefined) return undefined;
    const { user } = scope.caller;
    if (user === undefined)
      return dependsOnUser(condition) ? matchNothing : readCondition(condition.filters, type, scope);
    return readCondition(resolveCaller(condition.filters, user), type, scope);
  } catch {
    return matchNothing;
  }
};

const ownFilter = ({ user }: Caller): Filter => (user === undefined ? matchNothing : { kind: 'own', user });

/** The filters of project code for what the caller may read or write. */
const filtersOfProject = (action: 'canRead' | 'canWrite', type: ContentType, scope: Scope): readonly Filter[] =>
  projectFilters(scope.caller, action, type, (filters) => readCondition(filters, type, scope));

const permittedFilters = (action: string, type: ContentType, scope: Scope): readonly Filter[] => {
  const ofProject = filtersOfProject(isReadingAction(action) ? 'canRead' : 'canWrite', type, scope);
  const condition = conditionOf(scope.caller, action, type.uid);
  if (condition === undefined) return ofProject;
  const conditionFilter = readStoredCondition(condition, type, scope);
  return [
    ...ofProject,
    ...(condition.own === true ? [ownFilter(scope.caller)] : []),
    ...(conditionFilter === undefined ? [] : [conditionFilter]),
  ];
};

/** Combines the filters with `and`; undefined: there are none. */
export const combineFilters = (filters: readonly (Filter | undefined)[]): Filter | undefined => {
  const of = filters.filter((filter) => filter !== undefined);
  return of.length > 1 ? { kind: 'and', of } : of[0];
};

/**
 * The filter for the documents of a type on which the caller may do the action; undefined: all documents. Reading
 * drafts, or with `view=edit`, also needs the conditions of `update`.
 */
export const permittedFilter = (
  action: string,
  type: ContentType,
  scope: Scope,
  readsDrafts = scope.status === 'draft',
): Filter | undefined => {
  const { caller } = scope;
  const needsUpdate =
    isReadingAction(action) &&
    (scope.editView === true || (readsDrafts && type.draftAndPublish && caller.kind !== 'token'));
  return combineFilters([
    ...permittedFilters(action, type, scope),
    ...(needsUpdate ? permittedFilters('update', type, scope) : []),
  ]);
};

/**
 * The filter for the documents of a type that exist for a caller who may do the action on them: project code may hide
 * documents that permissions let the caller write. undefined: all documents.
 */
export const existingFilter = (action: string, type: ContentType, scope: Scope): Filter | undefined =>
  combineFilters([permittedFilter(action, type, scope), ...filtersOfProject('canRead', type, scope)]);

/** The filter for the documents of a type that project code lets the caller read; undefined: all documents. */
export const readableFilter = (type: ContentType, scope: Scope): Filter | undefined =>
  combineFilters(filtersOfProject('canRead', type, scope));

/**
 * The filter for the documents of a type that the caller may change in some way. Only callers that may change a
 * document see its revision, because the revision counts changes of drafts, and of links from documents that others may
 * not find.
 *
 * @param scope its status is the version that edits go to
 * @returns true: all documents; undefined: none
 */
export const changeableFilter = (type: ContentType, scope: Scope): true | Filter | undefined => {
  const conditions = permittedChanges(scope.caller, type.uid).map((action) => permittedFilter(action, type, scope));
  if (conditions.length === 0) return undefined;
  const of = conditions.filter((condition) => condition !== undefined);
  return of.length < conditions.length ? true : { kind: 'or', of };
};

/**
 * Whether a query of drafts answers published versions of related documents: with `view=edit`, those whose drafts the caller
 * may not see. Without them, people who write only their own documents would not see what these relate to.
 */
export const publishedTargets = (scope: Scope, type: ContentType): PublishedTargets | undefined => {
  const { caller, status, editView } = scope;
  if (editView !== true || status !== 'draft' || !type.draftAndPublish) return undefined;
  if (!mayReadDrafts(caller, type.uid)) return 'only';
  return permittedFilter('find', type, relatedScope(scope)) === undefined ? undefined : 'instead';
};

/** By type uid: the filter for the documents that the caller may find, for types where that is not every document. */
export const visibleFilters = (scope: Scope): ReadonlyMap<string, Filter> =>
  new Map([...(hasCondition(scope.caller) ? conditionedTypes(scope) : []), ...creatorCondition(scope.schema)]);

const conditionedTypes = (scope: Scope): readonly (readonly [string, Filter])[] =>
  [...scope.schema.types.values()].flatMap((type) => {
    const within = permittedFilter('find', type, scope);
    return within === undefined ? [] : [[type.uid, within] as const];
  });
