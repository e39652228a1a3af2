// The documents that may link to documents of a type, and what is left of one when a link goes.
import type { Document } from 'mongodb';
import type { Attribute, ContentType, Schema, Status } from '../schema/index.ts';
import type { Stored } from '../db/index.ts';
import { embeddedPaths, leadsTo, withoutEmbedded, withoutLinks } from './embedded.ts';

export interface Linkers {
  readonly type: ContentType;
  /** Those with links to the type, wherever in them. */
  readonly attributes: readonly Attribute[];
}

/**
 * The types whose documents keep links to documents of this one.
 *
 * @param inOneLocale whether it is about what documents of one locale keep: what they share with others is not theirs alone
 */
export const linkersOf = (target: ContentType, schema: Schema, inOneLocale: boolean): readonly Linkers[] =>
  [...schema.types.values()].flatMap((type) => {
    const attributes = [...type.attributes.values()].filter(
      (attribute) =>
        (!inOneLocale || attribute.localized) &&
        (leadsTo(attribute, target) || embeddedPaths(attribute, target, schema).length > 0),
    );
    return attributes.length === 0 ? [] : [{ type, attributes }];
  });

const versionsOf = ({ draftAndPublish }: ContentType): readonly Status[] =>
  draftAndPublish ? ['draft', 'published'] : ['published'];

/** The filter for those that link to the document. */
export const linkedTo = ({ type, attributes }: Linkers, target: ContentType, to: string, schema: Schema): Document => ({
  $or: versionsOf(type).flatMap((version) =>
    attributes.flatMap((attribute) => {
      const paths = leadsTo(attribute, target) ? ['to'] : embeddedPaths(attribute, target, schema);
      return paths.map((path) => ({ [`${version}.${attribute.name}.${path}`]: to }));
    }),
  ),
});

/** What of them has to be read to take links away. */
export const linksProjection = ({ type, attributes }: Linkers): Document =>
  Object.fromEntries(versionsOf(type).flatMap((version) => attributes.map(({ name }) => [`${version}.${name}`, 1])));

/** What is set in the document so that it links to the other no more. */
export const unlinked = (
  { type, attributes }: Linkers,
  document: Pick<Stored, 'draft' | 'published'>,
  target: ContentType,
  to: string,
  schema: Schema,
): Document =>
  Object.fromEntries(
    versionsOf(type).flatMap((version) => {
      const values = document[version] ?? {};
      return attributes.flatMap((attribute) => {
        const value = (values as Readonly<Record<string, unknown>>)[attribute.name];
        if (value === undefined || value === null) return [];
        const left = leadsTo(attribute, target)
          ? withoutLinks(value, to)
          : withoutEmbedded(attribute, value, target, to, schema);
        return [[`${version}.${attribute.name}`, left]];
      });
    }),
  );
