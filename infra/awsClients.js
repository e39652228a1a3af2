// @ts-check
// Loads AWS clients for a deployment: those that the package brings (bin/vendored.js), or in a clone the installed ones.
import { isClone } from '../bin/roots.js';

/**
 * @typedef {object} AwsProvider the framework's access to AWS, with the credentials of the deployment
 * @property {() => Promise<object>} getAwsSdkV3Config
 * @property {() => Promise<readonly { readonly LogicalResourceId?: string, readonly PhysicalResourceId?: string }[]>} getStackResources
 * @property {() => string} getRegion
 * @property {{ readonly getStackName: () => string }} naming
 */

/** @returns {Promise<typeof import('@aws-sdk/client-s3')>} */
export const loadS3 = () => import(isClone ? '@aws-sdk/client-s3' : '#vendored/client-s3');

/** @returns {Promise<typeof import('@aws-sdk/client-ssm')>} */
export const loadSsm = () => import(isClone ? '@aws-sdk/client-ssm' : '#vendored/client-ssm');
