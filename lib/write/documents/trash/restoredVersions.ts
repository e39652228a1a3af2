// Computes the versions with which a deleted document comes back: in the form of today's schema, with today's shared attributes.
import { refuseFaults, type InvalidValue } from '../../../errors.ts';
import type { ContentType, Schema } from '../../../schema/index.ts';
import { systemFields, type StoredDocument, type StoredVersions, type Version } from '../../../platform/db/index.ts';
import type { Service } from '../../../platform/service.ts';
import { checkDraft, checkVersion } from '../../input/index.ts';
import { sharedValues } from '../locales/sharedAttributes.ts';
import { checkSize } from '../values/size.ts';

/** The version without attributes that the type no longer has, and with other values. */
const knownValues = ({ attributes }: ContentType, version: Version, values: object): Version => ({
  ...(Object.fromEntries(
    Object.entries(version).filter(([name]) => systemFields.has(name) || attributes.has(name)),
  ) as Version),
  ...values,
});

/** The removed versions, for a type that since got drafts or lost them. */
const versionsFor = async (
  { sequences }: Service,
  { draftAndPublish, collectionName }: ContentType,
  { draft, published }: StoredVersions,
): Promise<Partial<Record<keyof StoredVersions, Version | undefined>>> => {
  if (draftAndPublish) {
    if (draft !== undefined || published === undefined) return { draft, published };
    const values = Object.entries(published).filter(([name]) => name !== 'publishedAt');
    const id = await sequences.next(collectionName);
    return { draft: { ...(Object.fromEntries(values) as Version), id }, published };
  }
  if (published !== undefined || draft === undefined) return { published };
  return { published: { ...draft, publishedAt: draft.updatedAt } };
};

/**
 * @param removed the tombstone, whose removed content comes back
 * @param others the document's living locales, then its other restored ones, the latest deletion first: each version takes the
 *   shared attributes of the first that has it
 * @param values replace those of the attributes in each version
 * @throws ApiError 400 for a version that is too large
 */
export const restoredVersions = async (
  service: Service,
  type: ContentType,
  removed: StoredVersions,
  others: readonly StoredVersions[],
  values: object,
): Promise<StoredVersions> => {
  const versions = await versionsFor(service, type, removed);
  const restored = Object.entries(versions).flatMap(([status, version]: [string, Version | undefined]) => {
    if (version === undefined) return [];
    const shared = sharedValues(type, others.map((other) => other[status as keyof StoredVersions]).find(Boolean));
    const whole = knownValues(type, version, { ...shared, ...values });
    checkSize(whole);
    return [[status, whole] as const];
  });
  return Object.fromEntries(restored);
};

/** @throws ApiError 400 naming every value that the schema no longer takes, with its locale */
export const checkRestored = (
  schema: Schema,
  type: ContentType,
  restored: readonly (StoredVersions & Pick<StoredDocument, 'locale'>)[],
): void => {
  const faults = restored.flatMap(({ locale, draft, published }) => {
    const ofDraft = draft === undefined ? [] : checkDraft(schema, type, draft);
    const ofPublished = published === undefined ? [] : checkVersion(schema, type, published);
    const known = new Set(ofDraft.map(({ path, message }) => `${path.join('.')} ${message}`));
    const all = [...ofDraft, ...ofPublished.filter(({ path, message }) => !known.has(`${path.join('.')} ${message}`))];
    return all.map((fault): InvalidValue & { readonly locale?: string } => ({
      ...fault,
      // A private value must not be in the answer.
      value: undefined,
      ...(locale === null ? {} : { locale }),
    }));
  });
  refuseFaults(faults);
};
