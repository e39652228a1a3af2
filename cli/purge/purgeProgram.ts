// Declares the command `lectern purge status` with its help text.
import type { Command } from 'commander';
import type { Terminal } from '../terminal/terminal.ts';

/** @param program `lectern` */
export const addPurgeCommands = (program: Command, terminal: Terminal): void => {
  const purge = program.command('purge').description('The purges of the cache in front of the site');
  purge
    .command('status')
    .description('prints how many keys of changed answers wait, and what the purges of this month cost')
    .action(async () => {
      const { printPurgeStatus } = await import('./purgeCommand.ts');
      await printPurgeStatus(terminal);
    });
};
