// What the parameters of a stage and its configuration change in the functions and resources of a deployment.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readWebSettings } from '../../infra/configuration.js';
import { functions } from '../../infra/functions.js';
import { lambdas, pathsBesideWeb } from '../../infra/lambdas.js';
import { resources } from '../../infra/resources.js';
import { idOf, roleIdOf } from '../../infra/roles.js';
import { defaultConfig } from '../../lib/platform/config/index.ts';
import { ofType, propertiesOf, type Template } from './template.ts';
import { parametersOf } from './variables.ts';

const variables = parametersOf({
  ...{ domain: 'api.example.org', certificate: 'arn:aws:acm:us-east-1:123456789012:certificate/one' },
  ...{ alarmEmail: 'who@example.org', tracing: 'true', secrets: 'mongodb-uri,token-secret,owner-token' },
  ...{ vpcSubnets: 'subnet-0a1b2c3d,subnet-1a1b2c3d', vpcSecurityGroups: 'sg-0a1b2c3d', edgeSeconds: '10' },
  ...{ throttleRate: '50', throttleBurst: '20', connections: '1000', mediaVersionDays: '7', edgeLogs: 'true' },
  ...{ webAcl: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/site/1', priceClass: 'All' },
  kmsKey: 'arn:aws:kms:eu-west-1:123456789012:key/1',
});

/** A metric of an alarm; that of an expression has none. */
interface Alarmed {
  readonly MetricStat?: { readonly Metric: { readonly MetricName: string } };
}

const folder = mkdtempSync(join(tmpdir(), 'lectern-parameters-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('a deployment with every optional parameter', () => {
  let deployed: Awaited<ReturnType<typeof functions>>;
  let template: Template;
  beforeAll(async () => {
    const settings = {
      ...{ mail: { transport: 'ses', from: 'site@example.org' } },
      ...{ http: { cors: { origins: ['https://www.example.org'] } } },
    };
    writeFileSync(join(folder, 'lectern.json'), JSON.stringify(settings));
    vi.stubEnv('LECTERN_CONFIG', join(folder, 'lectern.json'));
    deployed = await functions(variables);
    template = await resources(variables);
  });

  const actionsOf = (name: string): readonly string[] => {
    const [{ PolicyDocument }] = propertiesOf(template, roleIdOf(name)).Policies;
    const statements: readonly { readonly Action: readonly string[] }[] = PolicyDocument.Statement;
    return statements.flatMap(({ Action }) => Action);
  };

  it('has its domain as an alias, and in the URLs of files and of the editor', () => {
    expect(propertiesOf(template, 'Edge').DistributionConfig.Aliases).toEqual(['api.example.org']);
    expect(deployed.find?.environment).toMatchObject({
      ...{ LECTERN_UPLOADS_URL: 'https://api.example.org', LECTERN_EDITOR_URL: 'https://api.example.org/editor' },
    });
  });

  it('caches the responses to each origin separately if CORS names origins', () => {
    const { CachePolicyConfig: policy } = propertiesOf(template, 'Reads');
    const { HeadersConfig } = policy.ParametersInCacheKeyAndForwardedToOrigin;
    expect(HeadersConfig.Headers).toEqual(['Authorization', 'Origin', 'Strapi-Response-Format']);
    expect(deployed.find?.environment).toMatchObject({ LECTERN_EDGE_SECONDS: '10' });
  });

  it('reads exactly the secrets in its parameter, and that of CloudFront', () => {
    const names = Object.keys(deployed.find?.environment ?? {}).filter((name) => /SECRET|TOKEN|URI/.test(name));
    expect(names).toEqual(['MONGODB_URI', 'LECTERN_TOKEN_SECRET', 'LECTERN_OWNER_TOKEN', 'LECTERN_EDGE_SECRET']);
  });

  it('lets only logins, invitations, GraphQL and project code send mail', () => {
    const mailing = Object.keys(deployed).filter((name) => actionsOf(name).some((action) => action.startsWith('ses:')));
    expect(mailing.toSorted()).toEqual(['auth', 'graphql', 'relay', 'users']);
    const [{ PolicyDocument }] = propertiesOf(template, roleIdOf('auth')).Policies;
    expect(PolicyDocument.Statement).toContainEqual({
      ...{ Effect: 'Allow', Action: ['ses:SendEmail', 'ses:SendRawEmail'] },
      Resource: { 'Fn::Sub': 'arn:${AWS::Partition}:ses:${AWS::Region}:${AWS::AccountId}:identity/*' },
    });
  });

  it('has tracing, and runs in the VPC', () => {
    const vpc = { subnetIds: ['subnet-0a1b2c3d', 'subnet-1a1b2c3d'], securityGroupIds: ['sg-0a1b2c3d'] };
    for (const [name, lambda] of Object.entries(deployed)) {
      expect(lambda).toMatchObject({ tracing: 'Active', vpc });
      expect(actionsOf(name)).toEqual(expect.arrayContaining(['xray:PutTraceSegments', 'ec2:CreateNetworkInterface']));
    }
  });

  it('has an alarm for each kind of failure', () => {
    expect(propertiesOf(template, 'Alarms').Subscription).toEqual([{ Protocol: 'email', Endpoint: 'who@example.org' }]);
    const alarms = ofType(template, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties);
    for (const { AlarmActions } of alarms) expect(AlarmActions).toEqual([{ Ref: 'Alarms' }]);
    const measured = alarms.map(({ MetricName, Metrics = [] }) =>
      [MetricName, ...Metrics.map(({ MetricStat }: Alarmed) => MetricStat?.Metric.MetricName)].filter(Boolean),
    );
    const inBackground = ['makeFormats', 'relay', 'sweep'];
    expect(measured.map((names) => [...new Set(names)].join()).sort()).toEqual(
      [
        ...['5xx,Count', 'ApproximateNumberOfMessagesVisible', 'ConcurrentExecutions', 'Latency'],
        ...['Throttles', ...inBackground.flatMap(() => ['AsyncEventAge', 'Errors,Invocations'])],
      ].sort(),
    );
  });

  it('has alarms for its own functions alone, and for rates of errors', () => {
    const alarms = ofType(template, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties);
    const metrics = alarms.flatMap(({ Metrics = [], ...own }) =>
      Metrics.flatMap(({ MetricStat }: Alarmed) => MetricStat?.Metric ?? []).concat('Namespace' in own ? [own] : []),
    );
    for (const { Dimensions } of metrics) expect(Dimensions).toHaveLength(1);
    const names = metrics.flatMap(({ Namespace, Dimensions }) =>
      Namespace === 'AWS/Lambda' ? [Dimensions[0].Value] : [],
    );
    const known = Object.keys(deployed).map((name) => `lectern-dev-${name}`);
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['find', 'users', 'relay'].map((name) => `lectern-dev-${name}`)));
    for (const { Metrics = [] } of alarms) expect(Metrics.length).toBeLessThanOrEqual(11);
    const [errors] = propertiesOf(template, 'ErrorsAlarm').Metrics;
    expect(errors.Expression).toBe('IF(errors > 4, 100 * errors / requests, 0)');
  });

  it('limits the requests that the gateway takes, and logs them', () => {
    expect(template.extensions?.HttpApiStage?.Properties.DefaultRouteSettings).toEqual({
      ...{ ThrottlingRateLimit: 50, ThrottlingBurstLimit: 20 },
    });
  });

  it('reserves no more instances than have connections, and one for each function', () => {
    const reserved = Object.values(deployed).map(({ reservedConcurrency = 0 }) => reservedConcurrency);
    const sum = reserved.reduce((one, other) => one + other, 0);
    expect(Math.min(...reserved)).toBeGreaterThanOrEqual(1);
    expect(deployed.find?.reservedConcurrency).toBe(Math.max(...reserved));
    expect(sum).toBeLessThanOrEqual(250);
    expect(sum).toBeGreaterThan(225);
  });

  it('has its firewall, its price class and its log at CloudFront', () => {
    expect(propertiesOf(template, 'Edge').DistributionConfig).toMatchObject({
      ...{ WebACLId: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/site/1', PriceClass: 'PriceClass_All' },
      Logging: { Bucket: { 'Fn::GetAtt': ['EdgeLogs', 'DomainName'] } },
    });
    const { Rules } = propertiesOf(template, 'EdgeLogs').LifecycleConfiguration;
    expect(Rules).toEqual([expect.objectContaining({ ExpirationInDays: 14 })]);
  });

  it('keeps versions of files, and deletes them', () => {
    expect(propertiesOf(template, 'Media')).toMatchObject({
      VersioningConfiguration: { Status: 'Enabled' },
      LifecycleConfiguration: {
        Rules: expect.arrayContaining([
          expect.objectContaining({ NoncurrentVersionExpiration: { NoncurrentDays: 7 } }),
        ]) as unknown,
      },
    });
  });

  it('lets every function decrypt secrets with the key of the customer, and with no other', () => {
    for (const name of Object.keys(deployed)) {
      const [{ PolicyDocument }] = propertiesOf(template, roleIdOf(name)).Policies;
      expect(PolicyDocument.Statement).toContainEqual({
        ...{ Effect: 'Allow', Action: ['kms:Decrypt'], Resource: 'arn:aws:kms:eu-west-1:123456789012:key/1' },
      });
    }
  });

  it('refers only to resources that exist', () => {
    const text = JSON.stringify([template, deployed]);
    const named = [
      ...text.matchAll(/"Ref":"(\w+)"/g),
      ...text.matchAll(/"Fn::GetAtt":\["(\w+)"/g),
      ...text.matchAll(/\$\{(\w+)(?:\.\w+)?\}/g),
    ].map(([, name = '']) => name);
    // What the Serverless Framework adds.
    const added = ['HttpApi', ...Object.keys(deployed).map((name) => `${idOf(name)}LambdaFunction`)];
    const existing = new Set([...Object.keys(template.Resources), 'EdgeSecret', ...added]);
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((name) => !existing.has(name))).toEqual([]);
  });
});

describe('a deployment with a web function', () => {
  const domain = { domain: 'api.example.org', certificate: 'arn:aws:acm:us-east-1:123456789012:certificate/one' };
  const deploy = { target: 'web', environments: 4, requests: 128, poolSize: 5 };
  beforeEach(() => {
    writeFileSync(
      join(folder, 'web.json'),
      JSON.stringify({ deploy, mail: { transport: 'ses', from: 'a@example.org' } }),
    );
    vi.stubEnv('LECTERN_CONFIG', join(folder, 'web.json'));
  });
  const resourcesWith = (parameters: Readonly<Record<string, string>>): Promise<Template> =>
    resources(parametersOf({ ...domain, ...parameters }));

  it('plans the connections of its environments, and refuses those that are too many', async () => {
    const withConnections = (connections: string) => functions(parametersOf({ ...domain, connections }));
    await expect(withConnections('51')).rejects.toThrow(
      'The parameter "connections": write at least 52, 28 for deploy.environments in lectern.json and 4 for each function',
    );
    const reserved = Object.values(await withConnections('152')).map(
      ({ reservedConcurrency = 0 }) => reservedConcurrency,
    );
    expect(reserved.length).toBe(6);
    expect(4 * reserved.reduce((one, other) => one + other, 0) + 4 * (6 + 2)).toBeLessThanOrEqual(152);
    expect(Object.values(await functions(parametersOf(domain)))[0]).not.toHaveProperty('reservedConcurrency');
  });

  it('has the defaults of the settings', () => {
    writeFileSync(join(folder, 'least.json'), JSON.stringify({ deploy: { target: 'web' } }));
    vi.stubEnv('LECTERN_CONFIG', join(folder, 'least.json'));
    expect({ target: 'functions', ...readWebSettings() }).toEqual(defaultConfig.deploy);
    vi.stubEnv('LECTERN_CONFIG', join(folder, 'lectern.json'));
    expect(readWebSettings()).toBeUndefined();
  });

  it('needs a domain, because the distribution refers to it', async () => {
    await expect(resources(parametersOf({}))).rejects.toThrow('The parameter "domain"');
    const template = await resourcesWith({});
    expect(JSON.stringify(propertiesOf(template, 'WebRevision'))).not.toContain('Edge.');
    expect(propertiesOf(template, 'WebRevision').ServiceConfig.EnvironmentVariables).toMatchObject({
      ...{ LECTERN_UPLOADS_URL: 'https://api.example.org', LECTERN_EDITOR_URL: 'https://api.example.org/editor' },
      LECTERN_DISTRIBUTION: undefined,
    });
  });

  it('reaches a network by a connector, which it needs there', async () => {
    const vpc = { vpcSubnets: 'subnet-0a1b2c3d', vpcSecurityGroups: 'sg-0a1b2c3d' };
    await expect(resourcesWith(vpc)).rejects.toThrow('The parameter "networkConnector"');
    const networkConnector = 'arn:aws:lambda:us-east-1:123456789012:network-connector:nc-1:2';
    const template = await resourcesWith({ ...vpc, networkConnector });
    expect(propertiesOf(template, 'WebRevision').ServiceConfig.EgressNetworkConnectorArn).toBe(networkConnector);
  });

  it('has the rights of the functions that it replaces, and none for a network or traces', async () => {
    const more = { vpcSubnets: 'subnet-1', vpcSecurityGroups: 'sg-1', networkConnector: 'arn', tracing: 'true' };
    const template = await resourcesWith(more);
    const actions = (name: string): readonly string[] =>
      propertiesOf(template, roleIdOf(name)).Policies[0].PolicyDocument.Statement.flatMap(
        ({ Action }: { readonly Action: readonly string[] }) => Action,
      );
    const replaced = Object.entries(lambdas).filter(
      ([name, { events }]) => events === undefined && !(name in pathsBesideWeb),
    );
    expect(replaced.length).toBeGreaterThan(10);
    for (const [, { rights = {} }] of replaced)
      expect(actions('web')).toEqual(expect.arrayContaining(Object.keys(rights)));
    expect(actions('web').filter((action) => /^(?:ec2|xray|sqs):/.test(action))).toEqual([]);
    expect(actions('relay')).toEqual(expect.arrayContaining(['ec2:CreateNetworkInterface', 'xray:PutTraceSegments']));
  });

  it('has alarms for the functions that remain, and sends pictures to those that decode them', async () => {
    const template = await resourcesWith({});
    const text = JSON.stringify(ofType(template, 'AWS::CloudWatch::Alarm'));
    expect([...new Set([...text.matchAll(/"lectern-dev-(\w+)"/g)].map(([, name]) => name))].sort()).toEqual([
      ...['completeUpload', 'makeFormats', 'mcp', 'relay', 'sweep', 'upload'],
    ]);
    const decoding = Object.keys(lambdas).filter((name) => lambdas[name]?.withSharp === true);
    expect(decoding.sort()).toEqual([...Object.keys(pathsBesideWeb), 'makeFormats', 'sweep'].sort());
  });
});
