// Finds names in migration files that are probably mistyped. Pure.
import { nearestName, type Schema } from '../../lib/schema/index.ts';
import type { MigrationFile } from './migrationFiles.ts';
import { allElementNames } from './schemaElements.ts';

/** A name of a migration file that the documents, or for `fill` the new content types, do not have. */
export interface UnknownName {
  readonly file: string;
  /** The option with its text: `rename post.headlin=title`. */
  readonly option: string;
  readonly name: string;
  /** The names that it could be. */
  readonly known: readonly string[];
}

const isNear = (one: string, other: string): boolean => one === other || nearestName(one, [other]) !== undefined;

/** `post` and `headline` of `post.headline`; a type has no holder. */
const split = (name: string): readonly [holder: string, name: string] => {
  const dot = name.lastIndexOf('.');
  return [name.slice(0, Math.max(dot, 0)), name.slice(dot + 1)];
};

const nearNames = ({ name, known }: UnknownName): readonly string[] => {
  const [holder, last] = split(name);
  return known.filter((one) => {
    const [knownHolder, knownLast] = split(one);
    return isNear(holder, knownHolder) && isNear(last, knownLast);
  });
};

/**
 * Accepts a name that nothing resembles: the database may be newer than the file, or older than the name.
 *
 * @throws Error with the file, the name, and the names that it resembles
 */
export const refuseMistypedNames = (unknown: readonly UnknownName[]): void => {
  const lines = unknown.flatMap((one) => {
    const near = nearNames(one).map((name) => `"${name}"`);
    return near.length === 0
      ? []
      : [`migrations/${one.file}: ${one.option}: there is no ${one.name}; did you mean ${near.join(' or ')}?`];
  });
  if (lines.length > 0) throw new Error(lines.join('\n'));
};

/** The names that renames of these files lead to: a database may have them already. */
export const renameTargets = (files: readonly Pick<MigrationFile, 'options'>[]): ReadonlySet<string> =>
  new Set(
    files.flatMap(({ options }) =>
      options.rename.flatMap((text) => {
        const [before = '', after = ''] = text.split('=');
        const [holder] = split(before);
        return [after, `${holder}.${after}`];
      }),
    ),
  );

/** The elements that the new content types lack: a migration may rename or drop them. */
export const withoutElementsOf = (next: Schema, names: readonly string[]): readonly string[] => {
  const kept = new Set(allElementNames(next));
  return names.filter((name) => !kept.has(name));
};
