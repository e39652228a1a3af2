// Looks up types, components and versions in a schema; a schema is checked, so every uid in it exists.
import { memoize } from '../memoize.ts';
import { uids } from './builtInTypes.ts';
import { creatorTypeOf, creatorUid } from './creators.ts';
import type { Component, ContentType, ScalarAttribute, Schema, Status } from './types.ts';

const requireKnown = <T>(found: T | undefined, uid: string): T => {
  if (found === undefined) throw new Error(`the schema has no ${uid}`);
  return found;
};

/** @throws Error if the schema lacks the uid, so only for uids from elsewhere */
export const typeOf = (schema: Schema, uid: string): ContentType =>
  uid === creatorUid ? creatorTypeOf(schema) : requireKnown(schema.types.get(uid), uid);

/** @throws Error if the schema lacks the uid, so only for uids from elsewhere */
export const componentOf = (schema: Schema, uid: string): Component => requireKnown(schema.components.get(uid), uid);

/** A content type, or a component inside one. */
export type AttributeHolder = ContentType | Component;

export const isContentType = (holder: AttributeHolder): holder is ContentType => 'collectionName' in holder;

const noAttributes: ReadonlyMap<string, ScalarAttribute> = new Map();

/** The attributes that project code computes for documents, by name; components have none. */
export const computedAttributes = (holder: AttributeHolder): ReadonlyMap<string, ScalarAttribute> =>
  (isContentType(holder) ? holder.computed : undefined) ?? noAttributes;

/** Whether the type is one of the site's own, which have routes below `/api`. */
export const isServed = ({ served }: Schema, type: ContentType): boolean => [...served.values()].includes(type);

/** Whether the type holds content: the site's own types and files, but not users and roles. */
export const isContent = ({ uid }: Pick<ContentType, 'uid'>): boolean => uid.startsWith('api::') || uid === uids.file;

/** Whether versions of the type's documents are kept: of the site's own types, unless they or the site turn it off. */
export const keepsHistory = ({ uid, history }: Pick<ContentType, 'uid' | 'history'>): boolean =>
  uid.startsWith('api::') && history !== false;

/** The path of the file that declares a type, for faults. */
export const fileOf = ({ source }: Schema, { uid, singularName }: Pick<ContentType, 'uid' | 'singularName'>): string =>
  source?.files.get(uid)?.file ?? `${singularName}.json`;

/** The versions that documents of a type can have. */
export const versionsOf = ({ draftAndPublish }: ContentType): readonly Status[] =>
  draftAndPublish ? ['draft', 'published'] : ['published'];

/** The version that an edit changes. */
export const editedVersion = ({ draftAndPublish }: ContentType): Status => (draftAndPublish ? 'draft' : 'published');

/** A uid attribute that Lectern generates from another attribute if the body lacks it. */
export type GeneratedUid = ScalarAttribute & { readonly targetField: string };

/** The generated uids of a type itself, without those in components, which are not unique. */
export const generatedUids = ({ attributes }: ContentType): readonly GeneratedUid[] =>
  [...attributes.values()].flatMap((attribute) =>
    attribute.kind === 'scalar' && attribute.targetField !== undefined
      ? [{ ...attribute, targetField: attribute.targetField }]
      : [],
  );

/** The type of files with the attributes that only the routes of the media library show: the folder. */
export const libraryFileType = memoize((schema: Schema): ContentType => {
  const type = typeOf(schema, uids.file);
  return {
    ...type,
    attributes: new Map(
      [...type.attributes].map(([name, one]) => [name, name === 'folder' ? { ...one, private: false } : one]),
    ),
  };
});
