// Names the schemas of types and components (`Article`, `SharedSeo`) and of their other forms (`ArticleInput`).
import { dynamicZones } from './dynamicZones.ts';
import type { Schema } from '../../schema/index.ts';

/** The endings of an answer, a body, a new document, and an entry of a dynamic zone in answers and bodies. */
const endings = ['', 'Input', 'New', 'Entry', 'EntryInput'] as const;

/** The names by uid, and those of dynamic zones by `zoneKey`. */
export type Names = ReadonlyMap<string, string>;

/** `shared.seo-text` as `SharedSeoText`. */
const pascalCase = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/**
 * Assigns names, to built-in types first. If a name is taken, the type or component gets its whole uid as name, with a
 * number if that is taken too.
 *
 * @param reserved names that are taken already
 */
export const assignNames = (schema: Schema, reserved: readonly string[]): Names => {
  const { types, components } = schema;
  const taken = new Set(reserved);
  const names = new Map<string, string>();
  const isFree = (name: string): boolean => name !== '' && endings.every((ending) => !taken.has(name + ending));
  const assign = (uid: string, preferred: string): void => {
    const fullName = pascalCase(uid) || 'Type';
    let name = isFree(preferred) ? preferred : fullName;
    for (let count = 2; !isFree(name); count += 1) name = `${fullName}${count}`;
    for (const ending of endings) taken.add(name + ending);
    names.set(uid, name);
  };
  const all = [...types.values()];
  const own = all.filter(({ uid }) => uid.startsWith('api::'));
  for (const { uid, singularName } of [...all.filter((type) => !own.includes(type)), ...own])
    assign(uid, pascalCase(singularName));
  for (const uid of components.keys()) assign(uid, pascalCase(uid));
  for (const { key, holder, attribute } of dynamicZones(schema))
    assign(key, `${names.get(holder.uid) ?? ''}${pascalCase(attribute.name)}`);
  return names;
};
