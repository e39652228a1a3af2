// @ts-check
// What Lectern adds to the Serverless Framework: functions are built when they are packaged.
import { buildFunctions } from '../bin/build.js';
import { bringSharp } from './sharp.js';

/**
 * @typedef {object} Resource
 * @property {string} Type
 * @property {unknown} [DependsOn]
 *
 * @typedef {{ readonly service: { readonly provider: {
 *   readonly compiledCloudFormationTemplate: { readonly Resources: Readonly<Record<string, Resource>> } } } }} Serverless
 */

const build = async () => {
  bringSharp();
  await buildFunctions();
};

/** A route names its integration: that it depends on it need not be said again, and linters complain. @param {Serverless} serverless */
const tidy = ({ service }) => {
  for (const resource of Object.values(service.provider.compiledCloudFormationTemplate.Resources))
    if (resource.Type === 'AWS::ApiGatewayV2::Route') delete resource.DependsOn;
};

export default class LecternPlugin {
  hooks;

  /** @param {Serverless} serverless */
  constructor(serverless) {
    this.hooks = {
      'before:package:createDeploymentArtifacts': build,
      'before:package:function:package': build,
      'before:package:finalize': () => {
        tidy(serverless);
      },
    };
  }
}
