// What an agent may do of what its user may: only what is listed here, so that a new permission is not included.
import { ApiError } from '../../errors.ts';
import { uploadUid, type Action, type Caller, type Condition } from '../../platform/access/index.ts';
import { agentScopes, type AgentScope } from '../../platform/agentScopes.ts';
import { editorPermissionNames } from '../../platform/editorPermissions.ts';
import type { Schema } from '../../schema/index.ts';

/** Of the site's own content types. */
const scopeOfAction: ReadonlyMap<string, AgentScope> = new Map<Action, AgentScope>([
  ['find', 'read'],
  ['findOne', 'read'],
  ['versions', 'read'],
  ['create', 'write'],
  ['update', 'write'],
  ['review', 'write'],
  ['publish', 'publish'],
]);

/** Beside them: files, and the description of the types, without which nobody comments or reviews. */
const scopeOfPermission: ReadonlyMap<string, AgentScope> = new Map<string, AgentScope>([
  ...editorPermissionNames.map((name) => [name, 'read'] as const),
  [`${uploadUid}.find`, 'read'],
  [`${uploadUid}.findOne`, 'read'],
  [`${uploadUid}.upload`, 'write'],
]);

/** @returns the scopes that a permission needs, all of them; none: no agent has it */
const scopesFor = ({ types }: Schema, permission: string): readonly AgentScope[] => {
  const dot = permission.lastIndexOf('.');
  const type = permission.startsWith('api::') ? types.get(permission.slice(0, dot)) : undefined;
  const scope = type === undefined ? scopeOfPermission.get(permission) : scopeOfAction.get(permission.slice(dot + 1));
  if (scope === undefined) return [];
  // What is written of a type without drafts is public at once.
  return scope === 'write' && type?.draftAndPublish === false ? ['write', 'publish'] : [scope];
};

/** Without the scope to publish, an agent approves nothing: a planned release would publish it, and what it changes stays approved. */
const withoutApproval = (
  { types }: Schema,
  name: string,
  condition: Condition,
  scopes: readonly AgentScope[],
): Condition => {
  const review = name.endsWith('.review') ? types.get(name.slice(0, -'.review'.length))?.review : undefined;
  if (review?.publishFrom === undefined || scopes.includes('publish')) return condition;
  const { stages = review.stages } = condition;
  return { ...condition, stages: stages.filter((stage) => stage !== review.publishFrom) };
};

/**
 * @param scopes what the user allowed the agent
 * @returns `allowed`: the permissions of the agent, each with the condition of its user; `possible`: the scopes of which the user may
 *   do anything
 */
export const reducePermissions = (
  schema: Schema,
  { allowed: full }: Pick<Caller, 'allowed'>,
  scopes: readonly AgentScope[] = [],
): { readonly allowed: ReadonlyMap<string, Condition>; readonly possible: readonly AgentScope[] } => {
  const allowed = new Map<string, Condition>();
  const possible = new Set<AgentScope>();
  // Users have a list of permissions.
  for (const [name, condition] of typeof full === 'string' ? [] : full) {
    const needed = scopesFor(schema, name);
    for (const scope of needed) possible.add(scope);
    if (needed.length > 0 && needed.every((scope) => scopes.includes(scope)))
      allowed.set(name, withoutApproval(schema, name, condition, scopes));
  }
  return { allowed, possible: agentScopes.filter((scope) => possible.has(scope)) };
};

/** @returns the scopes that a refused question of a tool needs, as far as the user could allow them */
export const missingScopes = (
  { served }: Schema,
  { method, path }: { readonly method: string; readonly path: string },
  error: unknown,
  withheld: readonly AgentScope[],
): readonly AgentScope[] => {
  if (!(error instanceof ApiError) || error.status !== 403) return [];
  const isPublished = served.get(path.split('/')[2] ?? '')?.draftAndPublish === false;
  const written: readonly AgentScope[] = isPublished || path.endsWith('/stage') ? ['write', 'publish'] : ['write'];
  // Whoever may not write a type reads no drafts of it.
  const needed = /\/actions\/(?!preview)/.test(path) ? ['publish'] : method === 'GET' ? ['read', 'write'] : written;
  return withheld.filter((scope) => needed.includes(scope));
};
