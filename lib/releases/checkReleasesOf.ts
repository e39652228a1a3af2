// Makes releases due when their documents change, so that the sweep checks them, and tells their owners what prevents them.
import type { Service } from '../platform/service.ts';
import type { ContentType } from '../schema/index.ts';
import { actionsIn, releasesIn } from './storedReleases.ts';

/** How long a check waits for further changes: whoever writes may correct what was invalid for a moment. */
const settleMs = 60_000;

/** @param documents that have changed; called before their events are removed */
export const checkReleasesOf = async (
  { database }: Pick<Service, 'database'>,
  documents: readonly { readonly type: ContentType; readonly documentId: string }[],
): Promise<void> => {
  const db = await database.get();
  const publishable = documents.filter(({ type }) => type.draftAndPublish);
  if (publishable.length === 0) return;
  const contentTypes = [...new Set(publishable.map(({ type: { uid } }) => uid))];
  const documentIds = [...new Set(publishable.map(({ documentId }) => documentId))];
  const changed = await actionsIn(db).distinct('release', {
    ...{ contentType: { $in: contentTypes }, documentId: { $in: documentIds } },
  });
  if (changed.length === 0) return;
  await releasesIn(db).updateMany({ _id: { $in: changed }, releasedAt: null }, [
    { $set: { due: { $min: ['$due', { $add: ['$$NOW', settleMs] }] } } },
  ]);
};
