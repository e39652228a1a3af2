// The content types that Lectern brings (users, roles, media files).
import type { AttributeDefinition, TypeDefinition } from './definition.ts';

export const uids = {
  user: 'plugin::users-permissions.user',
  role: 'plugin::users-permissions.role',
  file: 'plugin::upload.file',
} as const;

/** The Strapi plugins whose types Lectern has. An unknown type of one of them is a mistake, not a missing plugin. */
export const supportedPlugins = ['users-permissions', 'upload'];

const type = (
  uid: string,
  singularName: string,
  collectionName: string,
  attributes: Readonly<Record<string, AttributeDefinition>>,
  indexes: TypeDefinition['indexes'] = [],
): TypeDefinition => ({
  is: 'type',
  file: `${singularName}.json`,
  uid,
  kind: 'collectionType',
  singularName,
  pluralName: `${singularName}s`,
  displayName: `${singularName.charAt(0).toUpperCase()}${singularName.slice(1)}`,
  collectionName,
  draftAndPublish: false,
  localized: false,
  privateAttributes: [],
  indexes,
  readable: true,
  builtIn: true,
  attributes: new Map(Object.entries(attributes)),
});

const user = type(uids.user, 'user', 'up_users', {
  username: { type: 'string', required: true, unique: true, minLength: 3 },
  email: { type: 'email', required: true, unique: true, minLength: 6 },
  provider: { type: 'string' },
  password: { type: 'password', minLength: 6, private: true },
  // Hashes of random texts. They are unique so that an index finds the user by the token.
  resetPasswordToken: { type: 'string', unique: true, private: true },
  confirmationToken: { type: 'string', unique: true, private: true },
  sessionsSince: { type: 'datetime', private: true },
  confirmed: { type: 'boolean', default: false },
  blocked: { type: 'boolean', default: false },
  role: { type: 'relation', relation: 'manyToOne', target: uids.role, inversedBy: 'users' },
});

const role = type(uids.role, 'role', 'up_roles', {
  name: { type: 'string', required: true, minLength: 3 },
  description: { type: 'string' },
  type: { type: 'string', unique: true },
  permissions: { type: 'json', private: true },
  users: { type: 'relation', relation: 'oneToMany', target: uids.user, mappedBy: 'role' },
});

const fileAttributes: Readonly<Record<string, AttributeDefinition>> = {
  name: { type: 'string', required: true },
  alternativeText: { type: 'text' },
  caption: { type: 'text' },
  focalPoint: { type: 'json' },
  width: { type: 'integer' },
  height: { type: 'integer' },
  formats: { type: 'json' },
  hash: { type: 'string', required: true },
  ext: { type: 'string' },
  mime: { type: 'string', required: true },
  size: { type: 'decimal', required: true },
  url: { type: 'text', required: true },
  previewUrl: { type: 'text' },
  provider: { type: 'string', required: true },
  provider_metadata: { type: 'json' },
  // A documentId. Only the answers of the media library contain it.
  folder: { type: 'string', private: true, searchable: false },
  pending: { type: 'json', private: true },
};

const file = type(uids.file, 'file', 'upload_files', fileAttributes, [['folder', 'createdAt']]);

export const builtInTypes: readonly TypeDefinition[] = [user, role, file];

/** The attributes of built-in types that Strapi does not have, or has as relations. */
export const internalAttributes: Readonly<Record<string, readonly string[]>> = {
  [uids.user]: ['sessionsSince'],
  [uids.role]: ['permissions'],
  [uids.file]: ['folder', 'pending'],
};

/** How a built-in type declares an attribute; undefined if a project added it. */
export const builtInAttribute = (uid: string, attribute: string): AttributeDefinition | undefined =>
  builtInTypes.find((type) => type.uid === uid)?.attributes.get(attribute);

/** Whether the attribute is built in, and not added by a project. */
export const isBuiltIn = (uid: string, attribute: string): boolean => builtInAttribute(uid, attribute) !== undefined;
