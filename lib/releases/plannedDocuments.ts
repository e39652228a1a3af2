// Finds the documents that schedules are about, as lists of releases show them.
import { livingFilter, type StoredDocument } from '../platform/db/index.ts';
import { openTitleAttribute } from '../schema/index.ts';
import type { PlannedDocument } from './contract.ts';
import { actionsByType, type ReleaseContext } from './releaseContext.ts';
import type { ReleaseView } from './releaseState.ts';
import { firstSeen, toCheckedDocument } from './seenActions.ts';
import { coversLocale, type StoredAction } from './storedReleases.ts';
import type { Visibility } from './visibleActions.ts';

/** The titles of documents that the caller may read, with one read for each content type. */
const findTitles = async (
  { service: { database, schema } }: ReleaseContext,
  visible: Visibility,
): Promise<ReadonlyMap<StoredAction, string | null>> => {
  const db = await database.get();
  const titles = new Map<StoredAction, string | null>();
  for (const { type, ofType } of actionsByType(schema, [...visible.keys()])) {
    const name = openTitleAttribute(type);
    if (name === undefined) continue;
    const ids = ofType.map(({ documentId }) => documentId);
    const versions = (['draft', 'published'] as const).flatMap((version) => [`${version}.id`, `${version}.${name}`]);
    const projection = Object.fromEntries(['documentId', 'locale', ...versions].map((path) => [path, 1]));
    const stored = await db
      .collection<StoredDocument>(type.collectionName)
      .find({ documentId: { $in: ids }, ...livingFilter }, { projection })
      .sort({ locale: 1 })
      .toArray();
    for (const action of ofType) {
      const parts = visible.get(action);
      if (parts === undefined) continue;
      const documents = stored.filter(
        ({ documentId, locale }) => documentId === action.documentId && coversLocale(action, locale),
      );
      const checked = documents.map((one) => toCheckedDocument(type, one));
      titles.set(action, firstSeen(action, checked, parts).title);
    }
  }
  return titles;
};

/** @returns by the id of their releases, the documents of those releases that are schedules */
export const findPlannedDocuments = async (
  context: ReleaseContext,
  views: readonly ReleaseView[],
): Promise<ReadonlyMap<number, PlannedDocument>> => {
  const planned = views
    .filter(({ release }) => release.name === null)
    .flatMap(({ actions, visible }) => actions.map((action) => ({ action, parts: visible.get(action) })));
  const readable = planned.flatMap(({ action, parts }) => (parts === undefined ? [] : [[action, parts] as const]));
  const titles = await findTitles(context, new Map(readable));
  return new Map(
    planned.map(({ action }) => {
      const { release, type, contentType, documentId: entryDocumentId, locale } = action;
      return [release, { type, contentType, entryDocumentId, locale, title: titles.get(action) ?? null }];
    }),
  );
};
