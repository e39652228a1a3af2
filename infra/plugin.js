// @ts-check
// The plugin for the Serverless Framework: builds the functions before packaging, and prepares the database before
// deployment.
import { buildFunctions } from '../bin/build.js';
import { prepareDeployment } from './prepareDeployment.js';
import { installSharp } from './sharp.js';

/**
 * @typedef {object} Resource
 * @property {string} Type
 * @property {unknown} [DependsOn]
 *
 * @typedef {object} Provider
 * @property {{ readonly Resources: Readonly<Record<string, Resource>> }} compiledCloudFormationTemplate
 * @property {Readonly<Record<string, unknown>>} environment
 *
 * @typedef {object} Serverless
 * @property {{ readonly provider: Provider }} service
 * @property {(name: 'aws') => { readonly getRegion: () => string }} getProvider
 */

const build = async () => {
  installSharp();
  await buildFunctions();
};

/**
 * Removes redundant `DependsOn` of routes, of which linters complain: a route references its integration.
 *
 * @param {Provider} provider
 */
const removeRouteDependencies = ({ compiledCloudFormationTemplate: { Resources } }) => {
  for (const resource of Object.values(Resources))
    if (resource.Type === 'AWS::ApiGatewayV2::Route') delete resource.DependsOn;
};

/**
 * Refuses to deploy a single function: the database would not be prepared, and the framework cannot find the function's
 * role, which has no fixed name.
 */
const refuseSingleFunction = () => {
  throw new Error('A single function cannot be deployed: run `serverless deploy`, which skips unchanged functions');
};

export default class LecternPlugin {
  hooks;

  /**
   * @param {Serverless} serverless
   * @param {Readonly<Record<string, string | undefined>>} options of the command line
   */
  constructor(serverless, { 'aws-profile': profile }) {
    this.hooks = {
      'before:package:createDeploymentArtifacts': build,
      'before:package:finalize': () => {
        removeRouteDependencies(serverless.service.provider);
      },
      'before:deploy:function:initialize': refuseSingleFunction,
      'before:deploy:deploy': () => {
        const aws = { AWS_REGION: serverless.getProvider('aws').getRegion() };
        const { environment } = serverless.service.provider;
        prepareDeployment(environment, profile === undefined ? aws : { ...aws, AWS_PROFILE: profile });
      },
    };
  }
}
