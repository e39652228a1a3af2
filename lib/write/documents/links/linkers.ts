// Finds the documents that may link to documents of a type, and computes their values without a link.
import { BSON, type Document } from 'mongodb';
import { linkPaths, versionsOf, type Attribute, type ContentType, type Schema } from '../../../schema/index.ts';
import type { Stored } from '../../../platform/db/index.ts';
import { leadsTo, without } from './embedded.ts';

export interface Linkers {
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
export const linkersOf = (target: ContentType, schema: Schema, inOneLocale: boolean): readonly Linkers[] =>
  [...schema.types.values()].flatMap((type) => {
    const keeping = [...type.attributes.values()]
      .filter((attribute) => !inOneLocale || attribute.localized)
      .map((attribute) => ({ attribute, paths: linkPaths(attribute, (one) => leadsTo(one, target), schema) }))
      .filter(({ paths }) => paths.length > 0);
    const attributes = keeping.map(({ attribute }) => attribute);
    return keeping.length === 0 ? [] : [{ type, attributes, paths: keeping.flatMap(({ paths }) => paths) }];
  });

/** The filter for documents that link to a document. */
export const linkedTo = ({ type, paths }: Linkers, to: string): Document => ({
  $or: versionsOf(type).flatMap((version) => paths.map((path) => ({ [`${version}.${path}`]: to }))),
});

/** The projection of the attributes from which links are removed. */
export const linksProjection = ({ type, attributes }: Linkers): Document =>
  Object.fromEntries(versionsOf(type).flatMap((version) => attributes.map(({ name }) => [`${version}.${name}`, 1])));

const isSame = (a: unknown, b: unknown): boolean =>
  Buffer.compare(BSON.serialize({ value: a }), BSON.serialize({ value: b })) === 0;

/** The `$set` that removes the links to a document: the changed attributes by their path. */
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
