// @ts-check
// What Lectern adds to the Serverless Framework: functions are built when they are packaged, and the database is made
// ready before they are deployed.
import { buildFunctions } from '../bin/build.js';
import { prepare } from './prepare.js';
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

/** A route names its integration: that it depends on it need not be said again, and linters complain. @param {Provider} provider */
const removeRouteDependencies = ({ compiledCloudFormationTemplate: { Resources } }) => {
  for (const resource of Object.values(Resources))
    if (resource.Type === 'AWS::ApiGatewayV2::Route') delete resource.DependsOn;
};

/** It would find the database as it is, and cannot tell the role of a function, which has no fixed name. */
const refuseSingleFunction = () => {
  throw new Error('Functions are deployed together: `serverless deploy` leaves what did not change');
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
        prepare(environment, profile === undefined ? aws : { ...aws, AWS_PROFILE: profile });
      },
    };
  }
}
