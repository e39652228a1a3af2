// Declares the commands of `lectern` with their options and help texts. Each command loads its code when it runs.
import { Command, InvalidArgumentError } from 'commander';
import { addBackupCommands } from './backupProgram.ts';
import { addCompareCommand } from './compareProgram.ts';
import { addExportCommand } from './exportProgram.ts';
import { installedVersion } from '../installedPackage.ts';
import { failUnless } from './failUnless.ts';
import { addImportCommands } from './importProgram.ts';
import { addMigrateCommand } from './migrateProgram.ts';
import type { OpenApiOptions } from './openapiCommand.ts';
import type { PreviewOptions } from './previewCommand.ts';
import { addRoleCommands } from './roleProgram.ts';
import { addScriptCommands } from './scriptCommands.ts';
import type { Terminal } from './terminal.ts';
import { addTokenCommands } from './tokenProgram.ts';
import { addTypesCommands } from './typesProgram.ts';
import type { UpgradeOptions } from './upgradeCommand.ts';
import { addUserCommands } from './userProgram.ts';
import { addWebhookCommands } from './webhookProgram.ts';

const parseSeconds = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new InvalidArgumentError('Write a whole number of seconds, for example 3600.');
  return Number(text);
};

/** Commander ends its texts with a line break, which `print` adds. */
const printText =
  (print: (line: string) => void) =>
  (text: string): void => {
    print(text.replace(/\n$/, ''));
  };

/** @returns the command line; instead of ending the process, it throws CommanderError */
export const createProgram = (terminal: Terminal): Command => {
  const program = new Command('lectern')
    .description('Runs and administers a Lectern content API.')
    .version(installedVersion(), '-v, --version', 'prints the version of Lectern')
    // An option belongs to the command before it: `types new` and `types new component` share some option names.
    .enablePositionalOptions()
    .addHelpText(
      'after',
      `
Environment:
  MONGODB_URI           the MongoDB to use; the database is the one in its path, else "lectern"
                        (default: the MongoDB of the \`lectern dev\` that is running here)
  CONTENT_TYPES         the folder of content types, or a Strapi project (default: content-types)
  LECTERN_CONFIG        the configuration file (default: lectern.json, if it exists)
  LECTERN_EXTENSIONS    the built extensions; empty: none (default: those of extensions/, built when they changed)
  LECTERN_TOKEN_SECRET  the secret that hashes API tokens: the same as on the servers that accept them, or
                        ssm:/name of the parameter that holds it`,
    )
    .exitOverride()
    .configureOutput({ writeOut: printText(terminal.print), writeErr: printText(terminal.log) })
    .showHelpAfterError('(lectern --help explains the commands)');

  addScriptCommands(program);
  addTypesCommands(program, terminal);
  addMigrateCommand(program, terminal);

  const config = program.command('config').description('The configuration file');
  config
    .command('check')
    .description('prints the configuration with its defaults, or every fault; exits with 1 if there is any')
    .action(async () => {
      const { checkConfig } = await import('./configCommand.ts');
      failUnless(await checkConfig(terminal));
    });

  program
    .command('check')
    .description(
      'prints every fault of content types, configuration, extensions and secrets; exits with 1 if there is any',
    )
    .action(async () => {
      const { checkStart } = await import('./checkCommand.ts');
      failUnless(await checkStart(terminal));
    });

  program
    .command('upgrade')
    .description(
      'prints what a new version of Lectern changes, and what it would do; exits with 1 if anything is left to do',
    )
    .option('--from <version>', 'the version before (default: the one that the database records)')
    .option('--apply', 'migrates the stored format and creates missing indexes; after an interruption run it again')
    .action(async (options: UpgradeOptions) => {
      const { upgrade } = await import('./upgradeCommand.ts');
      failUnless(await upgrade(terminal, options));
    });

  const indexes = program.command('indexes').description('The indexes that the content types need');
  indexes
    .command('apply')
    .description('creates the missing indexes')
    .action(async () => {
      const { applyIndexes } = await import('./indexesCommand.ts');
      await applyIndexes(terminal);
    });
  indexes
    .command('check')
    .description('lists indexes that are missing or left over; exits with 1 if there are any')
    .action(async () => {
      const { printMissingIndexes } = await import('./indexesCommand.ts');
      failUnless(await printMissingIndexes(terminal));
    });

  program
    .command('sweep')
    .description('removes links to deleted documents, and lets the relay count the totals of lists again')
    .action(async () => {
      const { sweepDeletedLinks } = await import('./sweepCommand.ts');
      await sweepDeletedLinks(terminal);
    });

  const media = program.command('media').description('Uploaded files');
  media
    .command('sweep')
    .description('deletes stored files without a record, cancels unfinished uploads, creates missing image formats')
    .action(async () => {
      const { runMediaSweep } = await import('./mediaCommand.ts');
      await runMediaSweep(terminal);
    });

  program
    .command('explain')
    .description('prints the plan of a read: for each step its index and how many keys and documents it examines')
    .argument('<path>', "path and query, for example '/api/articles?filters[slug]=a&populate=*'")
    .action(async (path: string) => {
      const { explainRead } = await import('./explainCommand.ts');
      await explainRead(terminal, path);
    });

  program
    .command('preview-link')
    .description('prints a link that gives access to one draft and nothing else')
    .argument('<type>', 'the content type, for example article')
    .argument('[documentId]', 'the document; leave it out for a single type')
    .option('--locale <code>', 'the locale of the draft (default: the default locale)')
    .option('--expires <seconds>', 'how long the link is valid (default: 3600)', parseSeconds)
    .action(async (type: string, documentId: string | undefined, options: PreviewOptions) => {
      const { printPreviewLink } = await import('./previewCommand.ts');
      await printPreviewLink(terminal, type, documentId, options);
    });

  program
    .command('openapi')
    .description('prints the OpenAPI 3.1 description that /openapi.json answers')
    .option('--out <file>', 'writes the description to a file')
    .option('--examples', 'includes public documents of the database as examples')
    .action(async (options: OpenApiOptions) => {
      const { printOpenApi } = await import('./openapiCommand.ts');
      await printOpenApi(terminal, options);
    });

  addTokenCommands(program, terminal);
  addUserCommands(program, terminal);
  addWebhookCommands(program, terminal);
  addImportCommands(program, terminal);
  addRoleCommands(program, terminal);

  program
    .command('seed')
    .description(
      `writes and publishes the documents of JSON files: {"articles": [{…}], "global": {…}}. Other locales are under
"localizations": {"de": {…}}. A media value is the name of a file in uploads/ beside the JSON file, or
{"file": "…", "alternativeText": "…"}`,
    )
    .argument('<files...>', 'the JSON files')
    .action(async (files: readonly string[]) => {
      const { seedFiles } = await import('./seedCommand.ts');
      await seedFiles(terminal, files);
    });

  addExportCommand(program, terminal);
  addBackupCommands(program, terminal);
  addCompareCommand(program, terminal);
  return program;
};
