// Which users are creators of documents; in bundles of sites without them, a stub replaces this module.
import { memberRoles } from '../../platform/access/index.ts';
import { builtInUids, creatorUid, hasCreators, typeOf, type Schema } from '../../schema/index.ts';
import type { Filter } from './types.ts';

/**
 * @returns the condition on creators, by their uid: their role is not one of members, because Strapi's users create nothing
 *   either. Empty if no type has creators
 */
export const creatorCondition = (schema: Schema): readonly (readonly [string, Filter])[] => {
  if (!hasCreators(schema)) return [];
  const role = typeOf(schema, builtInUids.user).attributes.get('role');
  const target = typeOf(schema, builtInUids.role);
  const type = target.attributes.get('type');
  if (role?.kind !== 'relation' || type?.kind !== 'scalar') return [];
  const where: Filter = { kind: 'compare', attribute: type, operator: 'in', negated: true, operands: memberRoles };
  return [[creatorUid, { kind: 'related', attribute: role, target, where }]];
};
