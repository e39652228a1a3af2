// Parses the query of a list of users, which may choose those with a factor, or without any.
import type { Filter as StoredFilter } from 'mongodb';
import { invalid } from '../../errors.ts';
import type { Action } from '../../platform/access/index.ts';
import type { Service } from '../../platform/service.ts';
import { combineFilters, parseTree, queryFromTree, type Filter, type Query } from '../../read/query/index.ts';
import { identityAttributes } from '../../schema/index.ts';
import { userTarget, type UserRequestContext } from '../users/index.ts';
import { factorCollection, type StoredFactors } from './storedFactors.ts';

const [, documentIdAttribute] = identityAttributes;

/** By the value of the parameter: whose users are meant. `none`: those of no row. */
const filters: ReadonlyMap<unknown, StoredFilter<StoredFactors>> = new Map([
  ['none', { $or: [{ totp: { $exists: true } }, { 'passkeys.0': { $exists: true } }] }],
  ['totp', { totp: { $exists: true } }],
  ['passkey', { 'passkeys.0': { $exists: true } }],
]);

/**
 * @param text the raw query string; beside the parameters of all lists it may have `factor`
 * @throws ApiError 400 for another factor than `none`, `totp` and `passkey`, and as `readQuery`
 */
export const userListQuery = async (
  service: Service,
  { caller, locales }: UserRequestContext,
  text: string,
  action: Action,
): Promise<Query> => {
  const { factor, ...tree } = parseTree(text);
  const query = queryFromTree(tree, userTarget(service.schema).type, caller, { ...service, locales }, { action });
  if (factor === undefined) return query;
  const filter = filters.get(factor);
  if (filter === undefined)
    throw invalid('factor must be one of the following values: none, totp, passkey', { path: 'factor' });
  const operands = await (await factorCollection(service)).distinct('_id', filter);
  const negated = factor === 'none';
  const chosen: Filter = { kind: 'compare', attribute: documentIdAttribute, operator: 'in', negated, operands };
  return { ...query, filter: combineFilters([query.filter, chosen]) };
};
