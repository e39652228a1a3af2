// What Lectern says about an attribute that may have a new name. Pure.
import type { MigrationOptions } from './types.ts';
import type { UndecidedRemoval } from './undecidedRemovals.ts';

/** One thing that the developer can do. */
export interface Choice {
  readonly meaning: string;
  /** The command that does it; undefined: the developer edits a file. */
  readonly command: string | undefined;
  /** Undefined: dev waits for the developer. */
  readonly options: Partial<MigrationOptions> | undefined;
}

const migrateCommand = 'npx lectern types migrate';

/** What the developer can do about a removal, the most likely first. */
export const choicesFor = ({ place, name, newNames }: UndecidedRemoval): readonly Choice[] => [
  ...newNames.map((to) => ({
    meaning: `it is called ${to} now`,
    command: `${migrateCommand} --yes --save --rename ${place}=${to}`,
    options: { rename: [`${place}=${to}`] },
  })),
  {
    meaning: 'it is dropped: delete its values',
    command: `${migrateCommand} --yes --save --drop ${place}`,
    options: { drop: [place] },
  },
  { meaning: 'neither: keep its values, and answer without them', command: migrateCommand, options: {} },
  { meaning: `undo: put ${name} back into its file`, command: undefined, options: undefined },
];

const list = (names: readonly string[]): string => names.join(', ');

/** @param consequence what happens until somebody decides */
export const formatRemoval = (removal: UndecidedRemoval, consequence: string): string => {
  const { place, documents, newNames } = removal;
  const choices = choicesFor(removal);
  const width = Math.max(...choices.map(({ meaning }) => meaning.length));
  return [
    `${place} is gone, and ${documents === 1 ? '1 document has a value' : `${documents} documents have values`} in it. New: ${list(newNames)}.`,
    `${consequence} until you decide:`,
    '',
    ...choices.map(
      ({ meaning, command }, index) =>
        `  ${index + 1}  ${command === undefined ? meaning : `${meaning.padEnd(width)}  ${command}`}`,
    ),
  ].join('\n');
};

/** The same for `lectern dev`, which refuses requests for the types. */
export const formatRefusedRemoval = (removal: UndecidedRemoval): string =>
  formatRemoval(removal, `${list(removal.types.map(({ name }) => name))} answers 503`);

/** The message of the 503 of each type, by its uid. */
export const refusalsFor = (removals: readonly UndecidedRemoval[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    removals.flatMap((removal) =>
      removal.types.map(({ uid }) => [
        uid,
        `${removal.place} is gone from the content types, but documents have values in it. ` +
          `Decide in the terminal of \`lectern dev\`, or run: ${choicesFor(removal)
            .flatMap(({ command, meaning }) => (command === undefined ? [] : [`\`${command}\` (${meaning})`]))
            .join(', or ')}`,
      ]),
    ),
  );
