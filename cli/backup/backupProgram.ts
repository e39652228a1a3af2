// Declares the commands `lectern backup` and `lectern restore` with their options and help texts.
import { Option, type Command } from 'commander';
import type { BackupOptions, RestoreOptions } from './backupCommand.ts';
import type { Terminal } from '../terminal/terminal.ts';

const names = 'uids of content types, or content, users, roles, files, locales, tokens, webhooks';

/** @param program `lectern` */
export const addBackupCommands = (program: Command, terminal: Terminal): void => {
  program
    .command('backup')
    .description(
      'writes everything that Lectern stores, as it is at one moment, into an archive, and prints its name, with which it continues after an interruption',
    )
    .argument('[file]', 'the archive; the name gets the ending .tar.gz (default: backup- and the time)')
    .addOption(new Option('--only <names...>', `nothing else: ${names}`).conflicts('without'))
    .option('--without <names...>', 'everything else')
    .option('--files', 'includes files that are in a bucket; those in a folder are always included')
    .option('--no-files', 'lists files only by their keys')
    .addHelpText(
      'after',
      `
Example:
  lectern backup site                                    # writes site.tar.gz
  lectern backup content --without users tokens webhooks # to copy production to staging`,
    )
    .action(async (file: string | undefined, options: BackupOptions) => {
      const { backup } = await import('./backupCommand.ts');
      await backup(terminal, file, options);
    });
  program
    .command('restore')
    .description('restores an archive of `lectern backup` into an empty database; after an interruption it continues')
    .argument('<file>', 'the archive')
    .addOption(new Option('--only <names...>', `nothing else: ${names}`).conflicts('without'))
    .option('--without <names...>', 'everything else')
    .addHelpText(
      'after',
      `
It checks the whole archive before it writes. No server starts on the database until the restore is finished.

Example:
  lectern restore site.tar.gz --without webhooks`,
    )
    .action(async (file: string, options: RestoreOptions) => {
      const { restore } = await import('./backupCommand.ts');
      await restore(terminal, file, options);
    });
};
