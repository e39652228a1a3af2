// What the last migration of a database has changed, and its renames in the opposite direction. Pure.
import { diffSchemas } from './diffSchemas.ts';
import { isLasting } from './kinds.ts';
import { deserializeSchema, type LastMigration } from './migrationRecord.ts';
import { elementName, newUidOf } from './schemaElements.ts';
import type { MigrationPlan } from './types.ts';

/** The plan of the last migration; undefined: an earlier version of Lectern did not record it. */
export const planOfLast = ({ from, to, options }: LastMigration): MigrationPlan | undefined =>
  to === undefined ? undefined : diffSchemas(deserializeSchema(from), deserializeSchema(to), options);

/** The rename of an attribute, from its old name to its new one, in the opposite direction. */
export const invertAttribute = (plan: MigrationPlan, holder: string, from: string, to: string): string =>
  `${elementName(plan.next, newUidOf(holder, plan), to)}=${from}`;

/** The renames of a plan in the opposite direction. */
export const invertRenames = (plan: MigrationPlan): readonly string[] => {
  const { base, next } = plan;
  const { types, components, attributes } = plan.renames;
  return [
    ...[...types].map(([from, to]) => `${elementName(next, to)}=${elementName(base, from)}`),
    ...[...components].map(([from, to]) => `${to}=${from}`),
    ...[...attributes].flatMap(([holder, names]) =>
      [...names].map(([from, to]) => invertAttribute(plan, holder, from, to)),
    ),
  ];
};

/** What the last migration has changed at once, such as `article.views`: previous servers do not read it right. */
export const lastingChanges = (last: LastMigration): readonly string[] => {
  const plan = planOfLast(last);
  if (plan === undefined) return [];
  return plan.changes
    .filter((change) => isLasting(change, plan))
    .map((change) => elementName(plan.base, change.holder, 'name' in change ? change.name : undefined));
};
