// Declares the commands `lectern user …` with their options and help texts.
import type { Command } from 'commander';
import type { Terminal } from '../terminal/terminal.ts';
import type { UserOptions } from './userCommand.ts';

export const addUserCommands = (program: Command, terminal: Terminal): void => {
  const user = program.command('user').description('Users: the people who log in');
  user
    .command('create')
    .description('creates a user, and prints a one-time link with which the user sets a password')
    .requiredOption('--email <address>', 'the email address, with which the user logs in')
    .option('--username <name>', 'the name of the user (default: the email address)')
    .option('--role <role>', 'the type of the role, or its name', 'authenticated')
    .action(async (options: UserOptions) => {
      const { createNamedUser } = await import('./userCommand.ts');
      await createNamedUser(terminal, options);
    });
  user
    .command('link')
    .description('prints a new one-time link, for a user who lost the password')
    .argument('<email>', 'the email address of the user')
    .action(async (email: string) => {
      const { printUserLink } = await import('./userCommand.ts');
      await printUserLink(terminal, email);
    });
  user
    .command('block')
    .description('blocks a user: within ten seconds all servers refuse its sessions')
    .argument('<email>', 'the email address of the user')
    .action(async (email: string) => {
      const { blockUser } = await import('./userCommand.ts');
      await blockUser(terminal, email, true);
    });
  user
    .command('unblock')
    .description('lets a blocked user log in again')
    .argument('<email>', 'the email address of the user')
    .action(async (email: string) => {
      const { blockUser } = await import('./userCommand.ts');
      await blockUser(terminal, email, false);
    });
  user
    .command('list')
    .description('lists the users with their roles')
    .option('--json', 'prints JSON for scripts')
    .action(async ({ json = false }: { json?: boolean }) => {
      const { printUsers } = await import('./userCommand.ts');
      await printUsers(terminal, json);
    });
};
