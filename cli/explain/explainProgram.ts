// Declares `lectern explain` with its options and help text.
import type { Command } from 'commander';
import type { Terminal } from '../terminal/terminal.ts';

/** @param program `lectern` */
export const addExplainCommand = (program: Command, terminal: Terminal): void => {
  program
    .command('explain')
    .description('prints the plan of a read: for each step its index and how many keys and documents it examines')
    .argument('<path>', "path and query, for example '/api/articles?filters[slug]=a&populate=*'")
    .action(async (path: string) => {
      const { explainRead } = await import('./explainCommand.ts');
      await explainRead(terminal, path);
    });
};
