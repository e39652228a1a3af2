// Renames attributes in the paths of comments, which would otherwise name nothing.
import type { Db } from 'mongodb';
import { collections } from '../../lib/platform/db/index.ts';
import { componentsIn, type Attributes } from '../../lib/schema/index.ts';
import { newUidOf, oldUidOf } from './schemaElements.ts';
import type { MigrationPlan } from './types.ts';

interface Holder {
  readonly uid: string;
  readonly attributes: Attributes;
}

/** @param holders of the first name: the type, or the components that an attribute may contain */
const renameSteps = (
  [name, ...rest]: readonly string[],
  holders: readonly Holder[],
  plan: Pick<MigrationPlan, 'base' | 'renames'>,
): readonly string[] => {
  if (name === undefined) return [];
  // The id of an entry.
  if (/^\d+$/.test(name)) return [name, ...renameSteps(rest, holders, plan)];
  const own = holders.filter(({ attributes }) => attributes.has(name));
  const [to = name] = own.flatMap(({ uid }) => plan.renames.attributes.get(uid)?.get(name) ?? []);
  const inner = own.flatMap(({ attributes }) => {
    const attribute = attributes.get(name);
    return attribute === undefined ? [] : componentsIn(attribute).flatMap((uid) => plan.base.components.get(uid) ?? []);
  });
  return [to, ...renameSteps(rest, inner, plan)];
};

export const renameCommentPaths = async (plan: Pick<MigrationPlan, 'base' | 'renames'>, db: Db): Promise<void> => {
  const comments = db.collection<{ readonly type: string; readonly path?: string }>(collections.comments);
  for (const type of plan.base.types.values()) {
    const newUid = newUidOf(type.uid, plan);
    const ofType = { type: { $in: oldUidOf(newUid, plan) === type.uid ? [type.uid, newUid] : [type.uid] } };
    const paths = (await comments.distinct('path', ofType)).filter((path) => typeof path === 'string');
    // All at once, because a new name may be the old one of another attribute.
    const branches = paths.flatMap((path) => {
      const to = renameSteps(path.split('.'), [type], plan).join('.');
      return to === path ? [] : [{ case: { $eq: ['$path', { $literal: path }] }, then: { $literal: to } }];
    });
    if (branches.length > 0)
      await comments.updateMany(ofType, [
        { $set: { path: { $switch: { branches, default: { $ifNull: ['$path', '$$REMOVE'] } } } } },
      ]);
  }
};
