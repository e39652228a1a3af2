// The stages and the assignee of drafts.
import { queryOptions } from '@tanstack/react-query';
import type { ContentType } from '../schema/types.ts';
import { call, dataQuery } from './call.ts';
import { get } from './client.ts';
import { ofDocument, type DocumentAddress } from './document.ts';
import { documentsKey, type ListAnswer } from './documents.ts';
import type { ActivityEntry } from './activity.ts';

/** The stages of a draft, and what the user may change. */
export const reviewQuery = (address: DocumentAddress) =>
  queryOptions({
    queryKey: [...documentsKey(address.type.uid), 'review', address.documentId, address.locale],
    queryFn: ({ signal }) => call('GET /api/{contentType}/{documentId}/stages', { ...ofDocument(address), signal }),
    // Each save may change it, and so may others.
    staleTime: 0,
  });

/** What others did with drafts that the user wrote, works on or approved. */
export const noticesQuery = queryOptions({ ...dataQuery('GET /api/editor/notices'), staleTime: 0 });

/** An entry of the first screen with a note, such as its stage. */
export interface NotedEntry extends ActivityEntry {
  readonly note?: string;
}

const most = 10;

/**
 * The drafts of these types that are assigned to a user, the latest first.
 *
 * @param locales all codes, because each has its part of the index; empty if they are not known
 */
export const assignedQuery = (types: readonly ContentType[], user: string, locales: readonly string[]) =>
  queryOptions({
    queryKey: ['documents', 'assigned', user, types.map(({ uid }) => uid), locales],
    queryFn: async ({ signal }): Promise<readonly NotedEntry[]> => {
      const lists = await Promise.all(
        types.map(async (type) => {
          const { data, meta } = await get<ListAnswer>(`/api/${type.name}`, {
            query: {
              ...{ view: 'edit', 'filters[strapi_assignee]': user, sort: 'updatedAt:desc' },
              ...{ fields: [type.mainAttribute, 'updatedAt', 'strapi_stage'], 'pagination[limit]': String(most) },
              ...(type.localized ? (locales.length > 0 ? { 'filters[locale][$in]': locales } : { locale: '*' }) : {}),
            },
            signal,
          });
          return data.map((values, index): NotedEntry => toEntry(type, values, meta.status?.[index]));
        }),
      );
      return lists
        .flat()
        .sort((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1))
        .slice(0, most);
    },
    staleTime: 0,
  });

const toEntry = (
  type: ContentType,
  {
    documentId,
    locale,
    updatedAt,
    strapi_stage: stage,
    [type.mainAttribute]: title,
  }: Readonly<Record<string, unknown>>,
  status: ActivityEntry['status'],
): NotedEntry => ({
  ...{ type: type.uid, documentId: String(documentId), locale: typeof locale === 'string' ? locale : null },
  title: typeof title === 'string' && title !== '' ? title : null,
  ...(status === undefined ? {} : { status }),
  ...(typeof stage === 'string' ? { note: stage } : {}),
  ...{ updatedAt: String(updatedAt), updatedBy: null },
});
