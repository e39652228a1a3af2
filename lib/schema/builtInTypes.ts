// The content types that Lectern brings (users, roles, media files), and how a folder extends users and roles.
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
  indexes: [],
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

const file = type(uids.file, 'file', 'upload_files', {
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
  pending: { type: 'json', private: true },
});

export const builtInTypes: readonly TypeDefinition[] = [user, role, file];

/** Whether the attribute is built in, and not added by a project. */
export const isBuiltIn = (uid: string, attribute: string): boolean =>
  builtInTypes.some((type) => type.uid === uid && type.attributes.has(attribute));

const extensible = [user, role];

/**
 * The built-in type that a file extends, or undefined. A Strapi project that adds attributes to users has their whole
 * schema in its extensions. Copied to `user.json` (or `role.json`) with the same collection name, it extends the
 * built-in type here too.
 */
export const extendedType = (definition: TypeDefinition): TypeDefinition | undefined =>
  extensible.find(
    (type) => type.singularName === definition.singularName && type.collectionName === definition.collectionName,
  );

/** Adds the attributes of the folder's file to the built-in type. Built-in attributes keep their type, and stay private and unique. */
export const extendType = (base: TypeDefinition, extension: TypeDefinition): TypeDefinition => {
  const attributes = new Map(extension.attributes);
  for (const [name, own] of base.attributes) {
    const declared = extension.attributes.get(name);
    const merged =
      own === undefined || declared?.type !== own.type || own.type === 'relation' ? own : { ...own, ...declared };
    attributes.set(
      name,
      merged && {
        ...merged,
        ...(own?.private === true ? { private: true } : {}),
        ...(own?.unique === true ? { unique: true } : {}),
      },
    );
  }
  return { ...base, attributes, privateAttributes: extension.privateAttributes };
};
