// Finds where a version of a document links to a file: in attributes, components and dynamic zones. Pure.
import { isPrivateIn, linksIn, pathOf, type Version } from '../../platform/db/index.ts';
import type { ContentType, Schema } from '../../schema/index.ts';
import { canLinkTo } from '../../write/documents/index.ts';

export interface LinkPlace {
  /** The path of the attribute with the link: `cover`, `sections.2.picture`. */
  readonly path: string;
  /** Whether the attribute is private, or inside of one that is. */
  readonly isPrivate: boolean;
}

/** What a link is searched in. */
interface LinkSearch {
  readonly schema: Schema;
  readonly target: ContentType;
  readonly documentId: string;
}

/** @param version undefined: the document has none */
export const linkPlaces = (
  { schema, target, documentId }: LinkSearch,
  { attributes }: ContentType,
  version: Version | undefined,
): readonly LinkPlace[] =>
  linksIn(schema, attributes, version ?? {})
    .filter(({ attribute, link }) => link.to === documentId && canLinkTo(attribute, target))
    .map(({ attribute, entry }) => ({
      path: pathOf(attribute, entry).join('.'),
      isPrivate: isPrivateIn(attribute, entry),
    }));
