// Chooses what a query populates: its `pLevel`, its `populate`, or the default of the type.
import type { Action } from '../../platform/access/index.ts';
import { invalid } from '../../errors.ts';
import type { ContentType } from '../../schema/index.ts';
import type { Limits } from './scope.ts';
import { isEmpty, treeFromJson, type Branch, type Tree } from './tree.ts';

export interface RequestedPopulate {
  /** In any form of the parameter; undefined: nothing is populated. */
  readonly tree: Tree | undefined;
  /** Whether the schema declares it, and not the query. */
  readonly isDefault: boolean;
}

/** The populate of `pLevel=4`, as in the populate-deep plugin for Strapi 5. */
const readLevel = (level: Tree): Tree => {
  if (isEmpty(level)) return 'deep';
  if (typeof level !== 'string' || !/^\d{1,6}$/.test(level))
    throw invalid('Invalid value for pLevel, expected a whole number', { path: 'pLevel', value: level });
  return `deep,${level}`;
};

/**
 * @param query `pLevel` and `populate`; an empty `populate` populates nothing. A query with `view`, as the editor and project
 *   code send it, chooses itself, whatever the type's `populateMode` is
 * @param action only reads of lists and of documents have a default
 * @throws ApiError 400 for a `pLevel` that is not a whole number
 */
export const requestedPopulate = (
  { pLevel, populate, view }: Branch,
  type: ContentType,
  action: Action,
  { deepPopulate }: Limits,
): RequestedPopulate => {
  const json = action === 'find' || action === 'findOne' ? type.defaultPopulate?.[action] : undefined;
  const byDefault = json === undefined ? undefined : { tree: treeFromJson(json), isDefault: true };
  if (byDefault !== undefined && type.populateMode === 'always' && view === undefined) return byDefault;
  if (pLevel !== undefined && deepPopulate > 0) return { tree: readLevel(pLevel), isDefault: false };
  return populate === undefined && byDefault !== undefined ? byDefault : { tree: populate, isDefault: false };
};
