// The command line `lectern`: output for scripts goes to stdout, everything else to stderr.
import { Command, InvalidArgumentError, Option } from 'commander';
import { tokenTypes } from '../../platform/access/index.ts';
import { checkService } from './checkCommand.ts';
import { addCompareCommand } from './compareProgram.ts';
import { explainRead } from './explainCommand.ts';
import { addExportCommand } from './exportProgram.ts';
import { addImportCommands } from './importProgram.ts';
import { applyIndexes, printMissingIndexes } from './indexesCommand.ts';
import { checkConfig } from './configCommand.ts';
import { runMediaSweep } from './mediaCommand.ts';
import { printOpenApi } from './openapiCommand.ts';
import { allowInRole, createNamedRole, denyInRole, listRoles } from './roleCommand.ts';
import { printPreviewLink } from './previewCommand.ts';
import { addScriptCommands } from './scriptCommands.ts';
import { seedFiles } from './seedCommand.ts';
import { sweepDeletedLinks } from './sweepCommand.ts';
import { checkTypes, generateTypes } from './typesCommand.ts';
import { addMigrateCommand } from './migrateProgram.ts';
import { diffTypes } from './typesMigrateCommand.ts';
import { attributeGrammar, newComponentFile, newTypeFiles, type NewTypeOptions } from './typesNewCommand.ts';
import { formatError } from './formatError.ts';
import { upgrade, type UpgradeOptions } from './upgradeCommand.ts';
import { createNamedToken, printTokens, revokeNamedToken } from './tokenCommand.ts';
import { addUserCommands } from './userProgram.ts';
import { addWebhookCommands } from './webhookProgram.ts';

const program = new Command('lectern')
  .description('Runs and administers a Lectern content API.')
  // An option belongs to the command before it: `types new` and `types new component` share some option names.
  .enablePositionalOptions()
  .addHelpText(
    'after',
    `
Environment:
  MONGODB_URI           the MongoDB to use; the database is the one in its path, else "lectern"
                        (default: the MongoDB of the \`lectern dev\` that is running here)
  CONTENT_TYPES         the folder of content types, or a Strapi project (default: content-types)
  LECTERN_CONFIG        the configuration file (default: lectern.json, if it exists)
  LECTERN_EXTENSIONS    the built extensions; empty: none (default: those of extensions/, built when they changed)
  LECTERN_TOKEN_SECRET  the secret that hashes API tokens: the same as on the servers that accept them, or
                        ssm:/name of the parameter that holds it`,
  )
  .showHelpAfterError('(lectern --help explains the commands)');

addScriptCommands(program);

const types = program.command('types').description('The content types of the folder');
types
  .command('check')
  .description(
    'prints every fault of the content types, and what of a Strapi project is not used; exits with 1 if there is any fault',
  )
  .action(async () => {
    process.exitCode = (await checkTypes()) ? 0 : 1;
  });
types
  .command('generate')
  .description('prints TypeScript types for requests and answers, or writes them to a file')
  .option('--out <file>', 'the file to write, for example src/lectern.ts')
  .option('--check', 'only checks whether the file is up to date; exits with 1 if it is not')
  .action(async ({ out, check = false }: { out?: string; check?: boolean }) => {
    if (check && out === undefined) throw new Error('--check needs the file to compare with: --out src/lectern.ts');
    process.exitCode = (await generateTypes(out, check)) ? 0 : 1;
  });

const dryRun = ['--dry-run', 'prints the files and writes nothing'] as const;
const newTypes = types
  .command('new')
  .description('writes a content type, if the folder has no fault with it')
  .argument('<name>', 'the singular name, for example blog-post')
  .argument('[attributes...]', 'for example title:string! slug:uid(title)')
  .option('--plural <name>', 'the plural name (default: the English plural)')
  .option('--single', 'creates a single type: it has exactly one document', false)
  .option('--no-drafts', 'creates a type without drafts: every write publishes')
  .option('--localized', 'creates a localized type: documents have several locales', false)
  .option(...dryRun)
  .addHelpText('after', attributeGrammar)
  .action((name: string, attributes: readonly string[], options: NewTypeOptions) =>
    newTypeFiles(name, attributes, options),
  );
newTypes
  .command('component')
  .description('writes a component, if the folder has no fault with it')
  .argument('<uid>', 'category and name, for example shared.quote')
  .argument('[attributes...]', 'for example body:text!')
  .option(...dryRun)
  .addHelpText('after', attributeGrammar)
  .action((uid: string, attributes: readonly string[], options: { readonly dryRun?: true }) =>
    newComponentFile(uid, attributes, options),
  );

types
  .command('diff')
  .description(
    'prints how the content types differ from the stored documents; exits with 1 if the documents need a migration',
  )
  .option('--json', 'prints JSON for scripts')
  .action(async (options: { readonly json?: boolean }) => {
    process.exitCode = (await diffTypes(options)) ? 0 : 1;
  });
addMigrateCommand(types);
addMigrateCommand(program);

const config = program.command('config').description('The configuration file');
config
  .command('check')
  .description('prints the configuration with its defaults, or every fault; exits with 1 if there is any')
  .action(async () => {
    process.exitCode = (await checkConfig()) ? 0 : 1;
  });

program
  .command('check')
  .description('checks whether servers and functions can start: content types, configuration, secrets')
  .action(checkService);

program
  .command('upgrade')
  .description(
    'prints what a new version of Lectern changes, and what it would do; exits with 1 if anything is left to do',
  )
  .option('--from <version>', 'the version before (default: the one that the database records)')
  .option('--apply', 'migrates the stored format and creates missing indexes; after an interruption run it again')
  .action(async (options: UpgradeOptions) => {
    process.exitCode = (await upgrade(options)) ? 0 : 1;
  });

const indexes = program.command('indexes').description('The indexes that the content types need');
indexes.command('apply').description('creates the missing indexes').action(applyIndexes);
indexes
  .command('check')
  .description('lists indexes that are missing or left over; exits with 1 if there are any')
  .action(async () => {
    process.exitCode = (await printMissingIndexes()) ? 0 : 1;
  });

program
  .command('sweep')
  .description('removes links to deleted documents, and lets the relay count the totals of lists again')
  .action(sweepDeletedLinks);

const media = program.command('media').description('Uploaded files');
media
  .command('sweep')
  .description('deletes stored files without a record, cancels unfinished uploads, creates missing image formats')
  .action(runMediaSweep);

program
  .command('explain')
  .description('prints the plan of a read: for each step its index and how many keys and documents it examines')
  .argument('<path>', "path and query, for example '/api/articles?filters[slug]=a&populate=*'")
  .action(explainRead);

const parseSeconds = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new InvalidArgumentError('Write a whole number of seconds, for example 3600.');
  return Number(text);
};

program
  .command('preview-link')
  .description('prints a link that gives access to one draft and nothing else')
  .argument('<type>', 'the content type, for example article')
  .argument('[documentId]', 'the document; leave it out for a single type')
  .option('--locale <code>', 'the locale of the draft (default: the default locale)')
  .option('--expires <seconds>', 'how long the link is valid (default: 3600)', parseSeconds)
  .action(printPreviewLink);

program
  .command('openapi')
  .description('prints the OpenAPI 3.1 description that /openapi.json answers')
  .option('--out <file>', 'writes the description to a file')
  .option('--examples', 'includes public documents of the database as examples')
  .action(printOpenApi);

const parseDays = (text: string): number => {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('Write a whole number of days, for example 30.');
  return Number(text);
};

const token = program.command('token').description('API tokens');
token
  .command('create')
  .description('creates a token and prints it once; Lectern cannot print it again')
  .requiredOption('--name <name>', 'what the token is for; names are unique')
  .addOption(new Option('--type <type>', 'what the token permits').choices(tokenTypes).makeOptionMandatory())
  .option('--description <text>', 'a longer description')
  .option('--lifespan <days>', 'the token expires after this many days (default: never)', parseDays)
  .option('--allow <permissions...>', 'the permissions of a custom token: article.find for api::article.article.find')
  .addHelpText(
    'after',
    `
Examples:
  lectern token create --name site --type published-only
  lectern token create --name editor --type read-only
  lectern token create --name importer --type custom --lifespan 30 --allow article.create article.update`,
  )
  .action(createNamedToken);
token
  .command('list')
  .description('lists the tokens: a table on a terminal, else lines with tabs')
  .option('--json', 'prints JSON with all fields')
  .action(printTokens);
token
  .command('revoke')
  .description('revokes a token: within ten seconds all servers refuse it')
  .argument('<name>', 'the name or the id of the token')
  .action(revokeNamedToken);

addUserCommands(program);
addWebhookCommands(program);
addImportCommands(program);

const role = program.command('role').description('Roles: the permissions of users and of the public');
role
  .command('list')
  .description('lists the roles, or the permissions of one role')
  .argument('[role]', 'the type of the role, such as public, or its name')
  .option('--json', 'prints JSON for scripts')
  .action((name: string | undefined, { json = false }: { json?: boolean }) => listRoles(name, json));
role
  .command('create')
  .description('creates a role without permissions and prints its type')
  .argument('<name>')
  .option('--description <text>', 'what the role is for')
  .action((name: string, { description }: { description?: string }) => createNamedRole(name, description));
role
  .command('allow')
  .description('adds permissions, for example article.find; new conditions replace those of an existing permission')
  .argument('<role>', 'the type of the role, such as public, or its name')
  .argument('<permissions...>')
  .option('--own', 'only for documents that the caller created')
  .option('--where <filters>', "only for documents that match, for example 'filters[category][slug][$eq]=news'")
  .action((name: string, permissions: readonly string[], { own = false, where }: { own?: boolean; where?: string }) =>
    allowInRole(name, permissions, { own, where }),
  );
role
  .command('deny')
  .description('removes permissions')
  .argument('<role>', 'the type of the role, such as public, or its name')
  .argument('<permissions...>')
  .action(denyInRole);

program
  .command('seed')
  .description(
    `writes and publishes the documents of JSON files: {"articles": [{…}], "global": {…}}. Other locales are under
"localizations": {"de": {…}}. A media value is the name of a file in uploads/ beside the JSON file, or
{"file": "…", "alternativeText": "…"}`,
  )
  .argument('<files...>')
  .action(seedFiles);

addExportCommand(program);
addCompareCommand(program);

try {
  await program.parseAsync();
} catch (error) {
  for (const line of formatError(error)) console.error(line);
  process.exitCode = 1;
}
