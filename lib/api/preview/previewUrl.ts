// Builds the URL of a preview link.
import type { DraftReference } from './previewToken.ts';
import type { ContentType } from '../../schema/index.ts';

/** The path segment of a type. */
const pathSegmentOf = ({ kind, singularName, pluralName }: ContentType): string =>
  kind === 'singleType' ? singularName : pluralName;

/**
 * @param page the URL of a page of the site, with names in braces as placeholders; empty: the path of the draft in
 *   the API
 */
export const previewUrl = (
  page: string,
  type: ContentType,
  { documentId, locale }: DraftReference,
  token: string,
): string => {
  if (page === '') {
    const document = type.kind === 'singleType' ? '' : `/${documentId}`;
    return `/api/${pathSegmentOf(type)}${document}?status=draft&preview=${token}`;
  }
  const placeholders = { type: type.singularName, plural: type.pluralName, documentId, locale: locale ?? '', token };
  return Object.entries(placeholders).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, value), page);
};
