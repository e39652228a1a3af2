// The addresses that documents have on the site: `links` in the configuration.
import { didYouMean, fillTemplate, placeholdersOf, type ContentType, type Schema } from '../../schema/index.ts';
import type { Settings } from './settingsSchema.ts';

/** Types of attributes whose values make no address. */
const unsuitable: readonly string[] = ['blocks', 'json', 'password', 'richtext'];

const ownNames = ['type', 'plural', 'documentId', 'locale'];

/** The names that a template of this type may have in braces. */
const namesOf = ({ attributes }: ContentType): readonly string[] => {
  const suitable = [...attributes].filter(
    ([, attribute]) => attribute.kind === 'scalar' && !attribute.private && !unsuitable.includes(attribute.type),
  );
  return [...ownNames, ...suitable.map(([name]) => name)];
};

const faultOf = (setting: string, name: string, names: readonly string[]): Error =>
  new Error(`${setting}: {${name}} is not a public attribute that can be part of an address${didYouMean(name, names)}`);

/**
 * @returns by uid, the address of a document with the placeholders that the document fills; without types that do not have them
 * @throws Error for an unknown content type, and for a placeholder that is not an attribute
 */
export const linkTemplates = (
  { url, types }: Settings['links'],
  { served }: Schema,
): Readonly<Record<string, string>> => {
  const all = [...served.values()].filter(({ uid }) => uid.startsWith('api::'));
  const uids = all.map(({ uid }) => uid);
  for (const uid of Object.keys(types).filter((one) => !uids.includes(one)))
    throw new Error(`links.types: there is no content type "${uid}"${didYouMean(uid, uids)}`);
  for (const name of placeholdersOf(url))
    if (!all.some((type) => namesOf(type).includes(name)))
      throw faultOf('links.url', name, [...new Set(all.flatMap(namesOf))]);
  const templates = all.flatMap((type): readonly (readonly [string, string])[] => {
    const own = types[type.uid]?.url ?? '';
    const template = own === '' ? url : own;
    const names = namesOf(type);
    const missing = placeholdersOf(template).find((name) => !names.includes(name));
    if (own !== '' && missing !== undefined) throw faultOf(`links.types.${type.uid}.url`, missing, names);
    if (template === '' || missing !== undefined) return [];
    return [[type.uid, fillTemplate(template, { type: type.singularName, plural: type.pluralName })]];
  });
  return Object.fromEntries(templates);
};
