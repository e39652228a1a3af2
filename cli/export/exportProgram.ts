// Declares the command `lectern export` with its options and help text.
import type { Command } from 'commander';
import type { ExportOptions } from './exportCommand.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** @param program `lectern` */
export const addExportCommand = (program: Command, terminal: Terminal): void => {
  program
    .command('export')
    .description(
      'writes all content, files, users, roles and locales into an archive that `strapi import` reads, and prints its name',
    )
    .argument('<file>', 'the archive; the name gets the endings .tar.gz and .enc')
    .option('--key <key>', 'encrypts the archive; `strapi import` then needs the same key')
    .option('--no-compress', 'writes .tar instead of .tar.gz')
    .addHelpText(
      'after',
      `
Example:
  lectern export backup                                  # writes backup.tar.gz
  strapi import --force --file backup.tar.gz             # in the Strapi project; deletes what it has`,
    )
    .action(async (file: string, options: ExportOptions) => {
      const { exportToStrapi } = await import('./exportCommand.ts');
      await exportToStrapi(terminal, file, options);
    });
};
