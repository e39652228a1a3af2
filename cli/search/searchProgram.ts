// Declares the commands `lectern search …` with their options and help texts.
import type { Command } from 'commander';
import type { Terminal } from '../terminal/terminal.ts';

/** @param program `lectern` */
export const addSearchCommands = (program: Command, terminal: Terminal): void => {
  const search = program.command('search').description('The index of the search');
  search
    .command('status')
    .description('lists the indexes of the search: whether each is current, how many documents it has, and what waits')
    .action(async () => {
      const { printIndexStatus } = await import('./searchCommand.ts');
      await printIndexStatus(terminal);
    });
  search
    .command('rebuild')
    .description(
      'builds the index of the search anew, also while the site runs: searches use the old one until the new one is complete. ' +
        'Needed only after documents were changed by hand in MongoDB',
    )
    .argument('[type]', 'a content type, such as article, or plugin::upload.file for files; without it all of them')
    .action(async (type: string | undefined) => {
      const { rebuildIndex } = await import('./searchCommand.ts');
      await rebuildIndex(terminal, type);
    });
};
