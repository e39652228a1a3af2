// Declares `lectern migrate`, which is also `lectern types migrate`, and `lectern types diff`.
import { Option, type Command } from 'commander';
import { failUnless, type Terminal } from '../terminal/terminal.ts';
import type { MigrateCommandOptions } from './migrateCommand.ts';

/** What a migration does with names and values. */
const decisions = ['rename', 'drop', 'fill', 'keep'];

/** An option that others would contradict, or have no effect on. */
const exclusive = (flags: string, description: string, ...others: readonly string[]): Option =>
  new Option(flags, description).conflicts([...decisions, ...others]);

const appendValue = (value: string, values: readonly string[] = []): readonly string[] => [...values, value];

export const addMigrateCommand = (parent: Command, terminal: Terminal): void => {
  parent
    .command('migrate')
    .description('changes the stored documents to fit the content types; after an interruption it continues')
    .option(
      '--rename <before=now>',
      'names before and after: article.headline=title, article=post, shared.quote=shared.cite',
      appendValue,
    )
    .option(
      '--drop <name>',
      'deletes values that the content types no longer have or allow: article.headline',
      appendValue,
    )
    .option('--fill <name>', 'sets the default where documents have no value: article.featured', appendValue)
    .option('--keep <type=which>', 'the version or locale to keep: article=draft, article=en,fr', appendValue)
    .option('--dry-run', 'prints what the migration would do, and changes nothing')
    .option('--yes', 'does not ask for confirmation')
    .option('--save', 'also writes the options to a file in migrations/, which deploy and upgrade apply')
    .addOption(
      exclusive(
        '--baseline',
        'changes no document; records these content types as those of the documents',
        ...['again', 'undo', 'save', 'pending'],
      ),
    )
    .addOption(
      exclusive(
        '--again',
        'repeats the last migration for what older servers wrote since, and removes the old names',
        ...['undo', 'save'],
      ),
    )
    .addOption(exclusive('--undo', 'takes the last migration back, with the previous content types', 'save', 'pending'))
    .addOption(
      exclusive(
        '--pending',
        'applies only the files in migrations/ that the database does not have, beside older servers and without confirmation',
        'save',
      ),
    )
    .action(async (values: Partial<MigrateCommandOptions>) => {
      const { migrateTypes } = await import('./migrateCommand.ts');
      failUnless(await migrateTypes(terminal, { rename: [], drop: [], fill: [], keep: [], ...values }));
    });
};

/** @param types `lectern types` */
export const addDiffCommand = (types: Command, terminal: Terminal): void => {
  types
    .command('diff')
    .description(
      'prints how the content types differ from the stored documents; exits with 1 if the documents need a migration',
    )
    .option('--json', 'prints JSON for scripts')
    .action(async (options: { readonly json?: boolean }) => {
      const { diffTypes } = await import('./migrateCommand.ts');
      failUnless(await diffTypes(terminal, options));
    });
};
