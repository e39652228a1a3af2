// Names the schemas of types and components (`Article`, `SharedSeo`) and of their other forms (`ArticleInput`).
import { zonesOf } from './zones.ts';
import type { Schema } from '../../schema/index.ts';

/** The endings of an answer, a body, a new document, and an entry of a dynamic zone in answers and bodies. */
const endings = ['', 'Input', 'New', 'Entry', 'EntryInput'] as const;

/** The names by uid, and those of dynamic zones by `zoneKey`. */
export type Names = ReadonlyMap<string, string>;

/** `shared.seo-text` as `SharedSeoText`. */
const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/**
 * Assigns names, to built-in types first. If a name is taken, the type or component gets its whole uid as name, with a
 * number if that is taken too.
 *
 * @param others names that are taken already
 */
export const namesOf = (schema: Schema, others: readonly string[]): Names => {
  const { types, components } = schema;
  const taken = new Set(others);
  const names = new Map<string, string>();
  const isFree = (name: string): boolean => name !== '' && endings.every((ending) => !taken.has(name + ending));
  const give = (uid: string, wanted: string): void => {
    const whole = pascal(uid) || 'Type';
    let name = isFree(wanted) ? wanted : whole;
    for (let count = 2; !isFree(name); count += 1) name = `${whole}${count}`;
    for (const ending of endings) taken.add(name + ending);
    names.set(uid, name);
  };
  const all = [...types.values()];
  const own = all.filter(({ uid }) => uid.startsWith('api::'));
  for (const { uid, singularName } of [...all.filter((type) => !own.includes(type)), ...own])
    give(uid, pascal(singularName));
  for (const uid of components.keys()) give(uid, pascal(uid));
  for (const { key, holder, attribute } of zonesOf(schema))
    give(key, `${names.get(holder.uid) ?? ''}${pascal(attribute.name)}`);
  return names;
};
