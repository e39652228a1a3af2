// Finds the identifiers of a user.
import { identifiersIn, type ContentType } from '../../../schema/index.ts';
import type { StoredDocument, StoredVersions } from '../../../platform/db/index.ts';

/** @returns the identifiers in the published version: only users have them */
export const identifiersOf = (
  type: ContentType,
  { published }: StoredVersions,
): Pick<StoredDocument, 'identifiers'> => {
  const identifiers = identifiersIn(type, published ?? {});
  return identifiers === undefined ? {} : { identifiers };
};
