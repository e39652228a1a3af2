// What the schemas of types and components are called: `Article`, `SharedSeo`, each with its other forms beside it.
import { zonesOf } from './zones.ts';
import type { Schema } from '../../schema/index.ts';

/** Of a body, a new document, and an entry of a dynamic zone, read and written. */
const endings = ['', 'Input', 'New', 'Entry', 'EntryInput'] as const;

/** By uid, and of dynamic zones by `zoneKey`. */
export type Names = ReadonlyMap<string, string>;

/** `shared.seo-text` as `SharedSeoText`. */
const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/**
 * Built-in types have theirs first; of two that would have the same, the second is called by its whole uid, or numbered.
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
