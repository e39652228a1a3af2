// Declares the commands of `lectern` with their options and help texts. Each command loads its code when it runs.
import { Command, Help } from 'commander';
import { installedVersion } from '../lib/installedPackage.ts';
import { addAuditCommands } from './audit/auditProgram.ts';
import { addBackupCommands } from './backup/backupProgram.ts';
import { addCheckCommand } from './check/checkProgram.ts';
import { addCompareCommand } from './compare/compareProgram.ts';
import { addConfigCommands } from './config/configProgram.ts';
import { addExplainCommand } from './explain/explainProgram.ts';
import { addExportCommand } from './export/exportProgram.ts';
import { addHistoryCommands } from './history/historyProgram.ts';
import { addImportCommands } from './import/importProgram.ts';
import { addIndexesCommands } from './indexes/indexesProgram.ts';
import { addMediaCommands } from './media/mediaProgram.ts';
import { addMigrateCommand } from './migrate/migrateProgram.ts';
import { addOpenApiCommand } from './openapi/openapiProgram.ts';
import { addPreviewLinkCommand } from './preview-link/previewLinkProgram.ts';
import { addPurgeCommands } from './purge/purgeProgram.ts';
import { addRoleCommands } from './role/roleProgram.ts';
import { addScriptCommands } from './scriptCommands.ts';
import { addSearchCommands } from './search/searchProgram.ts';
import { addSeedCommand } from './seed/seedProgram.ts';
import { addSweepCommand } from './sweep/sweepProgram.ts';
import { addTrashCommands } from './trash/trashProgram.ts';
import type { Terminal } from './terminal/terminal.ts';
import { addTokenCommands } from './token/tokenProgram.ts';
import { addTypesCommands } from './types/typesProgram.ts';
import { addUpgradeCommand } from './upgrade/upgradeProgram.ts';
import { addUserCommands } from './user/userProgram.ts';
import { addWebhookCommands } from './webhook/webhookProgram.ts';

type AddCommands = (program: Command, terminal: Terminal) => void;

/** By the headings of the help, in its order. */
const commands: Readonly<Record<string, readonly AddCommands[]>> = {
  'Run a project': [addScriptCommands, addCheckCommand, addConfigCommands],
  Content: [
    addTypesCommands,
    addMigrateCommand,
    addSeedCommand,
    addImportCommands,
    addExportCommand,
    addCompareCommand,
    addMediaCommands,
    addHistoryCommands,
    addTrashCommands,
    addExplainCommand,
    addOpenApiCommand,
    addPreviewLinkCommand,
  ],
  People: [addUserCommands, addRoleCommands, addTokenCommands, addAuditCommands],
  'Operate a site': [
    addUpgradeCommand,
    addBackupCommands,
    addIndexesCommands,
    addSearchCommands,
    addWebhookCommands,
    addPurgeCommands,
    addSweepCommand,
  ],
};

/** The variables that all commands read. */
const environment: Readonly<Record<string, string>> = {
  MONGODB_URI:
    'the MongoDB to use; the database is the one in its path, else "lectern" (default: the MongoDB of the `lectern dev` that is running here)',
  CONTENT_TYPES: 'the folder of content types, or a Strapi project (default: content-types)',
  LECTERN_CONFIG: 'the configuration file (default: lectern.json, if it exists)',
  LECTERN_EXTENSIONS: 'the built extensions; empty: none (default: those of extensions/, built when they changed)',
  LECTERN_TOKEN_SECRET:
    'the secret that hashes API tokens: the same as on the servers that accept them, or ssm:/name of the parameter that holds it',
};

/** Where stdout is no terminal. */
const defaultWidth = 80;

const formatEnvironment = (program: Command): string => {
  const helper = program.createHelp();
  helper.prepareContext({ helpWidth: program.configureOutput().getOutHelpWidth?.() ?? defaultWidth });
  const width = Math.max(...Object.keys(environment).map((name) => name.length));
  const items = Object.entries(environment).map(([name, text]) => helper.formatItem(name, width, text, helper));
  return ['\nEnvironment:', ...items].join('\n');
};

/** The list of all commands has no room for their arguments. */
const subcommandTerm: Help['subcommandTerm'] = (command) =>
  command.parent?.parent ? Help.prototype.subcommandTerm(command) : command.name();

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
    .configureHelp({ subcommandTerm, minWidthToWrap: 20 })
    .addHelpText('after', ({ command }) => formatEnvironment(command))
    .exitOverride()
    .configureOutput({ writeOut: printText(terminal.print), writeErr: printText(terminal.log) })
    .showHelpAfterError('(lectern --help explains the commands)');
  for (const [heading, adders] of Object.entries(commands)) {
    program.commandsGroup(`${heading}:`);
    for (const add of adders) add(program, terminal);
  }
  program.helpCommand(true);
  return program;
};
