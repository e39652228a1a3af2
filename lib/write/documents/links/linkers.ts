// The documents that may link to documents of a type, and what is left of one when a link goes.
import { BSON, type Document } from 'mongodb';
import { linkPaths, versionsOf, type Attribute, type ContentType, type Schema } from '../../../schema/index.ts';
import type { Stored } from '../../../platform/db/index.ts';
import { leadsTo, without } from './embedded.ts';

export interface Linkers {
  readonly type: ContentType;
  /** Those with links to the type, wherever in them. */
  readonly attributes: readonly Attribute[];
  /** Where in a version the links stand. */
  readonly paths: readonly string[];
}

/**
 * The types whose documents keep links to documents of this one.
 *
 * @param inOneLocale whether it is about what documents of one locale keep: what they share with others is not theirs alone
 */
export const linkersOf = (target: ContentType, schema: Schema, inOneLocale: boolean): readonly Linkers[] =>
  [...schema.types.values()].flatMap((type) => {
    const keeping = [...type.attributes.values()]
      .filter((attribute) => !inOneLocale || attribute.localized)
      .map((attribute) => ({ attribute, paths: linkPaths(attribute, (one) => leadsTo(one, target), schema) }))
      .filter(({ paths }) => paths.length > 0);
    const attributes = keeping.map(({ attribute }) => attribute);
    return keeping.length === 0 ? [] : [{ type, attributes, paths: keeping.flatMap(({ paths }) => paths) }];
  });

/** The filter for those that link to the document. */
export const linkedTo = ({ type, paths }: Linkers, to: string): Document => ({
  $or: versionsOf(type).flatMap((version) => paths.map((path) => ({ [`${version}.${path}`]: to }))),
});

/** What of them has to be read to take links away. */
export const linksProjection = ({ type, attributes }: Linkers): Document =>
  Object.fromEntries(versionsOf(type).flatMap((version) => attributes.map(({ name }) => [`${version}.${name}`, 1])));

const isSame = (a: unknown, b: unknown): boolean =>
  Buffer.compare(BSON.serialize({ value: a }), BSON.serialize({ value: b })) === 0;

/** What is set in the document so that it links to the other no more: the attributes that change, by their path. */
export const unlinked = (
  { type, attributes }: Linkers,
  document: Pick<Stored, 'draft' | 'published'>,
  target: ContentType,
  to: string,
  schema: Schema,
): Document =>
  Object.fromEntries(
    versionsOf(type).flatMap((version) =>
      attributes.flatMap((attribute) => {
        const value = document[version]?.[attribute.name] ?? null;
        const after = without(attribute, value, target, to, schema);
        return isSame(value, after) ? [] : [[`${version}.${attribute.name}`, after] as const];
      }),
    ),
  );
