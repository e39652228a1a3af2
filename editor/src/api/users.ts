// Users, and the one-time links that set their passwords.
import { queryOptions } from '@tanstack/react-query';
import { call, type Data } from './call.ts';
import { get } from './client.ts';

export interface User {
  readonly id: number;
  readonly documentId: string;
  readonly username: string;
  readonly email: string;
  readonly blocked: boolean;
  readonly confirmed: boolean;
  /** The name of the provider that logs the user in; `local`: a password does. */
  readonly provider: string;
  /** Absent where the site makes it private. */
  readonly createdAt?: string;
  readonly role?: { readonly id: number; readonly name: string; readonly type: string } | null;
}

export type PasswordLink = Data<'POST /api/users/{id}/password-link'>;

export const usersKey = ['users'] as const;

export const pageSize = 25;

/** Null and the empty text: all users. */
export interface UserFilters {
  /** Part of a name or an email address. */
  readonly search: string;
  /** The id of a role. */
  readonly role: string | null;
  readonly provider: string | null;
  /** `none`, or the name of a factor. */
  readonly factor: string | null;
}

export const allUsers: UserFilters = { search: '', role: null, provider: null, factor: null };

/** @param page from 1 */
export const usersQuery = ({ search, role, provider, factor }: UserFilters, page: number) =>
  queryOptions({
    queryKey: [...usersKey, search, role, provider, factor, page],
    queryFn: async () => {
      const searchFilters = {
        'filters[$or][0][username][$containsi]': search,
        'filters[$or][1][email][$containsi]': search,
      };
      const filters = {
        ...(search === '' ? {} : searchFilters),
        ...(role === null ? {} : { 'filters[role][id][$eq]': role }),
        ...(provider === null ? {} : { 'filters[provider][$eq]': provider }),
        ...(factor === null ? {} : { factor }),
      };
      const [users, total] = await Promise.all([
        get<readonly User[]>('/api/users', {
          query: {
            ...filters,
            populate: 'role',
            ...{ sort: 'username', ignoreCase: true },
            'pagination[page]': page,
            'pagination[pageSize]': pageSize,
          },
        }),
        get<number>('/api/users/count', { query: filters }),
      ]);
      return { users, pages: Math.ceil(total / pageSize) };
    },
  });

/**
 * Creates a user, whom the link for the password confirms, and mails the link if the site can.
 *
 * @throws ApiError 400 for a taken name or address
 */
export const inviteUser = async (
  user: Pick<User, 'username' | 'email'> & { readonly role: number },
): Promise<PasswordLink> => {
  const { id } = (await call('POST /api/users', { body: { ...user, confirmed: false } })) as User; // of the site's type
  return (await call('POST /api/users/{id}/password-link', { id, body: { mail: true } })).data;
};

/** @throws ApiError */
export const updateUser = async (id: number, values: { readonly blocked?: boolean; readonly role?: number }) => {
  await call('PUT /api/users/{id}', { id, body: values });
};

/** @throws ApiError */
export const deleteUser = async (id: number): Promise<void> => {
  await call('DELETE /api/users/{id}', { id });
};

/** @returns a link for one use @throws ApiError */
export const createPasswordLink = async (id: number): Promise<PasswordLink> =>
  (await call('POST /api/users/{id}/password-link', { id })).data;
