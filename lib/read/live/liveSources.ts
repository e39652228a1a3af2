// Finds what a caller may learn of changes: of which types, and of which of their documents.
import { conditionOf, hasPermission, uploadUid, type Caller } from '../../platform/access/index.ts';
import { builtInUids, isContent, type ContentType } from '../../schema/index.ts';
import { findableFilter, readQuery, type ReadContext } from '../query/index.ts';
import { visibleStages } from '../plan/index.ts';

/** The stages that leave the documents that the caller may read. */
type Stages = NonNullable<ReturnType<typeof visibleStages>>;

export interface LiveSource {
  readonly type: ContentType;
  /** Whether the caller may list the type, so that its uid tells of changes. */
  readonly lists: boolean;
  /** undefined: all documents that are or were published. */
  readonly visible: Stages | undefined;
}

const sourceOf = (type: ContentType, caller: Caller, context: ReadContext): LiveSource | undefined => {
  const isFile = type.uid === builtInUids.file;
  const uid = isFile ? uploadUid : type.uid;
  const lists = hasPermission(caller, 'find', uid);
  const action = lists ? 'find' : 'findOne';
  if (!hasPermission(caller, action, uid) || (isFile && conditionOf(caller, action, uid) !== undefined))
    return undefined;
  if (findableFilter(action, type, caller, context) === undefined) return { type, lists, visible: undefined };
  const visible = visibleStages(readQuery('locale=*', type, caller, context, { action }), context.schema);
  return visible === undefined ? undefined : { type, lists, visible };
};

/** The types of which the caller may read published documents. */
export const findLiveSources = (caller: Caller, context: ReadContext): readonly LiveSource[] =>
  [...context.schema.types.values()].filter(isContent).flatMap((type) => sourceOf(type, caller, context) ?? []);
