// Roles and what they may do.
import { queryOptions } from '@tanstack/react-query';
import { answerQuery, call, resourceKey, type Answered } from './call.ts';

const one = '/api/users-permissions/roles/{id}';

export type Role = Answered<'GET /api/users-permissions/roles'>['roles'][number];

export type RoleWithPermissions = Answered<`GET ${typeof one}`>['role'];

/** By the beginning of the uid, the controller, and the action: `permissions['api::article'].controllers.article.find`. */
export type RolePermissions = RoleWithPermissions['permissions'];

/** One action of a role: whether it may, and with which documents. */
export type RoleAction = RolePermissions[string]['controllers'][string][string];

export type RoleBody = Pick<RoleWithPermissions, 'name' | 'description' | 'permissions'>;

export const rolesKey = resourceKey('GET /api/users-permissions/roles');

export const rolesQuery = queryOptions({
  ...answerQuery('GET /api/users-permissions/roles'),
  select: ({ roles }) => roles,
});

/** @param id `new` for a role that does not exist yet, with everything that a role can have, not permitted */
export const roleQuery = (id: string) =>
  queryOptions({
    queryKey: [...rolesKey, id],
    queryFn: async (): Promise<RoleWithPermissions> => {
      if (id !== 'new') return (await call(`GET ${one}`, { id })).role;
      const { permissions } = await call('GET /api/users-permissions/permissions');
      return { id: 0, documentId: '', name: '', description: '', type: '', permissions };
    },
  });

/** @param id `new` for a role that does not exist yet @throws ApiError 400 for a name that another role has */
export const saveRole = async (id: string, body: RoleBody): Promise<void> => {
  await (id === 'new' ? call('POST /api/users-permissions/roles', { body }) : call(`PUT ${one}`, { id, body }));
};

/** @throws ApiError */
export const deleteRole = async (id: number): Promise<void> => {
  await call(`DELETE ${one}`, { id });
};
