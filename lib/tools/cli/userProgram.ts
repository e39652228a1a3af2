// Declares the commands `lectern user …` with their options and help texts.
import type { Command } from 'commander';
import { blockUser, createNamedUser, printUserLink, printUsers, type UserOptions } from './userCommand.ts';

export const addUserCommands = (program: Command): void => {
  const user = program.command('user').description('Users: the people who log in');
  user
    .command('create')
    .description('creates a user, and prints a one-time link with which the user sets a password')
    .requiredOption('--email <address>')
    .option('--username <name>', 'default: the email address')
    .option('--role <role>', 'the type of the role, or its name', 'authenticated')
    .action((options: UserOptions) => createNamedUser(options));
  user
    .command('link')
    .description('prints a new one-time link, for a user who lost the password')
    .argument('<email>')
    .action(printUserLink);
  user
    .command('block')
    .description('blocks a user: within ten seconds all servers refuse its sessions')
    .argument('<email>')
    .action((email: string) => blockUser(email, true));
  user
    .command('unblock')
    .description('lets a blocked user log in again')
    .argument('<email>')
    .action((email: string) => blockUser(email, false));
  user
    .command('list')
    .description('lists the users with their roles')
    .option('--json', 'prints JSON for scripts')
    .action(({ json = false }: { json?: boolean }) => printUsers(json));
};
