// Generates the modules that contain the site as code, so that function bundles read no files and compile no schema.
import { fixedMethods } from '../../api/http/index.ts';
import { standaloneValidators } from '../../write/input/index.ts';
import { describedSchema } from '../../describe/type-builder/index.ts';
import { checkDefaultPopulates } from '../../read/query/index.ts';
import { pack } from '../../schema/index.ts';
import { hasWriteHooks } from '../../platform/extensions/index.ts';
import { siteOf, type Site } from '../../platform/site.ts';

/** JSON.parse of a string literal loads faster than an object literal. */
const jsonParseCall = (value: unknown): string => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;

const siteModule = ({ schema, config }: Site): string => `
  import { unpack } from '../schema/index.ts';
  export const siteOf = async () => ({ schema: unpack(${jsonParseCall(pack(schema))}), config: ${jsonParseCall(config)} });
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

/** Replaces the hooks on writes if the project has none. */
const withoutHooks = {
  'lib/write/operations/hooks.ts':
    'const none = () => undefined; export const hooksFor = { write: none, delete: none };',
  'lib/write/documents/hooks/runWriteHooks.ts': 'export const runWriteHooks = () => undefined;',
  'lib/write/documents/hooks/runDeleteHooks.ts': 'export const runDeleteHooks = () => undefined;',
};

/**
 * @returns JavaScript modules by the path of the file that each replaces
 * @throws Error with every fault of the configuration or the content types that the environment names
 */
export const siteModules = async (env: NodeJS.ProcessEnv): Promise<Readonly<Record<string, string>>> => {
  const site = await siteOf(env);
  checkDefaultPopulates(site);
  return {
    'lib/platform/site.ts': siteModule(site),
    'lib/api/http/fixedMethods.ts': fixedMethodsModule,
    'lib/describe/type-builder/describedSchema.ts': describedSchemaModule(site),
    'lib/write/input/compile.ts': standaloneValidators(site.schema),
    ...(site.config.upload.s3.signedSeconds === 0 ? withoutSigner : {}),
    ...(site.config.api.rest.componentIds ? {} : withoutComponentIds),
    ...(hasWriteHooks(site.extensions) ? {} : withoutHooks),
  };
};
