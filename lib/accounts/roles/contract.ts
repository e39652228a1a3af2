// Declares the operations on roles. As in Strapi, bodies and answers have no `data` envelope.
import {
  arrayOf,
  closedObject,
  dateTime,
  defineContract,
  flag,
  fullObject,
  integer,
  nullable,
  text,
} from '../../contracts/contract.ts';

const Role = closedObject(
  {
    ...{ id: integer, documentId: text, name: text, description: nullable(text), type: text },
    ...{ createdAt: dateTime, updatedAt: dateTime, publishedAt: nullable(dateTime) },
    nb_users: { type: 'integer', description: 'the number of its users' },
  } as const,
  ['id', 'documentId', 'name', 'description', 'type'],
);

const PermissionState = closedObject(
  {
    ...{ enabled: flag, policy: text },
    own: { type: 'boolean', description: 'only documents that the user created' },
    filters: { type: 'object', description: 'only documents that match' },
    stages: { type: 'array', items: text, description: 'of `review`: into these stages; without them, into all' },
  } as const,
  ['enabled'],
);

/** `{"api::article": {controllers: {article: {find: {enabled}}}}}` */
const Permissions = {
  type: 'object',
  additionalProperties: fullObject({
    controllers: {
      type: 'object',
      additionalProperties: { type: 'object', additionalProperties: PermissionState },
    },
  } as const),
} as const;

const RoleWithPermissions = {
  ...Role,
  properties: { ...Role.properties, permissions: Permissions },
  required: [...Role.required, 'permissions'],
} as const;

const rules = { type: 'must be a text' };

/** What answers have may be sent back, without effect. */
const ignored = { id: {}, documentId: {}, createdAt: {}, updatedAt: {}, publishedAt: {}, nb_users: {} } as const;

const body = closedObject({
  name: { type: 'string', format: 'name', rules },
  description: { type: ['string', 'null'], rules },
  type: { type: 'string', format: 'name', rules },
  permissions: {
    documented: { anyOf: [Permissions, { type: 'array', maxItems: 0, items: {} }] },
    description: 'all permissions of the role: others are taken from it',
  },
  ...ignored,
});

const done = fullObject({ ok: { const: true } });

const access = 'plugin::users-permissions.role';

export const roleContract = defineContract({
  tag: 'Roles',
  function: 'general',
  path: '/api/users-permissions',
  access: {
    findRoles: `${access}.find`,
    createRole: `${access}.createRole`,
    findRole: `${access}.findOne`,
    updateRole: `${access}.updateRole`,
    deleteRole: `${access}.deleteRole`,
    findPermissions: 'plugin::users-permissions.permissions.getPermissions',
  },
  ignoresQuery: true,
  params: { id: { type: 'integer', description: 'the id of a role' } },
  schemas: { Role, Permissions },
  operations: {
    findRoles: {
      method: 'GET',
      path: '/roles',
      summary: 'Lists roles',
      returns: 'Roles, each with the number of its users',
      answer: fullObject({ roles: arrayOf(Role) }),
    },
    createRole: {
      method: 'POST',
      path: '/roles',
      summary: 'Creates a role',
      body,
      example: {
        name: 'Columnists',
        permissions: { 'plugin::i18n': { controllers: { locale: { find: { enabled: true } } } } },
      },
      returns: 'Done',
      answer: done,
    },
    findRole: {
      method: 'GET',
      path: '/roles/{id}',
      summary: 'Reads one role and its permissions',
      returns: 'The role',
      answer: fullObject({ role: RoleWithPermissions }),
    },
    updateRole: {
      method: 'PUT',
      path: '/roles/{id}',
      summary: 'Changes a role',
      body,
      returns: 'Done',
      answer: done,
    },
    deleteRole: {
      method: 'DELETE',
      path: '/roles/{id}',
      summary: 'Deletes a role; its users get the role of the public',
      returns: 'Done',
      answer: done,
    },
    findPermissions: {
      method: 'GET',
      path: '/permissions',
      summary: 'Lists all permissions that a role can have',
      returns: 'All permissions',
      answer: fullObject({ permissions: Permissions }),
    },
  },
});
