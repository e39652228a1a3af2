// Finds the links of a version whose targets no longer exist, or belong to another document now.
import { typeOf, type ContentType, type Schema } from '../../../schema/index.ts';
import { linksIn, livingFilter, type StoredDocument, type Transaction } from '../../../platform/db/index.ts';

/** The targets that do not exist: where both types are localized, in this locale. */
export const missingTargets = async (
  { db, options }: Transaction,
  schema: Schema,
  type: ContentType,
  locale: string | null,
  versions: readonly Readonly<Record<string, unknown>>[],
): Promise<readonly { readonly type: ContentType; readonly documentId: string }[]> => {
  const byType = new Map<string, Set<string>>();
  for (const { uid, link } of versions.flatMap((values) => linksIn(schema, type.attributes, values)))
    byType.set(uid, (byType.get(uid) ?? new Set<string>()).add(link.to));
  const missing: { readonly type: ContentType; readonly documentId: string }[] = [];
  for (const [uid, documentIds] of byType) {
    // Reads leave out links to types that the schema no longer has.
    if (!schema.types.has(uid)) continue;
    const target = typeOf(schema, uid);
    const inLocale = locale !== null && target.localized ? { locale } : {};
    const living = await db
      .collection<StoredDocument>(target.collectionName)
      .find(
        { documentId: { $in: [...documentIds] }, ...inLocale, ...livingFilter },
        { ...options, projection: { documentId: 1 } },
      )
      .toArray();
    const existing = new Set(living.map(({ documentId }) => documentId));
    for (const documentId of documentIds) if (!existing.has(documentId)) missing.push({ type: target, documentId });
  }
  return missing;
};
