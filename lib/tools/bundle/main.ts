// Generates the modules that contain the site as code, so that function bundles read no files and compile no schema.
import { resolve } from 'node:path';
import { fixedMethods } from '../../api/http/index.ts';
import { checkProjectRoutes, standaloneBodies } from '../../api/project/index.ts';
import { standaloneValidators } from '../../write/input/index.ts';
import { describedSchema } from '../../describe/type-builder/index.ts';
import { checkDefaultPopulates } from '../../read/query/index.ts';
import { pack } from '../../schema/index.ts';
import {
  hasWriteHooks,
  projectPaths,
  projectRoutes,
  type ProjectRoute,
  type TypeExtension,
} from '../../platform/extensions/index.ts';
import { siteOf, type Site } from '../../platform/site.ts';

export { writeProjectTypes } from './projectTypes.ts';

/** JSON.parse of a string literal loads faster than an object literal. */
const jsonParseCall = (value: unknown): string => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;

/**
 * @param extensions the path of the built extensions; undefined: there are none
 * @param ending of the files of Lectern
 */
const siteModule = ({ schema, config }: Site, extensions: string | undefined, ending: string): string => `
  import { unpack } from '../schema/index${ending}';
  ${
    extensions === undefined
      ? 'const compile = () => undefined;'
      : `import { compileExtensions } from './extensions/compile${ending}';
  import { extensions } from ${JSON.stringify(resolve(extensions))};
  const compile = (schema) => compileExtensions(schema, extensions);`
  }
  export const siteOf = async () => {
    const schema = unpack(${jsonParseCall(pack(schema))});
    return { schema, config: ${jsonParseCall(config)}, extensions: compile(schema) };
  };
`;

/** A content function needs the methods of the fixed paths, and not the table of routes that they come from. */
const fixedMethodsModule = `export const fixedMethods = ${jsonParseCall(fixedMethods)};`;

const describedSchemaModule = ({ schema }: Site): string => `
  const described = ${jsonParseCall(describedSchema(schema))};
  export const describedSchema = () => described;
`;

/** Replaces the URL signer if the configuration signs no URLs. */
const withoutSigner = { 'lib/platform/bucket/signer.ts': 'export const signerOf = () => undefined;' };

/** Replaces the ids of components if the configuration has none. */
const withoutComponentIds = {
  'lib/read/component-ids/index.ts':
    'export const slotsIn = () => []; export const withComponentIds = (schema, type, id, attribute, value) => value;',
  'lib/read/plan/componentIdStages.ts':
    'const none = () => []; const nothing = () => undefined; export { none as comparedPaths, none as componentIdStages, none as sortedPaths, nothing as checkComparedPaths, nothing as comparedVersions };',
  'lib/write/documents/values/componentIds.ts': 'export const refuseUnrelatedComponents = () => undefined;',
};

/** Replaces event handlers if the project has none, and what counts those that cause each other. */
const withoutHandlers = {
  'lib/events/relay/handlerReceivers.ts': 'export const handlerReceivers = () => [];',
  'lib/write/documents/eventDepth.ts':
    'export const eventDepth = () => ({}); export const runAtEventDepth = (depth, call) => call();',
};

/** Replaces the kinds of targets that the configuration does not have; each brings a client of AWS. */
const withoutUnusedTargets = ({ events }: Site['config']): Readonly<Record<string, string>> => {
  const targets = Object.values(events.targets);
  const folder = 'lib/events/relay';
  const without = (path: string, name: string, value: string) => ({
    [`${folder}/${path}.ts`]: `export const ${name} = () => ${value};`,
  });
  return {
    ...(targets.length > 0 ? {} : without('targetReceivers', 'targetReceivers', '[]')),
    ...(targets.some(({ queueUrl }) => queueUrl !== '') ? {} : without('targets/sqs', 'sqsPublisher', 'undefined')),
    ...(targets.some(({ topicArn }) => topicArn !== '') ? {} : without('targets/sns', 'snsPublisher', 'undefined')),
    ...(targets.some(({ bus }) => bus !== '')
      ? {}
      : without('targets/eventBridge', 'eventBridgePublisher', 'undefined')),
  };
};
/** Replaces the routes of a project if it has none. */
const withoutRoutes = {
  'lib/platform/extensions/projectRoutes.ts':
    'export const projectPaths = () => []; export const projectRoutes = () => [];',
  'lib/api/http/projectMethods.ts': 'export const projectMethods = () => undefined;',
};

/** The routes of a project as data, which the first request parses that needs them. */
const routeModules = ({ extensions }: Site, routes: readonly ProjectRoute[]): Readonly<Record<string, string>> => ({
  'lib/platform/extensions/projectRoutes.ts': `
    let paths, routes;
    export const projectPaths = () => (paths ??= ${jsonParseCall(projectPaths(extensions))});
    export const projectRoutes = () => (routes ??= ${jsonParseCall(routes)});
  `,
  'lib/api/project/bodyValidators.ts': standaloneBodies(routes),
});

/** Replaces computed attributes if project code has none. */
const withoutComputed = {
  'lib/read/execute/computed.ts':
    'const nothing = () => undefined; export { nothing as computedPart, nothing as populateStored };',
  'lib/read/query/refuseComputed.ts': 'export const refuseComputed = () => undefined;',
};

/** Replaces the filters of project code if it has none. */
const withoutProjectFilters = {
  'lib/platform/access/restrictCallers.ts': 'export const restrictCallers = () => undefined;',
  'lib/read/query/projectFilters.ts': 'export const projectFilters = () => [];',
};

/** Whether project code has one of these for some type. */
const extendsTypes = ({ extensions }: Site, ...keys: readonly (keyof TypeExtension)[]): boolean =>
  [...(extensions?.types.values() ?? [])].flat().some(({ value }) => keys.some((key) => value[key] !== undefined));

/** Replaces the hooks on writes if the project has none. */
const withoutHooks = {
  'lib/write/operations/hooks.ts':
    'const none = () => undefined; export const hooksFor = { write: none, delete: none };',
  'lib/write/documents/hooks/runWriteHooks.ts': 'export const runWriteHooks = () => undefined;',
  'lib/write/documents/hooks/runDeleteHooks.ts': 'export const runDeleteHooks = () => undefined;',
};

/**
 * @param ending of the files of Lectern that the modules import: `.ts`, or `.js` in the package
 * @returns JavaScript modules by the path of the file that each replaces
 * @throws Error with every fault of the configuration, the content types or the extensions that the environment names
 */
export const siteModules = async (
  env: NodeJS.ProcessEnv,
  ending: string,
): Promise<Readonly<Record<string, string>>> => {
  const site = await siteOf(env);
  checkDefaultPopulates(site);
  checkProjectRoutes(site);
  const routes = projectRoutes(site.extensions);
  return {
    'lib/platform/site.ts': siteModule(site, site.extensions && env.LECTERN_EXTENSIONS, ending),
    'lib/api/http/fixedMethods.ts': fixedMethodsModule,
    'lib/describe/type-builder/describedSchema.ts': describedSchemaModule(site),
    'lib/write/input/compile.ts': standaloneValidators(site.schema),
    ...(routes.length === 0 ? withoutRoutes : routeModules(site, routes)),
    ...(site.config.upload.s3.signedSeconds === 0 ? withoutSigner : {}),
    ...(site.config.api.rest.componentIds ? {} : withoutComponentIds),
    ...((site.extensions?.subscriptions ?? []).length > 0 ? {} : withoutHandlers),
    ...withoutUnusedTargets(site.config),
    ...(extendsTypes(site, 'computed') ? {} : withoutComputed),
    ...(extendsTypes(site, 'canRead', 'canWrite') ? {} : withoutProjectFilters),
    ...(hasWriteHooks(site.extensions) ? {} : withoutHooks),
  };
};
