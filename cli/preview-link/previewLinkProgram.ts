// Declares `lectern preview-link` with its options and help text.
import { InvalidArgumentError, type Command } from 'commander';
import type { Terminal } from '../terminal/terminal.ts';
import type { PreviewOptions } from './previewLinkCommand.ts';

const parseSeconds = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new InvalidArgumentError('Write a whole number of seconds, for example 3600.');
  return Number(text);
};

/** @param program `lectern` */
export const addPreviewLinkCommand = (program: Command, terminal: Terminal): void => {
  program
    .command('preview-link')
    .description('prints a link that gives access to one draft and nothing else')
    .argument('<type>', 'the content type, for example article')
    .argument('[documentId]', 'the document; leave it out for a single type')
    .option('--locale <code>', 'the locale of the draft (default: the default locale)')
    .option('--expires <seconds>', 'how long the link is valid (default: 3600)', parseSeconds)
    .action(async (type: string, documentId: string | undefined, options: PreviewOptions) => {
      const { printPreviewLink } = await import('./previewLinkCommand.ts');
      await printPreviewLink(terminal, type, documentId, options);
    });
};
