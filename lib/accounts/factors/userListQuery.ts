// Parses the query of a list of users, which may choose those with a factor, or without any, and sort without case.
import { forbidden, invalid } from '../../errors.ts';
import { conditionOf, hasPermission, type Action, type Caller } from '../../platform/access/index.ts';
import type { Service } from '../../platform/service.ts';
import {
  combineFilters,
  parseTree,
  queryFromTree,
  type Filter,
  type Query,
  type SortKey,
} from '../../read/query/index.ts';
import { builtInUids, identityAttributes, factorKindsName } from '../../schema/index.ts';
import { worksInEditor } from '../roles/index.ts';
import { factor as factorParameter } from '../users/contract.ts';
import { findByDocumentId, userTarget, type UserRequestContext } from '../users/index.ts';

const [, documentIdAttribute] = identityAttributes;

const { enum: kinds } = factorParameter;

/** Others, such as members who may find users, must not learn who has no factor. @throws ApiError 403 */
export const requireFactorReader = async (service: Service, caller: Caller): Promise<void> => {
  if (caller.allowed === 'everything') return;
  const found = caller.user === undefined ? undefined : await findByDocumentId(service, caller.user);
  // A role may administer nothing but users.
  const changesUsers =
    hasPermission(caller, 'update', builtInUids.user) && conditionOf(caller, 'update', builtInUids.user) === undefined;
  if (found === undefined || !(changesUsers || (await worksInEditor(service, found))))
    throw forbidden('Only users of the editor, and tokens with full access, learn who has a second factor');
};

const isText = ({ attribute }: SortKey): boolean => attribute.value === 'text';

/**
 * @param text the raw query string; beside the parameters of all lists it may have `factor` and `ignoreCase`
 * @throws ApiError 400 for another factor than `none`, `totp` and `passkey`, and as `readQuery`; 403 as `requireFactorReader`
 */
export const userListQuery = async (
  service: Service,
  { caller, locales }: UserRequestContext,
  text: string,
  action: Action,
): Promise<Query> => {
  const { factor, ignoreCase = 'false', ...tree } = parseTree(text);
  const read = queryFromTree(tree, userTarget(service.schema).type, caller, { ...service, locales }, { action });
  if (ignoreCase !== 'true' && ignoreCase !== 'false')
    throw invalid('ignoreCase must be true or false', { path: 'ignoreCase' });
  const query =
    ignoreCase === 'true' ? { ...read, sort: read.sort.map((key) => ({ ...key, ignoresCase: isText(key) })) } : read;
  if (factor === undefined) return query;
  await requireFactorReader(service, caller);
  const kind = kinds.find((one) => one === factor);
  if (kind === undefined)
    throw invalid(`factor must be one of the following values: ${kinds.join(', ')}`, { path: 'factor' });
  const attribute = { ...documentIdAttribute, name: factorKindsName };
  const chosen: Filter = {
    kind: 'compare',
    attribute,
    operator: 'eq',
    negated: false,
    operands: [kind === 'none' ? null : kind],
  };
  return { ...query, filter: combineFilters([query.filter, chosen]) };
};
