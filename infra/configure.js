// @ts-check
// Adds what a deployment of Lectern needs to the configuration in serverless.yml, which keeps what it sets itself.
import { addWebPackage } from './web.js';

/**
 * @typedef {object} Configuration what serverless.yml contains
 * @property {Readonly<Record<string, unknown>>} [provider]
 * @property {{ readonly patterns?: readonly string[] }} [package]
 * @property {object} [layers]
 * @property {unknown} [functions]
 * @property {unknown} [resources]
 */

/**
 * A line of the gateway's access log: also of requests that it answers itself. Without the query string, which may be secret.
 */
const accessLogFormat = JSON.stringify({
  ...{ time: '$context.requestTime', requestId: '$context.requestId', ip: '$context.identity.sourceIp' },
  ...{ method: '$context.httpMethod', path: '$context.path', route: '$context.routeKey', status: '$context.status' },
  ...{ bytes: '$context.responseLength', ms: '$context.responseLatency', error: '$context.integrationErrorMessage' },
});

/** Values of `provider`, unless serverless.yml sets others. */
const providerDefaults = {
  region: "${opt:region, env:AWS_REGION, 'us-east-1'}",
  runtime: 'nodejs24.x',
  architecture: 'arm64',
  deploymentMethod: 'direct',
  logRetentionInDays: '${lectern:logDays}',
  logs: { httpApi: { format: accessLogFormat } },
};

/**
 * The framework resolves the variables after it has resolved those in serverless.yml. It merges lists of functions or
 * resources: what the project adds or changes comes last.
 *
 * @param {string} variable
 * @param {unknown} own
 * @returns {unknown}
 */
const withOwn = (variable, own) => (own === undefined || own === null ? variable : [variable, own].flat());

/**
 * Called while the framework loads plugins: later the configuration cannot change any more.
 *
 * @param {import('./plugin.js').Serverless} serverless
 */
export const addConfiguration = (serverless) => {
  const { provider = {}, package: packaging = {}, functions, resources } = serverless.configurationInput;
  for (const [name, value] of Object.entries(providerDefaults))
    if (provider[name] === undefined) serverless.extendConfiguration(['provider', name], value);
  // A rollback deploys an earlier commit, so function versions, which would pile up, are not needed. The framework has
  // already set its own default here.
  serverless.extendConfiguration(['provider', 'versionFunctions'], false);
  serverless.extendConfiguration(['package'], {
    ...packaging,
    individually: true,
    // Bundles contain everything they need: only the files that a function names are packaged. The same as `!**`, but with a
    // slash the framework skips folders, instead of reading all of node_modules once for each function.
    excludeDevDependencies: false,
    patterns: ['!**/**', ...(packaging.patterns ?? [])],
  });
  addWebPackage(serverless);
  serverless.extendConfiguration(['functions'], withOwn('${lectern:functions}', functions));
  serverless.extendConfiguration(['resources'], withOwn('${lectern:resources}', resources));
};
