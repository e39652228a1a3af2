// Finds what callers may read of the documents of actions: only that may show of a release.
import { conditionOf, hasPermission, mayReadDrafts, mayReadEveryDraft } from '../platform/access/index.ts';
import { livingFilter, standaloneOperations, type StoredDocument, type Transaction } from '../platform/db/index.ts';
import { visibleDocumentsAmong } from '../read/execute/index.ts';
import { readQuery } from '../read/query/index.ts';
import type { ContentType, Status } from '../schema/index.ts';
import { authorOf, releasableType, type ReleaseContext } from './releaseContext.ts';
import { everyLocale, type ActionType, type StoredAction } from './storedReleases.ts';

/** The document of an action, and what happens to it. */
type ActionTarget = Pick<StoredAction, 'type' | 'contentType' | 'documentId' | 'locale'>;

/** What a caller may read of the document of an action. */
export interface VisibleParts {
  readonly has: (version: Status, locale: string | null) => boolean;
  /** Whether this is everything that the action is about. */
  readonly isWhole: boolean;
}

/** By action; those of which the caller may read nothing have no entry. */
export type Visibility<T = StoredAction> = ReadonlyMap<T, VisibleParts>;

/** The versions that an action is about, the first one that exists. What is not published yet may be planned to go offline. */
export const versionsOfAction = (type: ActionType): readonly Status[] =>
  type === 'publish' ? ['draft'] : ['published', 'draft'];

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

const everyPart: VisibleParts = { has: () => true, isWhole: true };

const localesOf = ({ locales }: ReleaseContext, { locale }: ActionTarget): readonly (string | null)[] =>
  locale === everyLocale ? [...locales.codes] : locale === null || locales.codes.has(locale) ? [locale] : [];

const statuses = ['draft', 'published'] as const;

const partOf = (name: string, locale: string | null): string => `${name} ${String(locale)}`;

/** The versions of the documents of these targets, also hidden ones, as `partOf` names them. */
const findVersions = async (type: ContentType, targets: readonly ActionTarget[], unit: Transaction) => {
  if (targets.length === 0) return new Set<string>();
  const ids = targets.map(({ documentId }) => documentId);
  const found = await unit.db
    .collection<StoredDocument>(type.collectionName)
    .find({ documentId: { $in: ids }, ...livingFilter })
    .project<Pick<StoredDocument, 'documentId' | 'locale' | Status>>({
      ...{ documentId: 1, locale: 1, 'draft.id': 1, 'published.id': 1 },
    })
    .toArray();
  return new Set(
    found.flatMap(({ documentId, locale, ...versions }) =>
      statuses.filter((one) => versions[one] !== undefined).map((one) => partOf(`${documentId} ${one}`, locale)),
    ),
  );
};

const findOfType = async <T extends ActionTarget>(
  context: ReleaseContext,
  type: ContentType,
  targets: readonly T[],
  unit: Transaction,
): Promise<Visibility<T>> => {
  const { service, caller, locales } = context;
  const found = new Map<T, Set<string>>();
  for (const locale of new Set(targets.flatMap((target) => localesOf(context, target))))
    for (const status of statuses) {
      if (status === 'draft' && !mayReadDrafts(caller, type.uid)) continue;
      const about = targets.filter(
        (target) => localesOf(context, target).includes(locale) && versionsOfAction(target.type).includes(status),
      );
      if (about.length === 0) continue;
      const parameters = new URLSearchParams({ status, ...(locale === null ? {} : { locale }) });
      const query = readQuery(parameters.toString(), type, caller, { ...service, locales });
      const ids = [...new Set(about.map(({ documentId }) => documentId))];
      const visible = await visibleDocumentsAmong(service, query, ids, unit);
      for (const target of about)
        if (visible.has(target.documentId))
          found.set(target, (found.get(target) ?? new Set()).add(partOf(status, locale)));
    }
  const isWholeWith = (target: T, versionIn: (locale: string | null) => Status | undefined): boolean =>
    localesOf(context, target).every((locale) => {
      const version = versionIn(locale);
      return version === undefined || found.get(target)?.has(partOf(version, locale)) === true;
    });
  const partial = [...found.keys()].filter((target) => !isWholeWith(target, () => versionsOfAction(target.type)[0]));
  const stored = await findVersions(type, partial, unit);
  /** The version that the action changes, or would change once it is published. */
  const storedVersion = ({ type: action, documentId }: T, locale: string | null): Status | undefined =>
    versionsOfAction(action).find((version) => stored.has(partOf(`${documentId} ${version}`, locale)));
  return new Map(
    [...found].map(([target, parts]) => [
      target,
      {
        has: (version, locale) => parts.has(partOf(version, locale)),
        isWhole: isWholeWith(target, (locale) => storedVersion(target, locale)),
      },
    ]),
  );
};

/**
 * @returns what the caller may read of each document: in the version that its action is about, and in each locale. A deleted document
 *   is visible to callers who may read all documents of its type
 */
export const findVisibility = async <T extends ActionTarget>(
  context: ReleaseContext,
  targets: readonly T[],
): Promise<Visibility<T>> => {
  const unit = await standaloneOperations(context.service.database);
  const visible = new Map<T, VisibleParts>();
  for (const uid of new Set(targets.map(({ contentType }) => contentType))) {
    const ofType = targets.filter(({ contentType }) => contentType === uid);
    const type = releasableType(context.service.schema, uid);
    // Only callers with full access see what is left of a type.
    if (type === undefined ? context.caller.allowed === 'everything' : seesAll(context, type))
      for (const one of ofType) visible.set(one, everyPart);
    else if (type !== undefined && mayFind(context, type))
      for (const [one, parts] of await findOfType(context, type, ofType, unit)) visible.set(one, parts);
  }
  return visible;
};

/** Whether the caller is the author, or the owner. Nobody knows whether two callers without credentials are the same. */
export const isOwn = ({ caller }: Pick<ReleaseContext, 'caller'>, author: string | null): boolean =>
  caller.kind !== 'public' && author === authorOf(caller);
