// Where a preview link leads.
import type { Draft } from './token.ts';
import type { ContentType } from '../../schema/index.ts';

/** What the path of a type says. */
const segmentOf = ({ kind, singularName, pluralName }: ContentType): string =>
  kind === 'singleType' ? singularName : pluralName;

/**
 * @param page the page of the site, with names in braces where these stand; empty: the draft itself, below the address of
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
