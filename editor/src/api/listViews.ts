// Lists that users saved under a name.
import { queryOptions } from '@tanstack/react-query';
import { get, request } from './client.ts';

export interface ListViewBody {
  readonly name: string;
  /** The parameters in the address of the list. */
  readonly search: Readonly<Record<string, string>>;
  /** Types of the roles that see it, or `everyRole`; empty: only the user. */
  readonly roles: readonly string[];
}

export interface ListView extends ListViewBody {
  readonly id: string;
  /** Whether the user saved it. */
  readonly own: boolean;
}

export const everyRole = '*';

const path = '/api/editor/list-views';

/** @param uid of a type */
export const listViewsKey = (uid: string): readonly string[] => ['listViews', uid];

export const listViewsQuery = (uid: string) =>
  queryOptions({
    queryKey: listViewsKey(uid),
    queryFn: async ({ signal }) =>
      (await get<{ data: readonly ListView[] }>(path, { query: { type: uid }, signal })).data,
  });

/** @param id undefined: a new one of the type @throws ApiError */
export const saveListView = async (uid: string, id: string | undefined, body: ListViewBody): Promise<void> => {
  await (id === undefined
    ? request(path, { method: 'POST', body: { data: { ...body, type: uid } } })
    : request(`${path}/${id}`, { method: 'PUT', body: { data: body } }));
};

/** @throws ApiError */
export const deleteListView = async (id: string): Promise<void> => {
  await request(`${path}/${id}`, { method: 'DELETE' });
};
