// Builds the URL of a preview link.
import type { Draft } from './token.ts';
import type { ContentType } from '../../schema/index.ts';

/** The path segment of a type. */
const segmentOf = ({ kind, singularName, pluralName }: ContentType): string =>
  kind === 'singleType' ? singularName : pluralName;

/**
 * @param page the URL of a page of the site, with names in braces as placeholders; empty: the path of the draft in
 *   the API
 */
export const addressOf = (page: string, type: ContentType, { documentId, locale }: Draft, token: string): string => {
  if (page === '') {
    const document = type.kind === 'singleType' ? '' : `/${documentId}`;
    return `/api/${segmentOf(type)}${document}?status=draft&preview=${token}`;
  }
  const said = { type: type.singularName, plural: type.pluralName, documentId, locale: locale ?? '', token };
  return Object.entries(said).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, value), page);
};
