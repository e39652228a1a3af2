// Names of types and fields, as Strapi's GraphQL plugin makes them (packages/plugins/graphql, services/utils/naming).
import { isContentType, type Attribute, type AttributeHolder, type ContentType } from '../schema/index.ts';
import { spell } from '../write/documents/index.ts';

/** The words of a name: `i18n` has three, `blogPost` two. */
const wordsOf = (text: string): readonly string[] =>
  text.split(/[^A-Za-z\d]|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=\d)(?=[A-Za-z])|(?<=[A-Za-z])(?=\d)/);

/** `users-permissions` as `UsersPermissions` */
const pascalCase = (text: string): string =>
  wordsOf(text)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join('');

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** `plugin::users-permissions.user` has one; the types of a site have none. */
const pluginOf = ({ uid }: ContentType): string => /^plugin::([^.]+)\./.exec(uid)?.[1] ?? '';

const typeName = (type: ContentType, name: string): string => pascalCase(pluginOf(type)) + pascalCase(name);

/** `UploadFile`, `Article`, `ComponentSharedSeo` */
export const nameOf = (holder: AttributeHolder): string =>
  isContentType(holder) ? typeName(holder, holder.singularName) : pascalCase(`component ${holder.uid}`);

/** The fields that read documents: `article`, `articles`. */
export const fieldNames = (type: ContentType): { readonly one: string; readonly many: string } => ({
  one: lowerFirst(nameOf(type)),
  many: lowerFirst(typeName(type, type.pluralName)),
});

export const enumNameOf = (holder: AttributeHolder, { name }: Attribute): string =>
  `ENUM_${nameOf(holder).toUpperCase()}_${name.toUpperCase()}`;

export const zoneNameOf = (holder: AttributeHolder, { name }: Attribute): string =>
  `${nameOf(holder)}${pascalCase(name)}DynamicZone`;

/** Whether GraphQL can have the name. Names with two underscores are its own. */
export const isName = (text: string): boolean => /^(?!__)[_A-Za-z]\w*$/.test(text);

/** @returns the name, with `_` at its end as often as it is taken */
export const freeName = (wanted: string, isTaken: (name: string) => boolean): string => {
  let name = isName(wanted) ? wanted : `_${wanted}`;
  while (isTaken(name)) name += '_';
  return name;
};

/** Fields of all in one object, each with a name of its own. */
export const mergeFields = <T>(all: readonly Readonly<Record<string, T>>[]): Readonly<Record<string, T>> => {
  const fields: Record<string, T> = {};
  for (const [name, field] of all.flatMap((some) => Object.entries(some)))
    fields[freeName(name, (one) => Object.hasOwn(fields, one))] = field;
  return fields;
};

/** What stands for a value of an enumeration, as Strapi's slug of it: `pale blue` as `pale_blue`, `Größe` as `Groesse`. */
export const enumKeyOf = (value: string): string =>
  spell(
    spell(value.normalize('NFC'))
      .normalize('NFD')
      .replace(/\p{M}+/gu, ''),
  )
    .split(/[^A-Za-z\d]/)
    .filter((word) => word !== '')
    .join('_');
