// What the bundles of functions hold in place of reading files and compiling: the site they are built for, as code.
import { fixedMethods } from '../../api/http/index.ts';
import { standaloneValidators } from '../../write/input/index.ts';
import { pack } from '../../schema/index.ts';
import { siteOf, type Site } from '../../platform/site.ts';

/** A text that is parsed is ready sooner than an object that is written out. */
const parsed = (value: unknown): string => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;

const siteModule = ({ schema, config }: Site): string => `
  import { unpack } from '../schema/index.ts';
  export const siteOf = async () => ({ schema: unpack(${parsed(pack(schema))}), config: ${parsed(config)} });
`;

/** A function of content types needs the methods of fixed paths, and not the routes that they are made from. */
const fixedMethodsModule = `export const fixedMethods = ${parsed(fixedMethods)};`;

/** Where no address is signed, what signs them is left out. */
const unsigned = { 'lib/platform/bucket/signer.ts': 'export const signerOf = () => undefined;' };

/**
 * @returns the modules, in JavaScript, by the file whose place they take
 * @throws Error with every fault of the configuration or of the content types that the environment names
 */
export const modulesOf = async (env: NodeJS.ProcessEnv): Promise<Readonly<Record<string, string>>> => {
  const site = await siteOf(env);
  return {
    'lib/platform/site.ts': siteModule(site),
    'lib/api/http/fixedMethods.ts': fixedMethodsModule,
    'lib/write/input/compile.ts': standaloneValidators(site.schema),
    ...(site.config.upload.s3.signedSeconds === 0 ? unsigned : {}),
  };
};
