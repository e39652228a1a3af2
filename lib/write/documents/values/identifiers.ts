// What a document keeps beside its versions, of their values.
import { identifiersIn, type ContentType } from '../../../schema/index.ts';
import type { Stored, Versions } from '../../../platform/db/index.ts';

/** The versions, and the identifiers in them: those of a user, who has one version. */
export const storedVersions = (type: ContentType, versions: Versions): Versions & Pick<Stored, 'identifiers'> => {
  const identifiers = identifiersIn(type, versions.published ?? {});
  return { ...versions, ...(identifiers === undefined ? {} : { identifiers }) };
};
