// Checks that the names of types, routes, collections and attributes are allowed and not used twice.
import type { Definition, Definitions, TypeDefinition } from './definition.ts';
import type { Fault } from './types.ts';
import { show } from './values.ts';

/** Lectern's own routes below `/api/`. */
const routes = ['auth', 'users', 'upload', 'users-permissions', 'i18n', 'sync'];

const prefixes = ['lectern_', 'system.', 'i18n_'];

const systemAttributes = 'id documentId createdAt updatedAt publishedAt createdBy updatedBy locale localizations'.split(
  ' ',
);

/** The reserved names of components. Components have no times and no locale, so those names are free in them. */
const componentAttributes = ['id', 'documentId'];

const camel = (name: string): string => name.replace(/(?<!_)_+(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Strapi allows any name. Lectern allows the names that a query can write. */
const sayable = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} _-]*$/u;

const attributeName = (name: string, definition: Definition): string | undefined => {
  const reserved = definition.is === 'type' ? systemAttributes : componentAttributes;
  if (name.startsWith('_') || name.startsWith('$'))
    return `names that begin with "${name.charAt(0)}" are reserved; choose another one`;
  if (reserved.includes(camel(name))) return `the name is reserved: every document has its own; choose another one`;
  if (!sayable.test(name) || name.endsWith(' '))
    return `is not a name: write letters, digits, "_" and "-", beginning with a letter`;
  if (/^\d+$/.test(name)) return `Lectern would read a name of digits only as a position in a list; add a letter`;
  if (name in Object.prototype) return `the name is reserved: every JavaScript object has its own; choose another one`;
  return undefined;
};

const attributeNames = (definition: Definition): readonly Fault[] =>
  [...definition.attributes.keys()].flatMap((name) => {
    const message = attributeName(name, definition);
    return message === undefined ? [] : [{ file: definition.file, path: `attributes.${name}`, message }];
  });

const route = (type: TypeDefinition): readonly [string, string] =>
  type.kind === 'singleType' ? ['info.singularName', type.singularName] : ['info.pluralName', type.pluralName];

/** The names of one kind that are in use: the first file that uses a name keeps it. */
class Taken {
  private readonly by = new Map<string, string>();

  /** @returns the file that uses the name already, or undefined */
  take(name: string, file: string): string | undefined {
    const holder = this.by.get(name);
    if (holder === undefined) this.by.set(name, file);
    return holder;
  }
}

const typeNames = (types: readonly TypeDefinition[]): readonly Fault[] => {
  const names = new Taken();
  const collections = new Taken();
  for (const type of types) if (type.builtIn) collections.take(type.collectionName, `Lectern's ${type.uid}`);
  return types
    .filter((type) => !type.builtIn)
    .flatMap((type): readonly Fault[] => {
      const { file, singularName, pluralName, collectionName } = type;
      const faults: Fault[] = [];
      const say = (path: string, message: string): unknown => faults.push({ file, path, message });
      const singular = names.take(singularName, file);
      const stem = file.replace(/\.json$/, '');
      if (stem !== singularName)
        say(
          'info.singularName',
          `is "${singularName}" in a file named ${file}; rename the file to ${singularName}.json or write "${stem}"`,
        );
      else if (singular !== undefined)
        say('info.singularName', `"${singularName}" is a name of ${singular} already; choose another one`);
      if (singularName === pluralName)
        say('info.pluralName', `is the same as singularName; write a plural, such as "${singularName}s"`);
      const plural = pluralName === '' || pluralName === singularName ? undefined : names.take(pluralName, file);
      if (plural !== undefined)
        say('info.pluralName', `"${pluralName}" is a name of ${plural} already; choose another one`);

      const [path, name] = route(type);
      if (routes.includes(name)) say(path, `/api/${name} is a route of Lectern's own; choose another name`);

      const prefix = prefixes.find((start) => collectionName.startsWith(start));
      const holder = collectionName === '' ? undefined : collections.take(collectionName, file);
      if (prefix !== undefined)
        say(
          'collectionName',
          `collections that begin with "${prefix}" are not for content; choose another name than "${collectionName}"`,
        );
      else if (holder !== undefined)
        say('collectionName', `${show(collectionName)} is the collection of ${holder} already; choose another one`);
      return faults;
    });
};

/** @param types all types, including those that share a name and therefore a uid */
export const checkNames = (types: readonly TypeDefinition[], { components }: Definitions): readonly Fault[] => [
  ...typeNames(types),
  ...[...types, ...components.values()].flatMap(attributeNames),
  ...[...components.values()].flatMap(({ file, uid }) =>
    uid.split('.').length === 2 && !/[\s$]/.test(uid)
      ? []
      : [
          {
            file,
            path: '',
            message: 'category and name of a component may hold no dot, space or "$"; rename the file',
          },
        ],
  ),
];
