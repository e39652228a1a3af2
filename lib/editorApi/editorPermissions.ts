// Lists what a caller may do, for clients that show only that.
import {
  conditionOf,
  isReadingAction,
  permittedActions,
  type Caller,
  type PermissionSource,
} from '../platform/access/index.ts';
import type { AnswerOf } from '../contracts/index.ts';
import { ApiError } from '../errors.ts';
import { readJsonQuery, type ReadContext } from '../read/query/index.ts';
import type { editorContract } from './contract.ts';

/** By uid, then by action. */
type EditorPermissions = AnswerOf<typeof editorContract.operations.findEditor>['data']['permissions'];

type LimitedAction = Exclude<EditorPermissions[string][string], true>;

/** Whether the caller could send the filters in a query: a role may have filters on attributes that its users do not see. */
const mayKnow = (filters: object, uid: string, caller: Caller, context: ReadContext): boolean => {
  const type = context.schema.types.get(uid);
  if (type === undefined) return false;
  try {
    readJsonQuery({ filters }, type, caller, context);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
};

const limitOf = (caller: Caller, action: string, uid: string, context: ReadContext): LimitedAction | undefined => {
  const { own, filters } = conditionOf(caller, action, uid) ?? {};
  const projectFilters = isReadingAction(action) ? caller.restricted?.canRead : caller.restricted?.canWrite;
  const isKnown = filters !== undefined && mayKnow(filters, uid, caller, context);
  const isRestricted = projectFilters?.has(uid) === true || (filters !== undefined && !isKnown);
  if (own !== true && filters === undefined && !isRestricted) return undefined;
  return {
    ...(own === true ? { own } : {}),
    ...(isKnown ? { filters: { ...filters } } : {}),
    ...(isRestricted ? { restricted: true as const } : {}),
  };
};

/** @returns every permission of the site that the caller has; it names no attribute that the caller may not see */
export const editorPermissions = (caller: Caller, context: ReadContext & PermissionSource): EditorPermissions => {
  const actions: Record<string, Record<string, true | LimitedAction>> = {};
  for (const { uid, action } of permittedActions(caller, context))
    (actions[uid] ??= {})[action] = limitOf(caller, action, uid, context) ?? true;
  return actions;
};
