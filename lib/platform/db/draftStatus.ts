// How the draft of a document differs from its published version.
import type { StoredVersions } from './storedDocument.ts';

/** `draft`: not published; `modified`: changed since it was published; `published`: not changed since. */
export type DraftStatus = 'draft' | 'modified' | 'published';

/** @param versions with their `updatedAt`; the draft exists */
export const draftStatusOf = ({
  draft,
  published,
}: {
  readonly draft?: unknown;
  readonly published?: unknown;
}): DraftStatus => {
  const times = [draft, published].map((version) => (version as StoredVersions['draft'])?.updatedAt);
  const [draftAt, publishedAt] = times;
  if (draftAt === undefined || publishedAt === undefined) return 'draft';
  return draftAt > publishedAt ? 'modified' : 'published';
};

/** The field with which a document is stored, for the index of `publicationFilter`; a type without drafts has none. */
export const storedDraftStatus = (versions: StoredVersions): { readonly draftStatus?: DraftStatus } =>
  versions.draft === undefined ? {} : { draftStatus: draftStatusOf(versions) };
