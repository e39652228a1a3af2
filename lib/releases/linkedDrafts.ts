// Finds what a release leaves out: drafts that its documents link to, and that readers do not have after it.
import { hasPermission } from '../platform/access/index.ts';
import { isPrivateIn, linksIn, livingFilter, type StoredDocument } from '../platform/db/index.ts';
import { openTitleAttribute, type ContentType } from '../schema/index.ts';
import { maxLinkedDrafts, type LinkedDraft } from './contract.ts';
import { actionsByType, releasableType, type ReleaseContext } from './releaseContext.ts';
import type { ReleaseView } from './releaseState.ts';
import { findRelease } from './releaseViews.ts';
import { titleOf } from './seenActions.ts';
import { coversLocale } from './storedReleases.ts';
import { findVisibility } from './visibleActions.ts';

/** What a document of the release links to, in one locale. */
interface LinkedTarget {
  readonly type: 'publish';
  readonly contentType: string;
  readonly documentId: string;
  readonly locale: string | null;
  readonly linkedBy: Set<number>;
}

/** The most targets that are looked at: a document may have thousands of links. */
const maxTargets = 1_000;

/** The targets of the links in drafts that the release publishes and the caller may read. No caller sees private attributes in answers. */
const findTargets = async (
  { service, caller, locales }: ReleaseContext,
  { actions, visible }: ReleaseView,
): Promise<readonly LinkedTarget[]> => {
  const { schema } = service;
  const db = await service.database.get();
  const targets = new Map<string, LinkedTarget>();
  const isInRelease = ({ contentType, documentId, locale }: LinkedTarget): boolean =>
    actions.some(
      (action) =>
        action.contentType === contentType && action.documentId === documentId && coversLocale(action, locale),
    );
  const published = actions.filter(({ type }) => type === 'publish');
  for (const { type, ofType } of actionsByType(schema, published)) {
    const documentIds = ofType.map(({ documentId }) => documentId);
    const stored = db
      .collection<StoredDocument>(type.collectionName)
      .find(
        { documentId: { $in: documentIds }, ...livingFilter },
        { projection: { documentId: 1, locale: 1, draft: 1 } },
      )
      .sort({ _id: 1 });
    // One after the other: together they may be larger than the memory of a function.
    for await (const { documentId, locale, draft = {} } of stored) {
      const action = ofType.find((one) => one.documentId === documentId && coversLocale(one, locale));
      if (action === undefined || visible.get(action)?.has('draft', locale) !== true) continue;
      for (const { uid: contentType, link, attribute, entry } of linksIn(schema, type.attributes, draft)) {
        const target = releasableType(schema, contentType);
        if (target === undefined || isPrivateIn(attribute, entry) || !hasPermission(caller, 'publish', contentType))
          continue;
        const ofTarget = target.localized ? (locale ?? locales.defaultLocale) : null;
        const key = `${contentType} ${link.to} ${String(ofTarget)}`;
        const found = targets.get(key) ?? {
          ...{ type: 'publish' as const, contentType, documentId: link.to, locale: ofTarget },
          linkedBy: new Set<number>(),
        };
        found.linkedBy.add(action._id);
        if (targets.has(key) || (targets.size < maxTargets && !isInRelease(found))) targets.set(key, found);
      }
    }
  }
  return [...targets.values()];
};

/** Those of the targets of a type that are drafts without a published version. */
const findDrafts = async (
  { service }: ReleaseContext,
  type: ContentType,
  targets: readonly LinkedTarget[],
): Promise<readonly StoredDocument[]> => {
  const title = openTitleAttribute(type);
  const isDraft = { draft: { $exists: true }, published: { $exists: false }, ...livingFilter };
  const projection = { documentId: 1, locale: 1, ...(title === undefined ? {} : { [`draft.${title}`]: 1 }) };
  const documentIds = targets.map(({ documentId }) => documentId);
  return (await service.database.get())
    .collection<StoredDocument>(type.collectionName)
    .find({ documentId: { $in: documentIds }, ...isDraft }, { projection })
    .toArray();
};

/**
 * @returns the drafts that documents of a release link to, that have no published version, and that are not in the release, as far as
 *   the caller may read both; none for a release that is done
 * @throws ApiError 404 if the release does not exist for the caller
 */
export const findLinkedDrafts = async (context: ReleaseContext, id: number): Promise<readonly LinkedDraft[]> => {
  const view = await findRelease(context, id);
  if (view.release.releasedAt !== null) return [];
  const targets = await findTargets(context, view);
  const visible = await findVisibility(context, targets);
  const readable = targets.filter((target) => visible.get(target)?.has('draft', target.locale) === true);
  const drafts: LinkedDraft[] = [];
  for (const { type, ofType } of actionsByType(context.service.schema, readable)) {
    const stored = await findDrafts(context, type, ofType);
    for (const { contentType, documentId: entryDocumentId, locale, linkedBy } of ofType) {
      const draft = stored.find((one) => one.documentId === entryDocumentId && one.locale === locale);
      if (draft !== undefined)
        drafts.push({ contentType, entryDocumentId, locale, title: titleOf(type, draft), linkedBy: [...linkedBy] });
    }
  }
  return drafts.slice(0, maxLinkedDrafts);
};
