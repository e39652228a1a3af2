// @ts-check
// The plugin for the Serverless Framework, `lectern/serverless`: adds the functions and resources to the configuration of a
// project, builds the functions before packaging, and prepares the database before deployment.
import process from 'node:process';
import { buildFunctions } from '../bin/buildFunctions.js';
import { buildWeb } from '../bin/buildWeb.js';
import { prepareEditor } from '../bin/buildEditor.js';
import { prepareEditorFields } from '../bin/editorFields.js';
import { prepareExtensions } from '../bin/extensions.js';
import { startStep } from '../bin/progress.js';
import { readWebSettings } from './configuration.js';
import { addConfiguration } from './configure.js';
import { readEdgeSecrets } from './edgeSecret.js';
import { deleteEditor, uploadEditor } from './editorFiles.js';
import { functions } from './functions.js';
import { prepareDeployment } from './prepareDeployment.js';
import { resources } from './resources.js';
import { deployedFunctions } from './routes.js';
import { installSharp } from './sharp.js';
import { readStage } from './stage.js';
import { watchStack } from './watchStack.js';
import { placeWebPackage } from './web.js';

/**
 * @typedef {object} Resource
 * @property {string} Type
 * @property {Readonly<Record<string, Record<string, object>>>} [Properties] those that this plugin changes
 * @property {unknown} [DependsOn]
 *
 * @typedef {object} Provider
 * @property {{ readonly Resources: Readonly<Record<string, Resource>> }} compiledCloudFormationTemplate
 * @property {Readonly<Record<string, unknown>>} [environment]
 * @property {readonly object[]} [stackParameters]
 *
 * @typedef {Readonly<Record<string, { readonly environment?: Readonly<Record<string, unknown>> }>>} Functions
 *
 * @typedef {object} Serverless
 * @property {{ readonly provider: Provider, readonly functions: Functions, layers?: Record<string, object>, readonly resources?: Provider['compiledCloudFormationTemplate'], readonly package: { readonly deploymentBucket?: string, readonly artifactDirectoryName: string } }} service
 * @property {(name: 'aws') => import('./awsClients.js').AwsProvider} getProvider
 * @property {import('./configure.js').Configuration} configurationInput
 * @property {(path: string[], value: unknown) => void} extendConfiguration
 * @property {{ readonly Error: new (message: string) => Error }} classes
 */

const build = async () => {
  installSharp();
  const end = startStep('Building the functions');
  const editor = prepareEditor();
  Object.assign(process.env, await prepareExtensions(), await prepareEditorFields());
  const isWeb = readWebSettings() !== undefined;
  await buildFunctions(isWeb ? { names: await deployedFunctions() } : {});
  await editor;
  if (isWeb) await buildWeb();
  end();
};

/**
 * Removes redundant `DependsOn`, of which linters complain: a route references its integration, and the stage its log group.
 *
 * @param {Provider} provider
 */
const removeRedundantDependencies = ({ compiledCloudFormationTemplate: { Resources } }) => {
  for (const resource of Object.values(Resources))
    if (/^AWS::ApiGatewayV2::(?:Route|Stage)$/.test(resource.Type)) delete resource.DependsOn;
};

/**
 * Refuses to deploy a single function: the database would not be prepared, and the framework cannot find the function's
 * role, which has no fixed name.
 */
const refuseSingleFunction = () =>
  Promise.reject(
    new Error('A single function cannot be deployed: run `lectern deploy`, which skips unchanged functions'),
  );

/**
 * The framework prints the stack of an error, unless it is one of its own. An error that says what to do needs none.
 *
 * @template {readonly unknown[]} A
 * @template T
 * @param {Serverless} serverless
 * @param {(...args: A) => T | Promise<T>} work
 * @returns {(...args: A) => Promise<T>}
 */
const withoutStack =
  ({ classes }, work) =>
  async (...args) => {
    try {
      return await work(...args);
    } catch (error) {
      throw error instanceof Error && error.name === 'Error' ? new classes.Error(error.message) : error;
    }
  };

/**
 * The values of `${lectern:…}`, which the configuration contains (configure.js).
 *
 * @type {Readonly<Record<string, (variables: import('./stage.js').Variables) => Promise<unknown>>>}
 */
const values = { functions, resources, logDays: async (variables) => (await readStage(variables)).logDays };

export default class LecternPlugin {
  hooks;
  commands = {
    deploy: { options: { yes: { usage: 'Changes the database without asking', type: 'boolean' } } },
  };
  configurationVariablesSources;

  /**
   * @param {Serverless} serverless
   * @param {{ readonly 'aws-profile'?: string, readonly yes?: boolean, force?: boolean }} options of the command line, which the
   *   framework's own plugins share
   */
  constructor(serverless, options) {
    const { 'aws-profile': profile, yes } = options;
    addConfiguration(serverless);
    this.configurationVariablesSources = {
      lectern: {
        resolve: withoutStack(
          serverless,
          async (/** @type {import('./stage.js').Variables & { readonly address: string }} */ variables) => ({
            value: await values[variables.address]?.(variables),
          }),
        ),
      },
    };
    /** @type {readonly object[]} */
    let stackParameters = [];
    /** @type {import('./prepareDeployment.js').Deployment | undefined} While the functions change. */
    let deployment;
    /** What has become of the functions. @type {() => Promise<import('./watchStack.js').Outcome>} */
    let awaitOutcome = () => Promise.resolve('unchanged');
    /** Says how long it took. @type {(() => void) | undefined} */
    let endArchives;
    const hooks = {
      'before:package:createDeploymentArtifacts': async () => {
        await build();
        endArchives = startStep('Writing an archive for each function');
      },
      'after:package:createDeploymentArtifacts': () => {
        endArchives?.();
        // The framework would make a layer of it, for which it asks AWS.
        delete serverless.service.layers?.web;
      },
      'before:package:finalize': () => {
        removeRedundantDependencies(serverless.service.provider);
        placeWebPackage(serverless.service);
      },
      'before:deploy:function:initialize': refuseSingleFunction,
      'before:deploy:deploy': async () => {
        const { provider, functions: deployed } = serverless.service;
        const environment = { ...provider.environment, ...(deployed.find ?? deployed.relay)?.environment };
        const edge = await readEdgeSecrets(serverless.getProvider('aws'), environment);
        ({ stackParameters } = edge);
        const aws = { AWS_REGION: serverless.getProvider('aws').getRegion() };
        deployment = await prepareDeployment(
          { ...(await prepareExtensions()), ...environment, ...edge.environment },
          profile === undefined ? aws : { ...aws, AWS_PROFILE: profile },
          yes,
        );
        // The framework skips a deployment of what it has sent last, also if CloudFormation has restored other functions since.
        if (deployment.hasMigration) options.force = true;
        await edge.create();
      },
      // Not earlier: the framework creates a stack without parameters first.
      'before:aws:deploy:deploy:updateStack': async () => {
        const { provider } = serverless.service;
        provider.stackParameters = [...(provider.stackParameters ?? []), ...stackParameters];
        if (deployment?.hasMigration !== true) return;
        awaitOutcome = await watchStack(serverless.getProvider('aws'));
        deployment.requireFollower();
      },
      'after:deploy:deploy': async () => {
        const { finish } = deployment ?? {};
        deployment = undefined;
        await finish?.();
        await uploadEditor(serverless.getProvider('aws'));
      },
      error: async () => {
        if (deployment !== undefined) await deployment.explainFailure(await awaitOutcome());
      },
      'before:remove:remove': () => deleteEditor(serverless.getProvider('aws')),
    };
    const entries = Object.entries(hooks).map(([name, hook]) => [name, withoutStack(serverless, hook)]);
    this.hooks = /** @type {typeof hooks} */ (Object.fromEntries(entries));
  }
}
