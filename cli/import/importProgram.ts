// Adds the commands `lectern import …` to the command line.
import { Option, type Command } from 'commander';
import { misfitChoices } from './misfitChoices.ts';
import { failUnless, type Terminal } from '../terminal/terminal.ts';
import type { ImportCommandOptions } from './importCommand.ts';

export const addImportCommands = (program: Command, terminal: Terminal): void => {
  const command = program.command('import').description('Moves content here from another system');
  command
    .command('strapi')
    .description('imports an archive of `strapi export` into an empty database; after an interruption it continues')
    .argument('<archive>', 'the file that `strapi export` wrote: .tar, .tar.gz, or either with .enc')
    .option('--key <key>', 'the key of an encrypted archive')
    .option(
      '--dry-run',
      'lists for each type what would be written, and everything that does not fit; writes no documents',
    )
    .addOption(
      new Option(
        '--on-misfit <choice>',
        'if documents do not fit: import nothing, leave them out, or import them as drafts',
      )
        .choices(misfitChoices)
        .default('fail'),
    )
    .option('--skipped <file>', 'where to list what is left out (default: <archive>.skipped.jsonl)')
    .option('--write-types', "first writes schema files for the archive's types that the folder does not have")
    .option(
      '--project <folder>',
      'the Strapi project: lists its code and what replaces it (default: the folder of content types, if it is one)',
    )
    .addHelpText(
      'after',
      `
It keeps ids, times, both versions, locales, relations and their order, files with all formats, users with their passwords,
and roles. Archives have no admin users, no API tokens and no releases (\`lectern import releases\`).

Example:
  lectern import strapi export.tar.gz --write-types --dry-run
  lectern import strapi export.tar.gz`,
    )
    .action(async (archive: string, options: ImportCommandOptions) => {
      const { importStrapi } = await import('./importCommand.ts');
      failUnless(await importStrapi(terminal, archive, options));
    });
  command
    .command('releases')
    .description('imports the releases of Strapi, which its archives do not contain, after the documents')
    .argument('<file>', 'the releases with their actions, as JSON: docs/from-strapi.md has the script that writes it')
    .action(async (file: string) => {
      const { importReleaseFile } = await import('./importCommand.ts');
      failUnless(await importReleaseFile(terminal, file));
    });
  command
    .command('ids')
    .description('prints the documentIds that an import from Strapi 4 made: type, id, documentId, locale, with tabs')
    .action(async () => {
      const { printImportedIds } = await import('./importCommand.ts');
      await printImportedIds(terminal);
    });
};
