// Generates the modules that contain the site as code, so that function bundles read no files and compile no schema.
import { resolve } from 'node:path';
import { standaloneContracts } from '../../lib/contracts/index.ts';
import { checkedContracts } from '../../lib/allContracts.ts';
import { fixedMethods } from '../../lib/api/http/index.ts';
import { standaloneBodies } from '../../lib/api/project/index.ts';
import { standaloneValidators } from '../../lib/write/input/index.ts';
import { describedSchema } from '../../lib/describe/type-builder/index.ts';
import { builtInUids, pack } from '../../lib/schema/index.ts';
import { projectPaths, projectRoutes, type ProjectRoute } from '../../lib/platform/extensions/index.ts';
import { siteOf, type Site } from '../../lib/platform/site.ts';
import { checkPictures } from '../../lib/server/checkPictures.ts';
import { checkSite } from '../../lib/server/checkSite.ts';
import { unusedParts, withoutShares } from './unusedParts.ts';

export { writeProjectTypes } from './projectTypes.ts';

/** Project code writes users and files with what their areas export, which only bundles with its hooks or routes contain. */
const builtInWritersModule = (ending: string): string => `
  import { userWriter } from '../../accounts/administration/userWriter${ending}';
  import { fileWriter } from '../../media/records/fileWriter${ending}';
  export const useBuiltInWriters = () => undefined;
  export const builtInWriterOf = (uid) => (uid === ${JSON.stringify(builtInUids.user)} ? userWriter : fileWriter);
`;

/** JSON.parse of a string literal loads faster than an object literal. */
const jsonParseCall = (value: unknown): string => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;

/** The settings that content functions do not read: those of logins, SCIM and GraphQL. */
const lateConfig = ({ signIn, scim, graphql, auth: { limits } }: Site['config']) => ({ signIn, scim, graphql, limits });

/**
 * The configuration without those, without the settings of a server's connections, which API Gateway has instead, of deployments, and of
 * purges if it chooses none: `unusedParts` leaves out what reads them. JSON has no values that are undefined. That of a server is whole:
 * in front of a web function are CloudFront, and then Lambda, whose address the server sees.
 */
const bundledConfig = ({ auth, http, cache, ...config }: Site['config'], isWeb: boolean): object =>
  isWeb
    ? { ...config, auth, cache, http: { ...http, trustedProxies: Math.max(1, http.trustedProxies) + 1 } }
    : {
        ...{ ...config, signIn: undefined, scim: undefined, graphql: undefined, deploy: undefined },
        auth: { ...auth, limits: undefined },
        http: { ...http, server: undefined },
        cache: cache.purge.provider === 'none' ? { types: cache.types } : cache,
      };

/**
 * The settings of logins, SCIM and GraphQL are in the bundles whose entry point adds them.
 *
 * @param extensions the path of the built extensions; undefined: there are none
 * @param ending of the files of Lectern
 */
const siteModule = ({ schema, config }: Site, extensions: string | undefined, ending: string, isWeb: boolean) => `
  import { unpack } from '../schema/index${ending}';
  ${
    extensions === undefined
      ? 'const extend = (schema) => ({ schema });'
      : `import { compileExtensions } from './extensions/compile${ending}';
  import { withComputed } from './extensions/withComputed${ending}';
  import { extensions as files } from ${JSON.stringify(resolve(extensions))};
  const extend = (schema) => {
    const extensions = compileExtensions(schema, files);
    return { schema: withComputed(schema, extensions), extensions };
  };`
  }
  const config = ${jsonParseCall(bundledConfig(config, isWeb))};
  export const addSignIn = () => {
    const { limits, ...settings } = ${jsonParseCall(lateConfig(config))};
    Object.assign(config, settings).auth.limits = limits;
  };
  export const siteOf = async () => ({ ...extend(unpack(${jsonParseCall(pack(schema))})), config });
`;

/** A content function needs the methods of the fixed paths, and not the table of routes that they come from. */
const fixedMethodsModule = `export const fixedMethods = ${jsonParseCall(fixedMethods)};`;

const describedSchemaModule = ({ schema }: Site): string => `
  const described = ${jsonParseCall(describedSchema(schema))};
  export const describedSchema = () => described;
`;

/** The routes of a project as data, which the first request parses that needs them. */
const routeModules = ({ extensions }: Site, routes: readonly ProjectRoute[]): Readonly<Record<string, string>> => ({
  'lib/platform/extensions/projectRoutes.ts': `
    let paths, routes;
    export const projectPaths = () => (paths ??= ${jsonParseCall(projectPaths(extensions))});
    export const projectRoutes = () => (routes ??= ${jsonParseCall(routes)});
  `,
  'lib/api/project/bodyValidators.ts': standaloneBodies(routes),
});

const validatorsPath = 'lib/write/input/compile.ts';

/** What a bundle contains of a site: see `siteModules`. */
interface SiteModules {
  readonly modules: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, Readonly<Record<string, Uint8Array>>>>;
}

/**
 * @param ending of the files of Lectern that the modules import: `.ts`, or `.js` in the package
 * @param isWeb whether the bundle is the server of a web function, which answers many requests at once
 * @returns `modules`: JavaScript modules by the path of the file that each replaces; `files`: by such a path, what the module reads
 *   beside the bundle that contains it
 * @throws Error with every fault of the configuration, the content types or the extensions that the environment names
 */
export const siteModules = async (env: NodeJS.ProcessEnv, ending: string, isWeb = false): Promise<SiteModules> => {
  const site = await siteOf(env);
  checkSite(site);
  checkPictures(site, env);
  const routes = projectRoutes(site.extensions);
  const validators = standaloneValidators(site.schema);
  const modules = {
    'lib/platform/site.ts': siteModule(site, site.extensions && env.LECTERN_EXTENSIONS, ending, isWeb),
    'lib/contracts/validators.ts': standaloneContracts(checkedContracts),
    'lib/api/http/fixedMethods.ts': fixedMethodsModule,
    'lib/describe/type-builder/describedSchema.ts': describedSchemaModule(site),
    [validatorsPath]: validators.source,
    'lib/write/operations/builtInWriters.ts': builtInWritersModule(ending),
    ...(routes.length === 0 ? {} : routeModules(site, routes)),
    ...(isWeb ? {} : withoutShares),
    ...unusedParts(site),
  };
  return { modules, files: { [validatorsPath]: validators.files } };
};
