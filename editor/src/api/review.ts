// The stages and the assignee of drafts.
import { queryOptions } from '@tanstack/react-query';
import type { ContentType } from '../schema/types.ts';
import { get, request } from './client.ts';
import { pathOf, type DocumentAddress } from './document.ts';
import type { ActivityEntry } from './activity.ts';

export interface ReviewUser {
  readonly id: number;
  readonly documentId: string;
  readonly username: string;
}

interface Stage {
  readonly id: number;
  readonly name: string;
}

/** The stages of a draft, and what the user may change. */
export interface ReviewState {
  readonly data: readonly (Stage & { readonly isAllowed: boolean })[];
  readonly meta: {
    readonly stage: Stage;
    readonly assignee: ReviewUser | null;
    readonly assignable: readonly ReviewUser[];
  };
}

export const reviewQuery = (address: DocumentAddress) =>
  queryOptions({
    queryKey: ['review', address.type.uid, address.documentId, address.locale],
    queryFn: ({ signal }) =>
      get<ReviewState>(`${pathOf(address)}/stages`, { query: { locale: address.locale }, signal }),
    // Each save may change it, and so may others.
    staleTime: 0,
  });

/**
 * @param id the number of a stage, or the id of a user; null: nobody
 * @param etag of the version that the change is about; undefined: whatever is stored
 * @throws ApiError 403 if the user may not do that, 412 if the document changed since
 */
export const changeReview = (
  address: DocumentAddress,
  part: 'stage' | 'assignee',
  id: number | null,
  etag?: string,
): Promise<unknown> =>
  request(`${pathOf(address)}/${part}`, {
    ...{ method: 'PUT', query: { locale: address.locale }, body: { data: { id } } },
    headers: etag === undefined ? {} : { 'if-match': etag },
  });

const most = 10;

interface AssignedList {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly meta: { readonly status?: readonly ActivityEntry['status'][] };
}

/**
 * The drafts of these types that are assigned to a user, the latest first.
 *
 * @param locales all codes, because each has its part of the index; empty if they are not known
 */
export const assignedQuery = (types: readonly ContentType[], user: string, locales: readonly string[]) =>
  queryOptions({
    queryKey: ['documents', 'assigned', user, types.map(({ uid }) => uid), locales],
    queryFn: async ({ signal }): Promise<readonly ActivityEntry[]> => {
      const lists = await Promise.all(
        types.map(async (type) => {
          const { data, meta } = await get<AssignedList>(`/api/${type.name}`, {
            query: {
              ...{ view: 'edit', 'filters[strapi_assignee]': user, sort: 'updatedAt:desc' },
              ...{ fields: [type.mainAttribute, 'updatedAt'], 'pagination[limit]': String(most) },
              ...(type.localized ? (locales.length > 0 ? { 'filters[locale][$in]': locales } : { locale: '*' }) : {}),
            },
            signal,
          });
          return data.map((values, index): ActivityEntry => toEntry(type, values, meta.status?.[index]));
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
  { documentId, locale, updatedAt, [type.mainAttribute]: title }: Readonly<Record<string, unknown>>,
  status: ActivityEntry['status'],
): ActivityEntry => ({
  ...{ type: type.uid, documentId: String(documentId), locale: typeof locale === 'string' ? locale : null },
  title: typeof title === 'string' && title !== '' ? title : null,
  ...(status === undefined ? {} : { status }),
  ...{ updatedAt: String(updatedAt), updatedBy: null },
});
