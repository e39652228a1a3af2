// What stands where in a schema. It is checked when loaded, so every uid that it names is there.
import { uids } from './builtIn.ts';
import type { Component, ContentType, ScalarAttribute, Schema, Status } from './types.ts';

const known = <T>(found: T | undefined, uid: string): T => {
  if (found === undefined) throw new Error(`the schema has no ${uid}`);
  return found;
};

/** @throws Error when there is none: a uid that did not come from the schema itself */
export const typeOf = (schema: Schema, uid: string): ContentType => known(schema.types.get(uid), uid);

/** @throws Error when there is none: a uid that did not come from the schema itself */
export const componentOf = (schema: Schema, uid: string): Component => known(schema.components.get(uid), uid);

/** A content type, or a component inside one. */
export type Holder = ContentType | Component;

export const isContentType = (holder: Holder): holder is ContentType => 'collectionName' in holder;

/** Whether it is one of the site's own types, which have paths of their own. */
export const isServed = ({ served }: Schema, type: ContentType): boolean => [...served.values()].includes(type);

/** Whether it holds what a site shows: documents of its own types, and files. Not users and roles. */
export const isContent = ({ uid }: Pick<ContentType, 'uid'>): boolean => uid.startsWith('api::') || uid === uids.file;

/** The versions that documents of a type have. */
export const versionsOf = ({ draftAndPublish }: ContentType): readonly Status[] =>
  draftAndPublish ? ['draft', 'published'] : ['published'];

/** The version that edits go to. */
export const editedOf = ({ draftAndPublish }: ContentType): Status => (draftAndPublish ? 'draft' : 'published');

/** A uid that is made of another attribute where nobody gives it. */
export type SluggedAttribute = ScalarAttribute & { readonly targetField: string };

/** Only a document's own: a uid in a component is not unique. */
export const sluggedIn = ({ attributes }: ContentType): readonly SluggedAttribute[] =>
  [...attributes.values()].flatMap((attribute) =>
    attribute.kind === 'scalar' && attribute.targetField !== undefined
      ? [{ ...attribute, targetField: attribute.targetField }]
      : [],
  );
