// Declares the command `lectern compare` with its options and help text.
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { CompareOptions } from './compareCommand.ts';
import { failUnless, type Terminal } from '../terminal/terminal.ts';

const parseCount = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Write a whole number, for example 1000.');
  return Number(text);
};

/** @param program `lectern` */
export const addCompareCommand = (program: Command, terminal: Terminal): void => {
  program
    .command('compare')
    .description(
      'asks a Strapi and a Lectern with the same content the same requests, and prints how the answers differ; exits with 1 ' +
        'if a difference is not one of docs/differences.md',
    )
    .argument('<strapi-url>', 'the URL of Strapi, for example https://cms.example.org')
    .addOption(new Option('--token <token>', 'an API token of Strapi: read-only or full-access').env('STRAPI_TOKEN'))
    .addOption(
      new Option('--lectern-url <url>', 'the URL of Lectern').env('LECTERN_URL').default('http://127.0.0.1:3000'),
    )
    .addOption(new Option('--lectern-token <token>', 'an API token of Lectern, of the same kind').env('LECTERN_TOKEN'))
    .option(
      '--documents <number>',
      'how many documents to compare of each type, in each locale and version',
      parseCount,
      1000,
    )
    .option('--requests <file>', 'a file with more requests, one path in each line: /api/articles?sort=title')
    .action(async (url: string, options: CompareOptions) => {
      const { compareWithStrapi } = await import('./compareCommand.ts');
      failUnless(await compareWithStrapi(terminal, url, options));
    });
};
