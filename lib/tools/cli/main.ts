// `lectern`: the command line. What scripts read goes to stdout, everything else to stderr.
import { Command, InvalidArgumentError, Option } from 'commander';
import { tokenTypes } from '../../platform/access/index.ts';
import { checkService } from './checkCommand.ts';
import { explainRead } from './explainCommand.ts';
import { applyIndexes, checkIndexes } from './indexesCommand.ts';
import { checkConfig } from './configCommand.ts';
import { sweepMedia } from './mediaCommand.ts';
import { printOpenApi } from './openapiCommand.ts';
import { allowInRole, createNamedRole, denyInRole, listRoles } from './roleCommand.ts';
import { printPreviewLink } from './previewCommand.ts';
import { seedFiles } from './seedCommand.ts';
import { sweep } from './sweepCommand.ts';
import { checkTypes, generateTypes } from './typesCommand.ts';
import { diffTypes, migrateTypes, type MigrateOptions } from './typesMigrateCommand.ts';
import { attributeGrammar, newComponentFile, newTypeFiles, type NewTypeOptions } from './typesNewCommand.ts';
import { linesOf } from './formatError.ts';
import { createNamedToken, printTokens, revokeNamedToken } from './tokenCommand.ts';
import { addWebhookCommands } from './webhookProgram.ts';

const program = new Command('lectern')
  .description('Administers a Lectern content API.')
  // An option is that of the command it stands behind: `types new` and `types new component` have some of one name.
  .enablePositionalOptions()
  .addHelpText(
    'after',
    `
Environment:
  MONGODB_URI           where the documents are; the database is the one in its path, else "lectern"
                        (default: the MongoDB of the \`npm run dev\` that is running here)
  CONTENT_TYPES         the folder of content types (default: content-types)
  LECTERN_CONFIG        the configuration file (default: lectern.json, where there is one)
  LECTERN_TOKEN_SECRET  what API tokens are hashed with: that of the servers that are to take them, or
                        ssm:/name of the parameter that holds it`,
  )
  .showHelpAfterError('(lectern --help explains the commands)');

const types = program.command('types').description('The content types of the folder');
types
  .command('check')
  .description('prints every fault of the content types; ends with 1 when there is any')
  .action(async () => {
    process.exitCode = (await checkTypes()) ? 0 : 1;
  });
types
  .command('generate')
  .description('prints TypeScript types of what is read and written, or writes them into a file')
  .option('--out <file>', 'where to, as src/lectern.ts')
  .option('--check', 'only says whether the file is up to date; ends with 1 when it is not')
  .action(async ({ out, check = false }: { out?: string; check?: boolean }) => {
    if (check && out === undefined) throw new Error('--check needs the file to look at: --out src/lectern.ts');
    process.exitCode = (await generateTypes(out, check)) ? 0 : 1;
  });

const dryRun = ['--dry-run', 'prints the files and writes nothing'] as const;
const newTypes = types
  .command('new')
  .description('writes a content type, when the folder is without fault with it')
  .argument('<name>', 'in the singular, as blog-post')
  .argument('[attributes...]', 'as title:string! slug:uid(title)')
  .option('--plural <name>', 'its plural (default: as English has it)')
  .option('--single', 'a single type: there is one document of it', false)
  .option('--no-drafts', 'what is written is published')
  .option('--localized', 'its documents stand in several locales', false)
  .option(...dryRun)
  .addHelpText('after', attributeGrammar)
  .action((name: string, attributes: readonly string[], options: NewTypeOptions) =>
    newTypeFiles(name, attributes, options),
  );
newTypes
  .command('component')
  .description('writes a component, in the same way')
  .argument('<uid>', 'category and name, as shared.quote')
  .argument('[attributes...]', 'as body:text!')
  .option(...dryRun)
  .addHelpText('after', attributeGrammar)
  .action((uid: string, attributes: readonly string[], options: { readonly dryRun?: true }) =>
    newComponentFile(uid, attributes, options),
  );

types
  .command('diff')
  .description(
    'says what the content types mean for the documents there are; ends with 1 when they have to be migrated',
  )
  .option('--json', 'for scripts')
  .action(async (options: { readonly json?: boolean }) => {
    process.exitCode = (await diffTypes(options)) ? 0 : 1;
  });
const another = (given: string, before: readonly string[]): readonly string[] => [...before, given];
types
  .command('migrate')
  .description('makes the documents there are documents of the content types; interrupted, it goes on where it was')
  .option('--rename <before=now>', 'article.headline=title, article=post, shared.quote=shared.cite', another, [])
  .option('--drop <name>', 'removes from documents what is gone or does not fit: article.headline', another, [])
  .option('--fill <name>', 'gives its default to documents that have none: article.featured', another, [])
  .option('--keep <type=which>', 'which version or locale remains: article=draft, article=en,fr', another, [])
  .option('--dry-run', 'says what it would do, and changes nothing')
  .option('--yes', 'asks nobody')
  .option('--baseline', 'changes nothing; says that the documents are of these content types')
  .option('--again', 'goes through the documents of the last migration once more, for what was written meanwhile')
  .action(async (options: MigrateOptions) => {
    process.exitCode = (await migrateTypes(options)) ? 0 : 1;
  });

const config = program.command('config').description('The configuration file');
config
  .command('check')
  .description('prints what is configured, defaults included, or every fault; ends with 1 when there is any')
  .action(async () => {
    process.exitCode = (await checkConfig()) ? 0 : 1;
  });

program
  .command('check')
  .description('says what keeps servers and functions from starting: content types, configuration, secrets')
  .action(checkService);

const indexes = program.command('indexes').description('The indexes that the content types need');
indexes.command('apply').description('creates what is missing').action(applyIndexes);
indexes
  .command('check')
  .description('lists what is missing or left over; ends with 1 when there is any')
  .action(async () => {
    process.exitCode = (await checkIndexes()) ? 0 : 1;
  });

program
  .command('sweep')
  .description('ends deletions that were interrupted: takes away links to documents that are gone')
  .action(sweep);

const media = program.command('media').description('Files that were uploaded');
media
  .command('sweep')
  .description(
    'deletes stored files that no record points to, gives up uploads that nobody finished, makes formats that are missing',
  )
  .action(sweepMedia);

program
  .command('explain')
  .description('prints the plan of a read: its steps, and for each the index used and how much was examined')
  .argument('<path>', "path and query, as in '/api/articles?filters[slug]=a&populate=*'")
  .action(explainRead);

const seconds = (given: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(given)) throw new InvalidArgumentError('Write a whole number of seconds, as 3600.');
  return Number(given);
};

program
  .command('preview-link')
  .description('prints a link with which one draft can be read, without other rights')
  .argument('<type>', 'the content type, as article')
  .argument('[documentId]', 'the document; of a single type there is one')
  .option('--locale <code>', 'of the draft (default: the default locale)')
  .option('--expires <seconds>', 'it holds so long (default: 3600)', seconds)
  .action(printPreviewLink);

program
  .command('openapi')
  .description('prints the description of the API: OpenAPI 3.1, as /openapi.json answers it')
  .option('--out <file>', 'writes it to a file')
  .option('--examples', 'with documents of the database as examples, which the public may read')
  .action(printOpenApi);

const days = (given: string): number => {
  if (!/^[1-9]\d{0,4}$/.test(given)) throw new InvalidArgumentError('Write a whole number of days, as 30.');
  return Number(given);
};

const token = program.command('token').description('API tokens');
token
  .command('create')
  .description('makes a token and prints it, this once')
  .requiredOption('--name <name>', 'what it is for; no other token has the name')
  .addOption(new Option('--type <type>', 'what it may do').choices(tokenTypes).makeOptionMandatory())
  .option('--description <text>', 'more about it')
  .option('--lifespan <days>', 'after so many days it is no longer taken (default: it never expires)', days)
  .option('--allow <permissions...>', 'what a custom token may do: article.find for api::article.article.find')
  .addHelpText(
    'after',
    `
Examples:
  lectern token create --name site --type read-only
  lectern token create --name importer --type custom --lifespan 30 --allow article.create article.update`,
  )
  .action(createNamedToken);
token
  .command('list')
  .description('lists the tokens: a table on a terminal, with tabs elsewhere')
  .option('--json', 'as JSON, with all that is known of them')
  .action(printTokens);
token
  .command('revoke')
  .description('revokes a token: within ten seconds it is no longer taken')
  .argument('<name>', 'its name or its id')
  .action(revokeNamedToken);

addWebhookCommands(program);

const role = program.command('role').description('Roles: what users and the public may do');
role
  .command('list')
  .description('prints the roles; with one, what it permits')
  .argument('[role]', 'its type, such as public, or its name')
  .option('--json', 'for scripts')
  .action((name: string | undefined, { json = false }: { json?: boolean }) => listRoles(name, json));
role
  .command('create')
  .description('makes a role that permits nothing yet, and prints its type')
  .argument('<name>')
  .option('--description <text>', 'what it is for')
  .action((name: string, { description }: { description?: string }) => createNamedRole(name, description));
role
  .command('allow')
  .description('permits what is named, as article.find; where it was permitted already, these conditions hold instead')
  .argument('<role>', 'its type, such as public, or its name')
  .argument('<permissions...>')
  .option('--own', 'for documents alone that the caller made')
  .option('--where <filters>', "for these documents alone, as in 'filters[category][slug][$eq]=news'")
  .action((name: string, permissions: readonly string[], { own = false, where }: { own?: boolean; where?: string }) =>
    allowInRole(name, permissions, { own, where }),
  );
role
  .command('deny')
  .description('permits no longer what is named')
  .argument('<role>', 'its type, such as public, or its name')
  .argument('<permissions...>')
  .action(denyInRole);

program
  .command('seed')
  .description(
    `writes and publishes the documents of JSON files: {"articles": [{…}], "global": {…}}; other languages are under
"localizations": {"de": {…}}; media are names of files in uploads/ beside them, or {"file": "…", "alternativeText": "…"}`,
  )
  .argument('<files...>')
  .action(seedFiles);

try {
  await program.parseAsync();
} catch (error) {
  for (const line of linesOf(error)) console.error(line);
  process.exitCode = 1;
}
