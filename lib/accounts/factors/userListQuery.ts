// Parses the query of a list of users, which may choose those with a factor, or without any.
import { invalid } from '../../errors.ts';
import type { Action } from '../../platform/access/index.ts';
import type { Service } from '../../platform/service.ts';
import { combineFilters, parseTree, queryFromTree, type Filter, type Query } from '../../read/query/index.ts';
import { identityAttributes, factorKindsName } from '../../schema/index.ts';
import { userTarget, type UserRequestContext } from '../users/index.ts';

const [, documentIdAttribute] = identityAttributes;

/** What the users of the list have, by the value of the parameter. */
const kinds: ReadonlyMap<unknown, string | null> = new Map([
  ['none', null],
  ['totp', 'totp'],
  ['passkey', 'passkey'],
]);

/**
 * @param text the raw query string; beside the parameters of all lists it may have `factor`
 * @throws ApiError 400 for another factor than `none`, `totp` and `passkey`, and as `readQuery`
 */
export const userListQuery = (
  service: Service,
  { caller, locales }: UserRequestContext,
  text: string,
  action: Action,
): Query => {
  const { factor, ...tree } = parseTree(text);
  const query = queryFromTree(tree, userTarget(service.schema).type, caller, { ...service, locales }, { action });
  if (factor === undefined) return query;
  const kind = kinds.get(factor);
  if (kind === undefined)
    throw invalid('factor must be one of the following values: none, totp, passkey', { path: 'factor' });
  const attribute = { ...documentIdAttribute, name: factorKindsName };
  const chosen: Filter = { kind: 'compare', attribute, operator: 'eq', negated: false, operands: [kind] };
  return { ...query, filter: combineFilters([query.filter, chosen]) };
};
