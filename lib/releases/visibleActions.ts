// Finds which actions of releases a caller may know of: those of documents that the caller may read.
import { conditionOf, hasPermission, mayReadDrafts, mayReadEveryDraft } from '../platform/access/index.ts';
import { standaloneOperations, type Transaction } from '../platform/db/index.ts';
import { visibleDocumentsAmong } from '../read/execute/index.ts';
import { readQuery } from '../read/query/index.ts';
import type { ContentType, Status } from '../schema/index.ts';
import { authorOf, releasableType, type ReleaseContext } from './releaseContext.ts';
import { everyLocale, type StoredAction } from './storedReleases.ts';

/** The document of an action. */
export type ActionTarget = Pick<StoredAction, 'contentType' | 'documentId' | 'locale'>;

const mayFind = ({ caller }: ReleaseContext, { uid, kind }: ContentType): boolean =>
  hasPermission(caller, 'find', uid) && (kind === 'singleType' || hasPermission(caller, 'findOne', uid));

/** Whether nothing hides a document of the type from the caller. */
export const seesAll = (context: ReleaseContext, type: ContentType): boolean => {
  const { caller } = context;
  return (
    mayFind(context, type) &&
    mayReadEveryDraft(caller, type.uid) &&
    caller.restricted === undefined &&
    ['find', 'findOne'].every((action) => conditionOf(caller, action, type.uid) === undefined)
  );
};

/** The locales in which a target may be seen; any of them is enough. */
const localesOf = ({ locales }: ReleaseContext, { locale }: ActionTarget): readonly (string | null)[] =>
  locale === everyLocale ? [...locales.codes] : [locale];

const findVisible = async <T extends ActionTarget>(
  context: ReleaseContext,
  type: ContentType,
  targets: readonly T[],
  unit: Transaction,
  versions: readonly Status[],
): Promise<ReadonlySet<T>> => {
  const { service, caller, locales } = context;
  const found = new Set<T>();
  const statuses = versions.filter((status) => status === 'published' || mayReadDrafts(caller, type.uid));
  for (const locale of new Set(targets.flatMap((target) => localesOf(context, target)))) {
    const inLocale = targets.filter((target) => localesOf(context, target).includes(locale));
    const ids = [...new Set(inLocale.map(({ documentId }) => documentId))];
    for (const status of statuses) {
      const parameters = new URLSearchParams({ status, ...(locale === null ? {} : { locale }) });
      const query = readQuery(parameters.toString(), type, caller, { ...service, locales });
      const visible = await visibleDocumentsAmong(service, query, ids, unit);
      for (const target of inLocale) if (visible.has(target.documentId)) found.add(target);
    }
  }
  return found;
};

/**
 * @param versions one of them is enough
 * @returns those targets whose document the caller may read, in one of its locales. A deleted document is visible to callers who may
 *   read all documents of its type
 */
export const visibleTargets = async <T extends ActionTarget>(
  context: ReleaseContext,
  targets: readonly T[],
  versions: readonly Status[] = ['draft', 'published'],
): Promise<ReadonlySet<T>> => {
  const { service, locales } = context;
  const unit = await standaloneOperations(service.database);
  const visible = new Set<T>();
  for (const uid of new Set(targets.map(({ contentType }) => contentType))) {
    const ofType = targets.filter(({ contentType }) => contentType === uid);
    const type = releasableType(service.schema, uid);
    // Only callers with full access see what is left of a type.
    const seesEverything = type === undefined ? context.caller.allowed === 'everything' : seesAll(context, type);
    const known = ofType.filter(({ locale }) => locale === null || locale === everyLocale || locales.codes.has(locale));
    const found = seesEverything
      ? ofType
      : type === undefined || !mayFind(context, type)
        ? []
        : await findVisible(context, type, known, unit, versions);
    for (const one of found) visible.add(one);
  }
  return visible;
};

/** Whether the caller is the author. Nobody knows whether two callers without credentials are the same. */
export const isOwn = ({ caller }: Pick<ReleaseContext, 'caller'>, author: string | null): boolean =>
  caller.kind !== 'public' && author === authorOf(caller);

/** The actions that the caller may know of: of visible documents, and the caller's own. */
export const visibleActions = async (
  context: ReleaseContext,
  actions: readonly StoredAction[],
): Promise<readonly StoredAction[]> => {
  const visible = await visibleTargets(context, actions);
  return actions.filter((action) => visible.has(action) || isOwn(context, action.author));
};
