// Combines migration files to the options of one migration. Pure.
import type { Schema } from '../../lib/schema/index.ts';
import type { MigrationFile } from './migrationFiles.ts';
import { refuseMistypedNames, renameTargets, withoutElementsOf, type UnknownName } from './mistypedNames.ts';
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
 * Combines files that were written one after the other, each for the content types of its time. A part whose element the
 * documents do not have is left out: it was done before, or the documents are newer.
 *
 * @param files the first one first
 * @param base the schema of the stored documents
 * @param next the new schema
 * @param former names that the documents had before their last migration
 * @returns options in terms of the two schemas
 * @throws Error when a name is unknown, and resembles one that the file probably means
 */
export const combineMigrations = (
  files: readonly MigrationFile[],
  base: Schema,
  next: Schema,
  former: ReadonlySet<string> = new Set(),
): MigrationOptions => {
  /** The elements of the documents: the name after the parts so far, and the stored name. */
  let names: readonly (readonly [now: string, stored: string])[] = allElementNames(base).map((name) => [name, name]);
  let fills: readonly { readonly now: string; readonly text: string; readonly file: string }[] = [];
  const drops: string[] = [];
  const keeps: string[] = [];
  const unknown: UnknownName[] = [];
  for (const [index, file] of files.entries()) {
    const { rename, drop, fill, keep } = file.options;
    /** The stored name of an element that an option names. `known`: what it could mean instead. */
    const storedName = (now: string, option: string, known: (names: readonly string[]) => readonly string[]) => {
      const stored = names.find(([name]) => name === now)?.[1];
      if (stored !== undefined || former.has(now)) return stored;
      const targets = renameTargets(files.slice(index));
      const possible = known(names.map(([name]) => name)).filter((name) => !targets.has(name));
      unknown.push({ file: file.name, option, name: now, known: possible });
      return undefined;
    };
    const leaving = (all: readonly string[]): readonly string[] => withoutElementsOf(next, all);
    for (const text of drop) {
      const stored = storedName(text, `drop ${text}`, leaving);
      if (stored === undefined) continue;
      drops.push(stored);
    }
    for (const text of keep) {
      const [type = '', which = ''] = text.split('=');
      const stored = storedName(type, `keep ${text}`, (all) => all);
      if (stored !== undefined) keeps.push(`${stored}=${which}`);
    }
    const found = rename.flatMap((text) => {
      const [before = '', after = ''] = text.split('=');
      const stored = storedName(before, `rename ${text}`, leaving);
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
      fills = fills.map((one) => ({ ...one, now: replaceName(one.now, renames) }));
    }
    fills = [...fills, ...fill.map((text) => ({ now: text, text, file: file.name }))];
  }
  const isFilled = ({ now }: { readonly now: string }): boolean => findSchemaElement(next, now) !== undefined;
  const known = withoutElementsOf(base, allElementNames(next));
  refuseMistypedNames([
    ...unknown,
    ...fills
      .filter((one) => !isFilled(one))
      .map(({ now, text, file }) => ({ file, option: `fill ${text}`, name: now, known })),
  ]);
  const renames = names.flatMap(([now, stored]): readonly string[] => {
    const isAttribute = findSchemaElement(base, stored)?.attribute !== undefined;
    if (isAttribute) return lastName(now) === lastName(stored) ? [] : [`${stored}=${lastName(now)}`];
    return now === stored ? [] : [`${stored}=${now}`];
  });
  return {
    rename: renames,
    drop: drops,
    fill: fills.filter(isFilled).map(({ now }) => now),
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
