// Declares the commands `lectern token …` with their options and help texts.
import { InvalidArgumentError, Option, type Command } from 'commander';
import { tokenTypes } from '../../lib/platform/tokenTypes.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { TokenOptions } from './tokenCommand.ts';

const parseDays = (text: string): number => {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('Write a whole number of days, for example 30.');
  return Number(text);
};

/** @param program `lectern` */
export const addTokenCommands = (program: Command, terminal: Terminal): void => {
  const token = program.command('token').description('API tokens');
  token
    .command('create')
    .description('creates a token and prints it once; Lectern cannot print it again')
    .requiredOption('--name <name>', 'what the token is for; names are unique')
    .addOption(new Option('--type <type>', 'what the token permits').choices(tokenTypes).makeOptionMandatory())
    .option('--description <text>', 'a longer description')
    .option('--lifespan <days>', 'the token expires after this many days (default: never)', parseDays)
    .option('--allow <permissions...>', 'the permissions of a custom token: article.find for api::article.article.find')
    .addHelpText(
      'after',
      `
Examples:
  lectern token create --name site --type published-only
  lectern token create --name editor --type read-only
  lectern token create --name importer --type custom --lifespan 30 --allow article.create article.update`,
    )
    .action(async (options: TokenOptions) => {
      const { createNamedToken } = await import('./tokenCommand.ts');
      await createNamedToken(terminal, options);
    });
  token
    .command('list')
    .description('lists the tokens: a table on a terminal, else lines with tabs')
    .option('--json', 'prints JSON with all fields')
    .action(async (options: { readonly json?: true }) => {
      const { printTokens } = await import('./tokenCommand.ts');
      await printTokens(terminal, options);
    });
  token
    .command('revoke')
    .description('revokes a token: within ten seconds all servers refuse it')
    .argument('<name>', 'the name or the id of the token')
    .action(async (nameOrId: string) => {
      const { revokeNamedToken } = await import('./tokenCommand.ts');
      await revokeNamedToken(terminal, nameOrId);
    });
};
