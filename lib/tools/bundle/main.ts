// Generates the modules that contain the site as code, so that function bundles read no files and compile no schema.
import { fixedMethods } from '../../api/http/index.ts';
import { standaloneValidators } from '../../write/input/index.ts';
import { pack } from '../../schema/index.ts';
import { siteOf, type Site } from '../../platform/site.ts';

/** JSON.parse of a string literal loads faster than an object literal. */
const jsonParseCall = (value: unknown): string => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;

const siteModule = ({ schema, config }: Site): string => `
  import { unpack } from '../schema/index.ts';
  export const siteOf = async () => ({ schema: unpack(${jsonParseCall(pack(schema))}), config: ${jsonParseCall(config)} });
`;

/** A content function needs the methods of the fixed paths, and not the table of routes that they come from. */
const fixedMethodsModule = `export const fixedMethods = ${jsonParseCall(fixedMethods)};`;

/** Replaces the URL signer if the configuration signs no URLs. */
const withoutSigner = { 'lib/platform/bucket/signer.ts': 'export const signerOf = () => undefined;' };

/**
 * @returns JavaScript modules by the path of the file that each replaces
 * @throws Error with every fault of the configuration or the content types that the environment names
 */
export const siteModules = async (env: NodeJS.ProcessEnv): Promise<Readonly<Record<string, string>>> => {
  const site = await siteOf(env);
  return {
    'lib/platform/site.ts': siteModule(site),
    'lib/api/http/fixedMethods.ts': fixedMethodsModule,
    'lib/write/input/compile.ts': standaloneValidators(site.schema),
    ...(site.config.upload.s3.signedSeconds === 0 ? withoutSigner : {}),
  };
};
