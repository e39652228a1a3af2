// Roles and what they may do.
import { queryOptions } from '@tanstack/react-query';
import { get, request } from './client.ts';

export interface Role {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly nb_users?: number;
}

/** One action of a role: whether it may, and with which documents. */
export interface RoleAction {
  readonly enabled: boolean;
  readonly own?: boolean;
  readonly filters?: Readonly<Record<string, unknown>>;
  /** Of `review`: the stages into which the role may move documents; undefined: all. */
  readonly stages?: readonly string[];
}

/** By the beginning of the uid, the controller, and the action: `permissions['api::article'].controllers.article.find`. */
export type RolePermissions = Readonly<
  Record<string, { readonly controllers: Readonly<Record<string, Readonly<Record<string, RoleAction>>>> }>
>;

export interface RoleWithPermissions extends Role {
  readonly permissions: RolePermissions;
}

export interface RoleBody {
  readonly name: string;
  readonly description: string;
  readonly permissions: RolePermissions;
}

const path = '/api/users-permissions/roles';

export const rolesKey = ['roles'] as const;

export const rolesQuery = queryOptions({
  queryKey: rolesKey,
  queryFn: async () => (await get<{ roles: readonly Role[] }>(path)).roles,
});

/** @param id `new` for a role that does not exist yet, with everything that a role can have, not permitted */
export const roleQuery = (id: string) =>
  queryOptions({
    queryKey: [...rolesKey, id],
    queryFn: async (): Promise<RoleWithPermissions> => {
      if (id !== 'new') return (await get<{ role: RoleWithPermissions }>(`${path}/${encodeURIComponent(id)}`)).role;
      const { permissions } = await get<{ permissions: RolePermissions }>('/api/users-permissions/permissions');
      return { id: 0, name: '', description: '', type: '', permissions };
    },
  });

/** @param id `new` for a role that does not exist yet @throws ApiError 400 for a name that another role has */
export const saveRole = async (id: string, body: RoleBody): Promise<void> => {
  await (id === 'new'
    ? request(path, { method: 'POST', body })
    : request(`${path}/${encodeURIComponent(id)}`, { method: 'PUT', body }));
};

/** @throws ApiError */
export const deleteRole = async (id: number): Promise<void> => {
  await request(`${path}/${id}`, { method: 'DELETE' });
};
