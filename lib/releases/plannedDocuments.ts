// Finds the documents that schedules are about, as lists of releases show them.
import { livingFilter, type StoredDocument } from '../platform/db/index.ts';
import { openTitleAttribute } from '../schema/index.ts';
import { titleOf } from './checkActions.ts';
import { releasableType, type ReleaseContext } from './releaseContext.ts';
import type { ReleaseView } from './releaseState.ts';
import { coversLocale, type ActionType, type StoredAction } from './storedReleases.ts';
import { visibleTargets } from './visibleActions.ts';

/** What a schedule does to which document. */
export interface PlannedDocument {
  readonly type: ActionType;
  readonly contentType: string;
  readonly entryDocumentId: string;
  readonly locale: string | null;
  /** null: the document has none, or is deleted, or the caller may not read it any more. */
  readonly title: string | null;
}

/** The titles of documents that the caller may read, with one read for each content type. */
const findTitles = async (
  context: ReleaseContext,
  actions: readonly StoredAction[],
): Promise<ReadonlyMap<StoredAction, string | null>> => {
  const { database, schema } = context.service;
  const visible = [...(await visibleTargets(context, actions))];
  const db = await database.get();
  const titles = new Map<StoredAction, string | null>();
  for (const uid of new Set(visible.map(({ contentType }) => contentType))) {
    const type = releasableType(schema, uid);
    const name = type && openTitleAttribute(type);
    if (type === undefined || name === undefined) continue;
    const ofType = visible.filter(({ contentType }) => contentType === uid);
    const ids = ofType.map(({ documentId }) => documentId);
    const stored = await db
      .collection<StoredDocument>(type.collectionName)
      .find({ documentId: { $in: ids }, ...livingFilter })
      .project<StoredDocument>({ documentId: 1, locale: 1, [`draft.${name}`]: 1, [`published.${name}`]: 1 })
      .sort({ locale: 1 })
      .toArray();
    for (const action of ofType) {
      const first = stored.find((one) => one.documentId === action.documentId && coversLocale(action, one.locale));
      titles.set(action, first === undefined ? null : titleOf(type, first));
    }
  }
  return titles;
};

/** @returns by the id of their releases, the documents of those releases that are schedules */
export const findPlannedDocuments = async (
  context: ReleaseContext,
  views: readonly ReleaseView[],
): Promise<ReadonlyMap<number, PlannedDocument>> => {
  const actions = views.filter(({ release }) => release.name === null).flatMap((view) => view.actions);
  const titles = await findTitles(context, actions);
  return new Map(
    actions.map((action) => {
      const { release, type, contentType, documentId: entryDocumentId, locale } = action;
      return [release, { type, contentType, entryDocumentId, locale, title: titles.get(action) ?? null }];
    }),
  );
};
