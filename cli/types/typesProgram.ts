// Declares the commands `lectern types …` with their options and help texts.
import type { Command } from 'commander';
import { attributeGrammar } from './attributeGrammar.ts';
import { failUnless, type Terminal } from '../terminal/terminal.ts';
import { addDiffCommand, addMigrateCommand } from '../migrate/migrateProgram.ts';
import type { NewTypeOptions } from './typesNewCommand.ts';

const dryRun = ['--dry-run', 'prints the files and writes nothing'] as const;

const addNewCommands = (types: Command, terminal: Terminal): void => {
  const newTypes = types
    .command('new')
    .description('writes a content type, if the folder has no fault with it')
    .argument('<name>', 'the singular name, for example blog-post')
    .argument('[attributes...]', 'for example title:string! slug:uid(title)')
    .option('--plural <name>', 'the plural name (default: the English plural)')
    .option('--single', 'creates a single type: it has exactly one document')
    .option('--no-drafts', 'creates a type without drafts: every write publishes')
    .option('--localized', 'creates a localized type: documents have several locales')
    .option('--search', 'visitors search its texts (default: a question on a terminal, otherwise no)')
    .option('--no-search', 'visitors do not search them, without a question')
    .option(...dryRun)
    .addHelpText('after', attributeGrammar)
    .action(
      async (name: string, attributes: readonly string[], options: Omit<NewTypeOptions, 'single' | 'localized'>) => {
        const { newTypeFiles } = await import('./typesNewCommand.ts');
        await newTypeFiles(terminal, name, attributes, { single: false, localized: false, ...options });
      },
    );
  newTypes
    .command('component')
    .description('writes a component, if the folder has no fault with it')
    .argument('<uid>', 'category and name, for example shared.quote')
    .argument('[attributes...]', 'for example body:text!')
    .option(...dryRun)
    .addHelpText('after', attributeGrammar)
    .action(async (uid: string, attributes: readonly string[], options: { readonly dryRun?: true }) => {
      const { newComponentFile } = await import('./typesNewCommand.ts');
      await newComponentFile(terminal, uid, attributes, options);
    });
};

/** @param program `lectern` */
export const addTypesCommands = (program: Command, terminal: Terminal): void => {
  const types = program.command('types').description('The content types of the folder');
  types
    .command('check')
    .description(
      'prints every fault of the content types, and what of a Strapi project is not used; exits with 1 if there is any fault',
    )
    .action(async () => {
      const { checkTypes } = await import('./typesCommand.ts');
      failUnless(await checkTypes(terminal));
    });
  types
    .command('generate')
    .description('prints TypeScript types for requests and answers, or the schema of GraphQL, or writes them to a file')
    .option('--out <file>', 'the file to write, for example src/lectern.ts')
    .option('--graphql', 'the schema of GraphQL instead, for tools that make code of it')
    .option('--check', 'only checks whether the file is up to date; exits with 1 if it is not')
    .action(async ({ out, ...options }: { out?: string; check?: boolean; graphql?: boolean }) => {
      const { check = false, graphql = false } = options;
      if (check && out === undefined) throw new Error('--check needs the file to compare with: --out src/lectern.ts');
      const { generateTypes } = await import('./typesCommand.ts');
      failUnless(await generateTypes(terminal, out, { check, graphql }));
    });
  addNewCommands(types, terminal);
  addDiffCommand(types, terminal);
  addMigrateCommand(types, terminal);
};
