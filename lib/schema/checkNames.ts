// Checks that the names of types, routes, collections and attributes are allowed and not used twice.
import type { Definition, Definitions, TypeDefinition } from './definition.ts';
import type { Fault } from './types.ts';
import { formatValue } from './jsonValues.ts';
import { reviewNames } from './reviewStages.ts';

/** Lectern's own routes below `/api/`. */
const reservedRoutes = [
  ...[
    'auth',
    'users',
    'upload',
    'users-permissions',
    'content-releases',
    'i18n',
    'sync',
    'live',
    'connect',
    'search',
    'content-type-builder',
    'editor',
    'trash',
  ],
];

const reservedPrefixes = ['lectern_', 'system.', 'i18n_'];

/** Strapi starts with attributes of these names in a type, and never reads or writes them. */
export const ignoredNames: readonly string[] =
  'createdAt updatedAt publishedAt createdBy updatedBy locale localizations'.split(' ');

const systemAttributes = ['id', 'documentId', ...ignoredNames];

/** Their columns in Strapi are `created_by_id` and `updated_by_id`. */
const freeNames = ['created_by', 'updated_by'];

/** The names of the stage and the assignee of a draft, which types with `options.review` have; Strapi reserves them in all types. */
const reviewAttributes: readonly string[] = Object.values(reviewNames);

/** The reserved names of components. Components have no times and no locale, so those names are free in them. */
const componentAttributes = ['id', 'documentId'];

const camelCase = (name: string): string => name.replace(/(?<!_)_+(\w)/g, (_, letter: string) => letter.toUpperCase());

const isReserved = (name: string, reserved: readonly string[]): boolean =>
  reserved.includes(camelCase(name)) && !freeNames.includes(name);

/** Strapi allows any name. Lectern allows the names that a query can write. */
const allowedName = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} _-]*$/u;

/** @returns why an attribute of a type or component cannot have the name; undefined: it can */
export const attributeNameFault = (name: string, definition: Pick<Definition, 'is'>): string | undefined => {
  const reserved = definition.is === 'type' ? systemAttributes : componentAttributes;
  if (name.startsWith('_') || name.startsWith('$'))
    return `names that begin with "${name.charAt(0)}" are reserved; choose another one`;
  if (isReserved(name, reserved) || (definition.is === 'type' && reviewAttributes.includes(name)))
    return `the name is reserved: every document has its own; choose another one`;
  if (!allowedName.test(name) || name.endsWith(' '))
    return `is not a name: write letters, digits, "_" and "-", beginning with a letter`;
  if (/^\d+$/.test(name)) return `Lectern would read a name of digits only as a position in a list; add a letter`;
  if (name in Object.prototype) return `the name is reserved: every JavaScript object has its own; choose another one`;
  return undefined;
};

const attributeNameFaults = (definition: Definition): readonly Fault[] =>
  [...definition.attributes.keys()].flatMap((name) => {
    // normalizeDefinitions.ts leaves it out, with a warning.
    if (definition.is === 'type' && ignoredNames.includes(name)) return [];
    const message = attributeNameFault(name, definition);
    return message === undefined ? [] : [{ file: definition.file, path: `attributes.${name}`, message }];
  });

const routeNameOf = (type: TypeDefinition): readonly [string, string] =>
  type.kind === 'singleType' ? ['info.singularName', type.singularName] : ['info.pluralName', type.pluralName];

/** The names of one kind that are in use: the first file that uses a name keeps it. */
class NameRegistry {
  private readonly holders = new Map<string, string>();

  /** @returns the file that uses the name already, or undefined */
  claim(name: string, file: string): string | undefined {
    const holder = this.holders.get(name);
    if (holder === undefined) this.holders.set(name, file);
    return holder;
  }
}

const typeNameFaults = (types: readonly TypeDefinition[]): readonly Fault[] => {
  const names = new NameRegistry();
  const collections = new NameRegistry();
  for (const type of types) if (type.builtIn) collections.claim(type.collectionName, `Lectern's ${type.uid}`);
  return types
    .filter((type) => !type.builtIn)
    .flatMap((type): readonly Fault[] => {
      const { file, singularName, pluralName, collectionName } = type;
      const faults: Fault[] = [];
      const addFault = (path: string, message: string): unknown => faults.push({ file, path, message });
      const singular = names.claim(singularName, file);
      const fileName = file.replace(/\.json$/, '');
      // In a Strapi project the file is always schema.json.
      if (fileName !== singularName && !file.includes('/'))
        addFault(
          'info.singularName',
          `is "${singularName}" in a file named ${file}; rename the file to ${singularName}.json or write "${fileName}"`,
        );
      else if (singular !== undefined)
        addFault('info.singularName', `"${singularName}" is a name of ${singular} already; choose another one`);
      if (singularName === pluralName)
        addFault('info.pluralName', `is the same as singularName; write a plural, such as "${singularName}s"`);
      const plural = pluralName === '' || pluralName === singularName ? undefined : names.claim(pluralName, file);
      if (plural !== undefined)
        addFault('info.pluralName', `"${pluralName}" is a name of ${plural} already; choose another one`);

      const [path, name] = routeNameOf(type);
      if (reservedRoutes.includes(name))
        addFault(path, `/api/${name} is a route of Lectern's own; choose another name`);

      const prefix = reservedPrefixes.find((start) => collectionName.startsWith(start));
      const holder = collectionName === '' ? undefined : collections.claim(collectionName, file);
      if (prefix !== undefined)
        addFault(
          'collectionName',
          `collections that begin with "${prefix}" are not for content; choose another name than "${collectionName}"`,
        );
      else if (holder !== undefined)
        addFault(
          'collectionName',
          `${formatValue(collectionName)} is the collection of ${holder} already; choose another one`,
        );
      return faults;
    });
};

/** @param types all types, including those that share a name and therefore a uid */
export const checkNames = (types: readonly TypeDefinition[], { components }: Definitions): readonly Fault[] => [
  ...typeNameFaults(types),
  ...[...types, ...components.values()].flatMap(attributeNameFaults),
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
