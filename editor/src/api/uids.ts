// Suggests values of uid attributes, and tells whether one is free.
import type { ContentType } from '../schema/types.ts';
import { get } from './client.ts';

/**
 * @param target the attribute that uids are made from
 * @returns a free value of the uid attribute `name`; undefined if the text makes none
 */
export const suggestUid = async (
  type: ContentType,
  name: string,
  target: string,
  text: string,
  locale: string | undefined,
): Promise<string | undefined> => {
  const query = { [target]: text, locale: type.localized ? locale : undefined };
  const { data } = await get<{ data: Readonly<Record<string, string>> }>(`/api/${type.name}/uid`, { query });
  return data[name];
};

/**
 * Whether no other document that the user may see has the value. The API checks all documents when the value is saved.
 *
 * @param documentId of the document that asks; undefined for a new one
 */
export const isUidFree = async (
  type: ContentType,
  name: string,
  value: string,
  documentId: string | undefined,
  locale: string | undefined,
): Promise<boolean> => {
  const { data } = await get<{ data: readonly unknown[] }>(`/api/${type.name}`, {
    query: {
      view: 'edit',
      [`filters[${name}][$eq]`]: value,
      'filters[documentId][$ne]': documentId,
      'fields[0]': 'documentId',
      'pagination[limit]': 1,
      'pagination[withCount]': false,
      locale: type.localized ? locale : undefined,
    },
  });
  return data.length === 0;
};
