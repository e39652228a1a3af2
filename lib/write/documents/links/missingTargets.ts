// Finds the links of a version whose targets no longer exist, or belong to another document now.
import {
  componentsIn,
  isOwningSide,
  typeOf,
  type Attributes,
  type ContentType,
  type Schema,
} from '../../../schema/index.ts';
import {
  componentsOf,
  linksOf,
  livingFilter,
  type StoredDocument,
  type Transaction,
} from '../../../platform/db/index.ts';
import { componentAttributes } from '../values/componentAttributes.ts';

type Values = Readonly<Record<string, unknown>>;

/** A target of links, by the uid of its type. */
interface Target {
  readonly uid: string;
  readonly documentId: string;
}

/** All targets of the links in a version, at any depth. */
const targetsIn = (schema: Schema, attributes: Attributes, values: Values): readonly Target[] =>
  [...attributes.values()].flatMap((attribute): readonly Target[] => {
    const value = values[attribute.name];
    if (isOwningSide(attribute)) {
      const uid = attribute.kind === 'relation' ? attribute.target : '';
      return linksOf(value).map(({ to, type = uid }) => ({ uid: type, documentId: to }));
    }
    if (componentsIn(attribute).length === 0) return [];
    return componentsOf(value).flatMap((part) => targetsIn(schema, componentAttributes(schema, attribute, part), part));
  });

/** The targets that do not exist: where both types are localized, in this locale. */
export const missingTargets = async (
  { db, options }: Transaction,
  schema: Schema,
  type: ContentType,
  locale: string | null,
  versions: readonly Values[],
): Promise<readonly { readonly type: ContentType; readonly documentId: string }[]> => {
  const byType = new Map<string, Set<string>>();
  for (const { uid, documentId } of versions.flatMap((values) => targetsIn(schema, type.attributes, values)))
    byType.set(uid, (byType.get(uid) ?? new Set<string>()).add(documentId));
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
