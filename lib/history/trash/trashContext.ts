// Decides which deleted documents exist for a caller, as if they were not deleted.
import { forbidden, notFound, type ApiError } from '../../errors.ts';
import {
  conditionOf,
  hasPermission,
  mayReadDrafts,
  requirePermission,
  uploadUid,
  type Caller,
} from '../../platform/access/index.ts';
import type { Transaction } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { planOf, queryRunner, runPlan, type PlanOf } from '../../read/execute/index.ts';
import { existingWritableFilter, readQuery, type Filter, type Locales, type Query } from '../../read/query/index.ts';
import {
  builtInUids,
  editedVersion,
  isContent,
  versionsOf,
  type ContentType,
  type Status,
} from '../../schema/index.ts';
import { notInTrash, trashFilter } from '../../write/documents/index.ts';

/** A caller who may delete, and so restore, documents of a type. */
export interface TrashContext {
  readonly service: Service;
  readonly caller: Caller;
  readonly locales: Locales;
  readonly type: ContentType;
}

const isFileType = ({ uid }: ContentType): boolean => uid === builtInUids.file;

/**
 * @param uid of the type
 * @throws ApiError 404 if the type has no trash; 403 for a caller who may not read and delete its documents
 */
export const trashContext = async (service: Service, caller: Caller, uid: string): Promise<TrashContext> => {
  const type = service.schema.types.get(uid);
  if (type === undefined || !isContent(type) || service.config.trash.days === 0) throw notFound();
  if (isFileType(type)) {
    requirePermission(caller, 'find', uploadUid);
    requirePermission(caller, 'destroy', uploadUid);
  } else {
    requirePermission(caller, 'find', uid);
    if (type.kind === 'collectionType') requirePermission(caller, 'findOne', uid);
    requirePermission(caller, 'delete', uid);
  }
  return { service, caller, type, locales: await service.locales.known() };
};

/** Puts the content of tombstones where the stages of a read expect it. */
const asLiving = {
  $replaceWith: { $mergeObjects: ['$$ROOT', { draft: '$removed.draft', published: '$removed.published' }] },
};

/** The same plan, for documents in the trash. */
export const planRemoved =
  ({ service, type }: TrashContext, plan: PlanOf, locale: string | null, documentIds: readonly string[]): PlanOf =>
  (unresolved) => {
    const { match, stages, resolve, collection, lookups, batches } = plan(unresolved);
    const tombstones = { ...trashFilter(service, type), documentId: { $in: [...documentIds] }, locale };
    return {
      resolve,
      collection,
      lookups,
      batches,
      match: tombstones,
      stages: [asLiving, { $match: match }, ...stages],
    };
  };

/** The query of a version in a locale; null where the type is not localized. */
export const queryOf = (
  { service, caller, locales, type }: TrashContext,
  status: Status,
  locale: string | null,
): Query => {
  const parameters = new URLSearchParams({ status, ...(locale === null ? {} : { locale }) });
  return readQuery(parameters.toString(), type, caller, { ...service, locales });
};

const matchingRemoved = async (
  context: TrashContext,
  query: Query,
  locale: string | null,
  documentIds: readonly string[],
  unit: Transaction,
): Promise<ReadonlySet<string>> => {
  const existenceQuery: Query = {
    ...query,
    ...{ filter: undefined, sort: [], select: { fields: [], populate: [] } },
    page: { mode: 'offset', start: 0, limit: Math.max(1, documentIds.length), withCount: false },
  };
  // Also of a single type there may be several in the trash.
  const asCollection: Query = { ...existenceQuery, type: { ...query.type, kind: 'collectionType' } };
  const plan = planRemoved(context, planOf(asCollection, context.service.schema), locale, documentIds);
  const { rows } = await runPlan(queryRunner(unit), plan);
  return new Set(rows.map(({ documentId }) => String(documentId)));
};

/** The versions that the caller may read in general; `permitted` of their queries restricts it to some documents. */
const readableVersions = ({ caller, type }: TrashContext): readonly Status[] =>
  versionsOf(type).filter((status) => status === 'published' || mayReadDrafts(caller, type.uid));

/** The documents that the caller may delete; undefined: all. */
const deletableFilter = ({ service, caller, locales, type }: TrashContext): Filter | undefined => {
  if (!isFileType(type)) return existingWritableFilter('delete', type, caller, { ...service, locales });
  if (conditionOf(caller, 'destroy', uploadUid)?.own !== true) return undefined;
  return caller.user === undefined ? { kind: 'or', of: [] } : { kind: 'own', user: caller.user };
};

const creatorIn = (filter: Filter | undefined): string | undefined => {
  if (filter?.kind === 'own') return filter.user;
  return filter?.kind === 'and' ? filter.of.map(creatorIn).find((user) => user !== undefined) : undefined;
};

/** The creator of all documents that the caller may restore; undefined: they may have any. */
export const creatorOf = (context: TrashContext): string | undefined => {
  const { permitted } = queryOf(context, 'published', context.type.localized ? context.locales.defaultLocale : null);
  return creatorIn(permitted) ?? creatorIn(deletableFilter(context));
};

/** What the caller may do with deleted documents in one locale. */
export interface RemovedAccess {
  /** By documentId, the versions that the caller sees; documents without an entry do not exist for the caller. */
  readonly visible: ReadonlyMap<string, readonly Status[]>;
  /** Those that the caller may restore, or delete for good. */
  readonly restorable: ReadonlySet<string>;
}

/** Evaluates the caller's permissions on deleted documents in one locale. */
export const accessTo = async (
  context: TrashContext,
  locale: string | null,
  documentIds: readonly string[],
  unit: Transaction,
): Promise<RemovedAccess> => {
  const visible = new Map<string, Status[]>();
  for (const status of readableVersions(context)) {
    const query = queryOf(context, status, locale);
    for (const documentId of await matchingRemoved(context, query, locale, documentIds, unit))
      visible.set(documentId, [...(visible.get(documentId) ?? []), status]);
  }
  const deletable = deletableFilter(context);
  if (deletable === undefined) return { visible, restorable: new Set(visible.keys()) };
  const { service, caller, locales, type } = context;
  const parameters = new URLSearchParams(locale === null ? {} : { locale });
  const query = readQuery(parameters.toString(), type, caller, { ...service, locales }, { action: 'update' });
  const edited: Query = { ...query, status: editedVersion(type), permitted: deletable };
  const matching = await matchingRemoved(context, edited, locale, documentIds, unit);
  return { visible, restorable: new Set([...visible.keys()].filter((documentId) => matching.has(documentId))) };
};

/**
 * Checks that the caller may restore a deleted document, or delete it for good, in these locales.
 *
 * @throws ApiError 404 if it does not exist for the caller in one of them, 403 if the caller may see but not delete it
 */
export const checkRestorable = async (
  context: TrashContext,
  documentId: string,
  locales: readonly (string | null)[],
  unit: Transaction,
): Promise<void> => {
  let refusal: ApiError | undefined = locales.length === 0 ? notInTrash() : undefined;
  for (const locale of locales) {
    const { visible, restorable } = await accessTo(context, locale, [documentId], unit);
    if (!visible.has(documentId)) throw notInTrash();
    if (!restorable.has(documentId)) refusal = forbidden();
  }
  if (refusal !== undefined) throw refusal;
};

/** Whether the caller learns who deleted documents: as with `view=edit`, who may change them. */
export const seesWriters = ({ caller, type }: TrashContext): boolean =>
  isFileType(type) || hasPermission(caller, 'update', type.uid);
