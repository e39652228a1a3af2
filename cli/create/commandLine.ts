// Reads the arguments of `npm create lectern`.
import { Command, Option } from 'commander';
import { templateNames, type TemplateName } from './projectFiles.ts';

/** What the arguments say; undefined where they say nothing. */
export interface Arguments {
  readonly folder: string | undefined;
  readonly template: TemplateName | undefined;
  readonly fromStrapi: string | undefined;
  readonly aws: boolean | undefined;
  readonly install: boolean | undefined;
  readonly lectern: string | undefined;
}

/**
 * Exits with 1 and a message if the arguments are invalid, and with 0 after `--help` and `--version`.
 *
 * @param argv without the names of the programs
 */
export const readArguments = (argv: readonly string[], version: string): Arguments => {
  const program = new Command('create-lectern')
    .description('Creates a project of Lectern: content types, extensions, and what runs, tests and deploys them.')
    .version(version, '-v, --version')
    .argument('[folder]', 'a new or empty folder; its name becomes that of the project')
    .addOption(
      new Option('--template <name>', 'a sample site, or one small content type (default: sample)').choices(
        templateNames,
      ),
    )
    .addOption(
      new Option('--from-strapi <project>', 'takes the content types of a Strapi 5 project').conflicts('template'),
    )
    .option('--aws', 'adds what deploys to AWS (default)')
    .option('--no-aws', 'does not add what deploys to AWS')
    .option('--install', 'runs npm install (default)')
    .option('--no-install', 'does not run npm install')
    .option('--lectern <version>', 'the version of lectern to use, or the path of its package')
    .addHelpText(
      'after',
      `
Without these options it asks on a terminal, and uses the defaults elsewhere.

Examples:
  npm create lectern@latest my-site
  npm create lectern@latest my-site -- --template blank --no-aws
  npm create lectern@latest my-site -- --from-strapi ../strapi`,
    )
    .showHelpAfterError('(--help explains the options)');
  program.parse(argv, { from: 'user' });
  return { ...program.opts<Omit<Arguments, 'folder'>>(), folder: program.args[0] };
};
