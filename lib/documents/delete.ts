// The end of a document: a tombstone, and no link to it.
import type { ContentType } from '../schema/index.ts';
import type { Service } from '../service.ts';
import { commit } from './commit.ts';
import { releaseDeleted } from './release.ts';
import { livingAnywhere, livingOf, type Stored } from '../db/index.ts';

/**
 * Deletes both versions, of one locale or of all. A document that is not there is deleted already.
 *
 * @param locale null where the type is not localized; undefined: every locale
 * @param documentId undefined: the one document of a single type
 */
export const deleteDocument = async (
  service: Service,
  { type, locale }: { readonly type: ContentType; readonly locale: string | null | undefined },
  documentId: string | undefined,
): Promise<void> => {
  const documents = (await service.database.get()).collection<Stored>(type.collectionName);
  const living = (id: string | undefined): ReturnType<typeof livingOf> =>
    locale === undefined ? livingAnywhere(type, id) : livingOf(locale, id);
  const there = await documents.findOne(living(documentId), { projection: { documentId: 1 } });
  if (there === null) return;
  const tombstone = {
    $set: { deletedAt: service.now() },
    $unset: { draft: 1, published: 1, single: 1 } as const,
    $inc: { revision: 1 },
  };
  await commit(service.database, (options) => documents.updateMany(living(there.documentId), tombstone, options), [
    releaseDeleted(type, there.documentId, locale, service.schema),
  ]);
};
