// Combines migration files to the options of one migration. Pure.
import type { Schema } from '../../lib/schema/index.ts';
import { allElementNames, findSchemaElement } from './schemaElements.ts';
import type { MigrationOptions } from './types.ts';

type Rename = readonly [before: string, after: string];

/** Replaces a name, also where it is the name of the type or component of an attribute. All renames happen at once. */
const replaceName = (text: string, renames: readonly Rename[]): string => {
  const found = renames.find(([before]) => text === before || text.startsWith(`${before}.`));
  return found === undefined ? text : `${found[1]}${text.slice(found[0].length)}`;
};

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
    const found = rename.flatMap((text) => {
      const [before = '', after = ''] = text.split('=');
      const stored = storedName(before);
      if (stored === undefined) return [];
      const isAttribute = findSchemaElement(base, stored)?.attribute !== undefined;
      return [{ isAttribute, names: [before, newName(before, after, isAttribute)] satisfies Rename }];
    });
    // All renames of a part use the names before it, so attributes come before their types.
    for (const kind of [true, false]) {
      const renames = found.filter(({ isAttribute }) => isAttribute === kind).map((one) => one.names);
      const isLost = (name: string): boolean =>
        renames.some(([, after]) => after === name) && !renames.some(([before]) => before === name);
      names = names.filter(([name]) => !isLost(name)).map(([name, stored]) => [replaceName(name, renames), stored]);
      fills = fills.map((name) => replaceName(name, renames));
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
