// Adds the identifiers of a user to its stored versions.
import { identifiersIn, type ContentType } from '../../../schema/index.ts';
import type { StoredDocument, StoredVersions } from '../../../platform/db/index.ts';

/** @returns the versions, with the identifiers in the published one: only users have them */
export const versionsWithIdentifiers = (
  type: ContentType,
  versions: StoredVersions,
): StoredVersions & Pick<StoredDocument, 'identifiers'> => {
  const identifiers = identifiersIn(type, versions.published ?? {});
  return { ...versions, ...(identifiers === undefined ? {} : { identifiers }) };
};
