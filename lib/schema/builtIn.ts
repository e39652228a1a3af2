// The types that come with Lectern: users, roles, media files; and how a folder may add to the first two.
import type { AttributeDefinition, TypeDefinition } from './definition.ts';

export const uids = {
  user: 'plugin::users-permissions.user',
  role: 'plugin::users-permissions.role',
  file: 'plugin::upload.file',
} as const;

/** Plugins whose types Lectern brings: another type of theirs is not a matter of an absent plugin. */
export const ownPlugins = ['users-permissions', 'upload'];

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
  // Hashes of random texts: they are unique so that who has one is found by an index.
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

/** Whether Lectern brings the attribute, rather than a project. */
export const isBuiltIn = (uid: string, attribute: string): boolean =>
  builtInTypes.some((type) => type.uid === uid && type.attributes.has(attribute));

const extensible = [user, role];

/**
 * A project that adds to Strapi's users keeps their whole schema in its extensions; copied here as `user.json`
 * (or `role.json`), with the plugin's collection name, it adds to the built-in type in the same way.
 */
export const extendedBy = (definition: TypeDefinition): TypeDefinition | undefined =>
  extensible.find(
    (type) => type.singularName === definition.singularName && type.collectionName === definition.collectionName,
  );

/** The built-in type with what the folder's file adds. What is built in keeps its type, and stays private and unique where it is. */
export const extend = (base: TypeDefinition, added: TypeDefinition): TypeDefinition => {
  const attributes = new Map(added.attributes);
  for (const [name, own] of base.attributes) {
    const given = added.attributes.get(name);
    const kept = own === undefined || given?.type !== own.type || own.type === 'relation' ? own : { ...own, ...given };
    attributes.set(
      name,
      kept && {
        ...kept,
        ...(own?.private === true ? { private: true } : {}),
        ...(own?.unique === true ? { unique: true } : {}),
      },
    );
  }
  return { ...base, attributes, privateAttributes: added.privateAttributes };
};
