// Finds the documents that may link to documents of a type, and computes their values without a link.
import type { Document } from 'mongodb';
import { linkPaths, versionsOf, type Attribute, type ContentType, type Schema } from '../../../schema/index.ts';
import type { StoredDocument } from '../../../platform/db/index.ts';
import { canLinkTo, withoutTarget } from './stripLinks.ts';

export interface LinkingType {
  readonly type: ContentType;
  /** The attributes that can contain links to the type, at any depth. */
  readonly attributes: readonly Attribute[];
  /** The paths of the links in a version. */
  readonly paths: readonly string[];
}

/**
 * @returns the types whose documents can store links to documents of this type
 *
 * @param inOneLocale whether only links of one locale count: attributes shared by all locales are left out
 */
export const linkingTypes = (target: ContentType, schema: Schema, inOneLocale: boolean): readonly LinkingType[] =>
  [...schema.types.values()].flatMap((type) => {
    const owning = [...type.attributes.values()]
      .filter((attribute) => !inOneLocale || attribute.localized)
      .map((attribute) => ({ attribute, paths: linkPaths(attribute, (one) => canLinkTo(one, target), schema) }))
      .filter(({ paths }) => paths.length > 0);
    const attributes = owning.map(({ attribute }) => attribute);
    return owning.length === 0 ? [] : [{ type, attributes, paths: owning.flatMap(({ paths }) => paths) }];
  });

/** The filter for documents that link to a document, or to one of several. */
export const linksToFilter = (
  { type, paths }: LinkingType,
  to: string | { readonly $in: readonly string[] },
): Document => ({
  $or: versionsOf(type).flatMap((version) => paths.map((path) => ({ [`${version}.${path}`]: to }))),
});

/** The projection of the attributes from which links are removed, and of what identifies the document. */
export const linksProjection = ({ type, attributes }: LinkingType): Document => ({
  ...{ documentId: 1, locale: 1 },
  ...Object.fromEntries(versionsOf(type).flatMap((version) => attributes.map(({ name }) => [`${version}.${name}`, 1]))),
});

/** The `$set` that removes the links to a document: the changed attributes by their path. */
export const updateWithoutLinks = (
  { type, attributes }: LinkingType,
  document: Pick<StoredDocument, 'draft' | 'published'>,
  target: ContentType,
  to: string,
  schema: Schema,
): Document =>
  Object.fromEntries(
    versionsOf(type).flatMap((version) =>
      attributes.flatMap((attribute) => {
        const value = document[version]?.[attribute.name] ?? null;
        const after = withoutTarget(attribute, value, target, to, schema);
        return value === after ? [] : [[`${version}.${attribute.name}`, after] as const];
      }),
    ),
  );
