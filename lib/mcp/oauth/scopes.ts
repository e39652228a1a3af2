// What an agent may do of what its user may: only what is listed here, so that a new permission is not included.
import { uploadUid, type Caller, type Condition } from '../../platform/access/index.ts';
import { agentScopes, type AgentScope } from '../../platform/agentScopes.ts';
import { editorPermissionNames } from '../../platform/editorPermissions.ts';
import type { Schema } from '../../schema/index.ts';

/** Actions on the site's own content types; files; and the description of the types, without which nobody comments or reviews. */
const namesIn: Readonly<Record<AgentScope, readonly string[]>> = {
  read: ['find', 'findOne', 'versions', `${uploadUid}.find`, `${uploadUid}.findOne`, ...editorPermissionNames],
  write: ['create', 'update', 'review', `${uploadUid}.upload`],
  publish: ['publish'],
};

const scopeOf = new Map(agentScopes.flatMap((scope) => namesIn[scope].map((name) => [name, scope] as const)));

/** @returns the scopes that a permission needs, all of them; none: no agent has it */
const scopesFor = ({ types }: Schema, permission: string): readonly AgentScope[] => {
  const dot = permission.lastIndexOf('.');
  const type = permission.startsWith('api::') ? types.get(permission.slice(0, dot)) : undefined;
  const scope = scopeOf.get(type === undefined ? permission : permission.slice(dot + 1));
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

/** Users have a list of permissions. */
const permissionsOf = (allowed: Caller['allowed']) => (typeof allowed === 'string' ? [] : [...allowed]);

/** @returns the permissions of an agent with these scopes, each with the condition of its user */
export const reducePermissions = (
  schema: Schema,
  { allowed }: Pick<Caller, 'allowed'>,
  scopes: readonly AgentScope[],
): ReadonlyMap<string, Condition> =>
  new Map(
    permissionsOf(allowed).flatMap(([name, condition]) => {
      const needed = scopesFor(schema, name);
      const isAllowed = needed.length > 0 && needed.every((scope) => scopes.includes(scope));
      return isAllowed ? [[name, withoutApproval(schema, name, condition, scopes)]] : [];
    }),
  );

/** @returns the scopes of which a user may do anything */
export const possibleScopes = (schema: Schema, { allowed }: Pick<Caller, 'allowed'>): readonly AgentScope[] => {
  const possible = new Set(permissionsOf(allowed).flatMap(([name]) => scopesFor(schema, name)));
  return agentScopes.filter((scope) => possible.has(scope));
};
