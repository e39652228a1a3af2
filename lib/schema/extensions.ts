// How a folder extends the built-in types: users and roles, but not files.
import { builtInTypes, uids } from './builtInTypes.ts';
import type { TypeDefinition } from './definition.ts';
import { isObject, valueAt } from './jsonValues.ts';
import type { ParsedFile } from './parseFiles.ts';

const extensible = builtInTypes.filter(({ uid }) => uid !== uids.file);

/**
 * The built-in type that a file extends, or undefined. A Strapi project that adds attributes to users has their whole
 * schema in its extensions. Copied to `user.json` (or `role.json`), it extends the built-in type in Lectern's own layout
 * too. Its names are enough: no type of a project can have the path of users.
 */
export const extendedType = (definition: TypeDefinition): TypeDefinition | undefined =>
  extensible.find(
    (type) =>
      type.uid === definition.uid ||
      (type.singularName === definition.singularName &&
        (type.collectionName === definition.collectionName || type.pluralName === definition.pluralName)),
  );

/**
 * The file of an extension with the names that it leaves out, which are those of the built-in type: as in Strapi, a project may
 * write only attributes.
 */
export const withExtendedNames = (parsed: ParsedFile): ParsedFile => {
  const base = extensible.find(({ uid }) => uid === `${parsed.namespace ?? ''}.${parsed.stem}`);
  const { json } = parsed;
  if (base === undefined || !isObject(json)) return parsed;
  const { singularName, pluralName, displayName } = base;
  const info = { singularName, pluralName, displayName, ...(isObject(json.info) ? json.info : {}) };
  return { ...parsed, json: { ...json, info } };
};

/** Attributes of files in Strapi that Lectern has no use for: Strapi's own schema has them, so an extension repeats them. */
export const ignoredFileAttributes = ['related', 'folder', 'folderPath'];

/**
 * Says why the extension of a plugin's type is not read.
 *
 * @returns undefined for the types that a project can extend, and for an extension that changes nothing
 */
export const ignoredExtension = ({ namespace, stem, json }: ParsedFile): string | undefined => {
  const uid = `${namespace ?? ''}.${stem}`;
  const base = builtInTypes.find((type) => type.uid === uid);
  if (base === undefined) return `is not read: Lectern has no "${uid}"`;
  const attributes = valueAt(json, 'attributes');
  const own = Object.keys(isObject(attributes) ? attributes : {}).filter(
    (name) => !base.attributes.has(name) && !ignoredFileAttributes.includes(name),
  );
  return own.length === 0
    ? undefined
    : `is not read, so files have no ${own.map((name) => `"${name}"`).join(', ')}: put them into a type of yours that has the file`;
};

/** Whether the file extends the type of a plugin, and Lectern does not read it. */
export const isIgnoredExtension = ({ namespace, stem }: ParsedFile): boolean =>
  namespace?.startsWith('plugin::') === true && !extensible.some(({ uid }) => uid === `${namespace}.${stem}`);

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
  const { privateAttributes, defaultPopulate, populateMode, search } = extension;
  return {
    ...{ ...base, attributes, privateAttributes },
    ...(defaultPopulate === undefined ? {} : { defaultPopulate }),
    ...(populateMode === undefined ? {} : { populateMode }),
    ...(search === undefined ? {} : { search }),
  };
};
