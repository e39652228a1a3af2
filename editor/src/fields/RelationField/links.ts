// What a relation attribute can link to, and changes of its list of links.
import { linksAnyType } from '../../form/linkChanges.ts';
import type { LinkedDocument } from '../../form/types.ts';
import { documentPath } from '../../schema/paths.ts';
import type { Attribute, ContentType, EditorSchema } from '../../schema/types.ts';

/**
 * The types that a relation can link to.
 *
 * @param mayFind whether the user may find documents of the type `uid`
 */
export const targetTypes = (
  attribute: Attribute,
  schema: EditorSchema,
  mayFind: (uid: string) => boolean,
): readonly ContentType[] => {
  const uids = linksAnyType(attribute) ? [...schema.types.keys()] : [attribute.target ?? ''];
  return uids
    .filter(mayFind)
    .map((uid) => schema.targets.get(uid))
    .filter((type) => type !== undefined);
};

/** Identifies a link in its relation: a polymorphic one can have links of several types. */
export const linkKey = ({ uid, documentId }: Pick<LinkedDocument, 'uid' | 'documentId'>): string =>
  `${uid}/${documentId}`;

export const hasLink = (links: readonly LinkedDocument[], link: LinkedDocument): boolean =>
  links.some((other) => linkKey(other) === linkKey(link));

/** Adds a link at the end; a relation to one document gets it instead of the one that it has. */
export const addLink = (
  links: readonly LinkedDocument[],
  link: LinkedDocument,
  many: boolean,
): readonly LinkedDocument[] => {
  if (!many) return [link];
  return hasLink(links, link) ? links : [...links, link];
};

export const removeLink = (links: readonly LinkedDocument[], link: LinkedDocument): readonly LinkedDocument[] =>
  links.filter((other) => linkKey(other) !== linkKey(link));

/** Puts what the link says now at its place; what it names may be renamed. Returns the same list if it is not. */
export const replaceLink = (links: readonly LinkedDocument[], link: LinkedDocument): readonly LinkedDocument[] => {
  const index = links.findIndex((other) => linkKey(other) === linkKey(link));
  return index === -1 || links[index]?.label === link.label ? links : links.with(index, link);
};

/** The address of a document's form; undefined for types that have none, such as users and files. */
export const documentAddress = (
  type: ContentType,
  documentId: string,
  locale: string | undefined,
): string | undefined => {
  if (!type.uid.startsWith('api::')) return undefined;
  const path = `/editor${documentPath(type, documentId)}`;
  return type.localized && locale !== undefined ? `${path}?locale=${encodeURIComponent(locale)}` : path;
};
