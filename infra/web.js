// @ts-check
// A Lambda web function, which serves the site in place of functions: the server of `npm start`, without its background work and pictures.
import { webFolder } from '../bin/buildWeb.js';
import { readWebSettings } from './configuration.js';
import { lambdaOf } from './lambdas.js';
import { logGroupOf, roleIdOf } from './roles.js';
import { nameInRegion, sub } from './stage.js';

/**
 * @param {import('./stage.js').Stage} stage
 * @param {Readonly<Record<string, unknown>>} environment of functions
 * @returns empty if functions serve the site
 * @throws Error for a parameter that a web function does not take
 */
export const webResources = (stage, environment) => {
  const settings = readWebSettings();
  if (settings === undefined) return {};
  const { domain, networkConnector, prefix, throttle, vpc } = stage;
  // The distribution names the web function, so this cannot name the distribution.
  if (domain === '') throw new Error('The parameter "domain": write the domain of the site, for deploy.target "web"');
  if (vpc.subnets.length > 0 && networkConnector === '')
    throw new Error('The parameter "networkConnector": a web function does not run in vpcSubnets, but needs this');
  // The name of a web function is unique across regions. CloudFormation does not take the ARN in its place.
  const FunctionName = nameInRegion(`${prefix}-web`);
  return {
    Web: { Type: 'AWS::Lambda::WebFunction', Properties: { FunctionName } },
    WebRevision: {
      Type: 'AWS::Lambda::WebFunctionRevision',
      DependsOn: ['Web'],
      Properties: {
        FunctionName,
        BuildConfig: { RuntimeConfig: { Runtime: 'nodejs24.x' } },
        ServiceConfig: {
          ExecutionRoleArn: { 'Fn::GetAtt': [roleIdOf('web'), 'Arn'] },
          TimeoutSeconds: lambdaOf('web').timeout,
          MaxConcurrencyPerEnvironment: settings.requests,
          TelemetryConfig: { LoggingConfig: { LogGroup: logGroupOf('web', stage) } },
          EnvironmentVariables: { ...environment, LECTERN_DISTRIBUTION: undefined },
          ...(networkConnector === '' ? {} : { EgressNetworkConnectorArn: networkConnector }),
        },
      },
    },
    WebEndpoint: {
      Type: 'AWS::Lambda::WebFunctionEndpoint',
      DependsOn: ['Web'],
      Properties: {
        ...{ FunctionName, EndpointName: 'site', EndpointType: 'HomeRegion' },
        // Everybody can call it, so the server requires the secret of CloudFront.
        AuthType: 'ApplicationManaged',
        RevisionWeights: [{ RevisionId: { 'Fn::GetAtt': ['WebRevision', 'RevisionId'] }, Weight: 100 }],
        ...{ ScalingConfig: { MaxEnvironments: settings.environments }, ThrottleConfig: { RateLimit: throttle.rate } },
      },
    },
  };
};

/**
 * Lets the framework package and send the server as it does a layer: with its files at the root of the archive. Web functions take code
 * only from a bucket with versions.
 *
 * @param {import('./plugin.js').Serverless} serverless
 */
export const addWebPackage = (serverless) => {
  if (readWebSettings() === undefined) return;
  const { provider: { deploymentBucket = {} } = {}, layers } = serverless.configurationInput;
  serverless.extendConfiguration(['layers'], { ...layers, web: { path: webFolder, package: { patterns: ['**'] } } });
  if (typeof deploymentBucket === 'object')
    serverless.extendConfiguration(['provider', 'deploymentBucket'], { ...deploymentBucket, versioning: true });
};

/**
 * Lets the framework send the archive, gives it and the variables of `provider.environment` to the web function, and lets Lambda read it.
 *
 * @param {import('./plugin.js').Serverless['service']} service
 */
export const placeWebPackage = (service) => {
  const { provider, resources, package: packaging } = service;
  const { WebRevision: revision } = resources?.Resources ?? {};
  if (revision === undefined) return;
  service.layers = { ...service.layers, web: { path: webFolder } };
  const Bucket = packaging.deploymentBucket ?? { Ref: 'ServerlessDeploymentBucket' };
  const S3Object = { Bucket, Key: `${packaging.artifactDirectoryName}/web.zip` };
  Object.assign(revision.Properties?.BuildConfig ?? {}, { CodeConfig: { S3Object } });
  Object.assign(revision.Properties?.ServiceConfig?.EnvironmentVariables ?? {}, provider.environment);
  const { PolicyDocument } =
    provider.compiledCloudFormationTemplate.Resources.ServerlessDeploymentBucketPolicy?.Properties ?? {};
  if (PolicyDocument === undefined) return;
  revision.DependsOn = ['Web', 'ServerlessDeploymentBucketPolicy'];
  const source = sub('arn:${AWS::Partition}:lambda:${AWS::Region}:${AWS::AccountId}:web-function/*');
  const statement = {
    ...{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' } },
    Action: ['s3:GetObject', 's3:GetObjectVersion'],
    Resource: sub('arn:${AWS::Partition}:s3:::${ServerlessDeploymentBucket}/*'),
    Condition: { ArnLike: { 'aws:SourceArn': source } },
  };
  PolicyDocument.Statement = [PolicyDocument.Statement ?? [], statement].flat();
};
