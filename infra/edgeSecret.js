// @ts-check
// The secret that CloudFront adds to requests, so that functions know that they came through it. While another one replaces it,
// CloudFront sends both, and functions take either: then no order of changes refuses requests.
import { randomBytes } from 'node:crypto';
import { loadSsm } from './awsClients.js';
import { secretVariableNames } from './secrets.js';

/** @typedef {import('./stage.js').Stage} Stage */

/** The parameters of the stack that have the secrets, by their names in SSM. @type {Readonly<Record<string, string>>} */
const stackParameters = { 'edge-secret': 'EdgeSecret', 'edge-secret-next': 'EdgeSecretNext' };

/** @param {Stage} stage */
const parametersOf = ({ secrets }) => Object.entries(stackParameters).filter(([name]) => secrets.includes(name));

/** The parameters of the template. CloudFormation shows their values to nobody. @param {Stage} stage */
export const edgeParameters = (stage) =>
  Object.fromEntries(parametersOf(stage).map(([, id]) => [id, { Type: 'String', NoEcho: true }]));

/** The header that CloudFront adds to requests (lib/api/http/requireEdge.ts). @param {Stage} stage */
export const edgeHeaders = (stage) => [
  {
    HeaderName: 'X-Lectern-Edge',
    HeaderValue: { 'Fn::Join': [' ', parametersOf(stage).map(([, Ref]) => ({ Ref }))] },
  },
];

/**
 * @typedef {object} EdgeSecrets
 * @property {readonly { readonly ParameterKey: string, readonly ParameterValue: string }[]} stackParameters
 * @property {Readonly<Record<string, string>>} environment the values that SSM does not have, for programs that need them before
 * @property {() => Promise<void>} create stores these in SSM
 */

/**
 * Reads the secrets, and makes up the first one if SSM does not have it. `lectern check` of the deployment checks them.
 *
 * @param {Pick<import('./awsClients.js').AwsProvider, 'getAwsSdkV3Config'>} provider
 * @param {Readonly<Record<string, unknown>>} environment of the functions: names of SSM parameters
 * @returns {Promise<EdgeSecrets>}
 * @throws Error of SSM
 */
export const readEdgeSecrets = async (provider, environment) => {
  const { GetParameterCommand, ParameterNotFound, PutParameterCommand, SSMClient } = await loadSsm();
  const client = new SSMClient(await provider.getAwsSdkV3Config());
  /** @param {string} Name */
  const read = async (Name) =>
    (await client.send(new GetParameterCommand({ Name, WithDecryption: true }))).Parameter?.Value ?? '';
  const found = Object.entries(stackParameters).map(async ([name, ParameterKey]) => {
    const variable = secretVariableNames[name] ?? '';
    const reference = environment[variable];
    if (typeof reference !== 'string') return [];
    const Name = reference.replace(/^ssm:/, '');
    const stored = await read(Name).catch((/** @type {unknown} */ error) => {
      if (name !== 'edge-secret' || !(error instanceof ParameterNotFound)) throw error;
      return undefined;
    });
    const Value = stored ?? randomBytes(32).toString('hex');
    return [{ ParameterKey, variable, Name, Value, isStored: stored !== undefined }];
  });
  const secrets = (await Promise.all(found)).flat();
  const missing = secrets.filter(({ isStored }) => !isStored);
  return {
    stackParameters: secrets.map(({ ParameterKey, Value }) => ({ ParameterKey, ParameterValue: Value })),
    environment: Object.fromEntries(missing.map(({ variable, Value }) => [variable, Value])),
    create: async () => {
      for (const { Name, Value } of missing)
        await client.send(new PutParameterCommand({ Name, Value, Type: 'SecureString' }));
    },
  };
};
