// Combines migration files to the options of one migration. Pure.
import type { Schema } from '../../lib/schema/index.ts';
import { allElementNames, findSchemaElement } from './schemaElements.ts';
import type { MigrationOptions } from './types.ts';

/** Replaces a name, also where it is the name of the type or component of an attribute. */
const replaceName = (text: string, before: string, after: string): string =>
  text === before ? after : text.startsWith(`${before}.`) ? `${after}${text.slice(before.length)}` : text;

const lastName = (text: string): string => text.slice(text.lastIndexOf('.') + 1);

/** The full new name of what a rename names: `article.headline=title` makes it `article.title`. */
const newName = (before: string, after: string, isAttribute: boolean): string =>
  isAttribute ? `${before.slice(0, before.lastIndexOf('.'))}.${after}` : after;

/**
 * Combines options that were written one after the other, each for the content types of its time. A part whose element the
 * documents do not have is left out: it was done before, or the documents are newer.
 *
 * @param parts the first one first
 * @param base the schema of the stored documents
 * @param next the new schema
 * @returns options in terms of the two schemas
 */
export const combineMigrations = (parts: readonly MigrationOptions[], base: Schema, next: Schema): MigrationOptions => {
  /** The elements of the documents: the name after the parts so far, and the stored name. */
  let names: readonly (readonly [now: string, stored: string])[] = allElementNames(base).map((name) => [name, name]);
  let fills: readonly string[] = [];
  const drops: string[] = [];
  const keeps: string[] = [];
  const storedName = (now: string): string | undefined => names.find(([name]) => name === now)?.[1];
  for (const { rename, drop, fill, keep } of parts) {
    for (const text of drop) {
      const stored = storedName(text);
      if (stored === undefined) continue;
      drops.push(stored);
    }
    for (const text of keep) {
      const [type = '', which = ''] = text.split('=');
      const stored = storedName(type);
      if (stored !== undefined) keeps.push(`${stored}=${which}`);
    }
    // All renames of a part use the names before it, so the longest come first: attributes before their types.
    for (const text of rename.toSorted((a, b) => b.indexOf('=') - a.indexOf('='))) {
      const [before = '', after = ''] = text.split('=');
      const stored = storedName(before);
      if (stored === undefined) continue;
      const now = newName(before, after, findSchemaElement(base, stored)?.attribute !== undefined);
      names = names.filter(([name]) => name !== now).map(([name, one]) => [replaceName(name, before, now), one]);
      fills = fills.map((name) => replaceName(name, before, now));
    }
    fills = [...fills, ...fill];
  }
  const renames = names.flatMap(([now, stored]): readonly string[] => {
    const isAttribute = findSchemaElement(base, stored)?.attribute !== undefined;
    if (isAttribute) return lastName(now) === lastName(stored) ? [] : [`${stored}=${lastName(now)}`];
    return now === stored ? [] : [`${stored}=${now}`];
  });
  return {
    rename: renames,
    drop: drops,
    fill: fills.filter((name) => findSchemaElement(next, name) !== undefined),
    keep: keeps,
  };
};

/** The options of both. */
export const joinOptions = (one: MigrationOptions, other: MigrationOptions): MigrationOptions => ({
  rename: [...one.rename, ...other.rename],
  drop: [...one.drop, ...other.drop],
  fill: [...one.fill, ...other.fill],
  keep: [...one.keep, ...other.keep],
});
