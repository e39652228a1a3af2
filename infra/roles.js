// @ts-check
// The IAM roles, with only the rights that their functions need, and the log group of each. Functions that only write their log and read
// their secrets share a role.
import { eventTargets, mailsBySes, purgedDistribution } from './configuration.js';
import { backgroundFunctions, lambdaOf } from './lambdas.js';
import { sentPrefixes, sub, trashPrefix, uploadsPrefix } from './stage.js';

/** @typedef {import('./stage.js').Stage} Stage */
/** @typedef {{ readonly Effect: 'Allow', readonly Action: readonly string[], readonly Resource: unknown }} Statement */

/** @param {string} name of a function @returns the start of its resources' logical ids */
export const idOf = (name) => `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`;

/** The role of the functions without further rights. */
const standardRole = 'standard';

/** The name of a function's role. @param {string} name of a function */
const roleOf = (name) => {
  const { rights, sendsEvents } = lambdaOf(name);
  return rights === undefined && sendsEvents === undefined ? standardRole : name;
};

/** @param {string} name of a function */
export const roleIdOf = (name) => `${idOf(roleOf(name))}Role`;

/** The name of a function's log group. @param {string} name of a function @param {Pick<Stage, 'prefix'>} stage */
export const logGroupOf = (name, { prefix }) => `/aws/lambda/${prefix}-${roleOf(name)}`;

/** @param {string} name of a function */
const logGroupIdOf = (name) => `${idOf(roleOf(name))}LogGroup`;

/**
 * @param {readonly string[]} Action
 * @param {unknown} Resource
 * @returns {Statement}
 */
const allow = (Action, Resource) => ({ Effect: 'Allow', Action, Resource });

/** The part of an ARN with the region and account of the stage. */
const regionAndAccount = ':${AWS::Region}:${AWS::AccountId}';

/**
 * The ARNs of a target.
 *
 * @param {import('./lambdas.js').Target} target
 * @param {string} bucket
 */
const resourceOf = (target, bucket) => {
  const arn = `arn:\${AWS::Partition}:s3:::${bucket}`;
  switch (target) {
    case 'files':
      return [sub(`${arn}/${uploadsPrefix}*`)];
    case 'filesAndTrash':
      return [uploadsPrefix, trashPrefix].map((key) => sub(`${arn}/${key}*`));
    case 'sentFiles':
      return sentPrefixes.map((key) => sub(`${arn}/${key}*`));
    case 'bucket':
      return sub(arn);
    case 'identities':
      return sub(`arn:\${AWS::Partition}:ses${regionAndAccount}:identity/*`);
  }
};

/**
 * A statement for each target of the function's rights in lambdas.js, without mail identities if SES is not used.
 *
 * @param {string} name of a function
 * @param {string} bucket
 */
const targetStatements = (name, bucket) => {
  const rights = Object.entries(lambdaOf(name).rights ?? {});
  const targets = new Set(rights.map(([, target]) => target));
  if (!mailsBySes()) targets.delete('identities');
  return [...targets].map((target) =>
    allow(
      rights.filter(([, one]) => one === target).map(([action]) => action),
      resourceOf(target, bucket),
    ),
  );
};

/**
 * The ARN of the queue with this URL. The deployment's partition, as the queue's.
 *
 * @param {string} url
 * @throws Error for a queue that is not on AWS
 */
const queueArn = (url) => {
  const [, region, account, name] = /^https:\/\/sqs\.([\w-]+)\.amazonaws\.[\w.]+\/(\d{12})\/([\w.-]+)$/.exec(url) ?? [];
  if (name === undefined)
    throw new Error(
      `events.targets: write the URL of a queue on AWS, such as https://sqs.eu-west-1.amazonaws.com/123456789012/search, not ${url}`,
    );
  return sub(`arn:\${AWS::Partition}:sqs:${region}:${account}:${name}`);
};

/** The ARN of the event bus with this name or ARN. @param {string} bus */
const busArn = (bus) =>
  bus.startsWith('arn:') ? bus : sub(`arn:\${AWS::Partition}:events${regionAndAccount}:event-bus/${bus}`);

/** A statement for each target of events in lectern.json. */
const eventTargetStatements = () =>
  eventTargets().flatMap(({ queueUrl = '', topicArn = '', bus = '' }) => [
    ...(queueUrl === '' ? [] : [allow(['sqs:SendMessage'], queueArn(queueUrl))]),
    ...(topicArn === '' ? [] : [allow(['sns:Publish'], topicArn)]),
    ...(bus === '' ? [] : [allow(['events:PutEvents'], busArn(bus))]),
  ]);

/** The right to purge a distribution, if Lectern purges one. */
const purgeStatements = () => {
  const purged = purgedDistribution();
  if (purged === undefined) return [];
  const id = purged.distribution === '' ? '${Edge}' : purged.distribution;
  const arn = sub(`arn:\${AWS::Partition}:cloudfront::\${AWS::AccountId}:distribution/${id}`);
  return [allow(['cloudfront:CreateInvalidation'], arn)];
};

/** The rights that Lambda needs to attach a function to a VPC. */
const networkActions = [
  ...['ec2:CreateNetworkInterface', 'ec2:DescribeNetworkInterfaces', 'ec2:DeleteNetworkInterface'],
  ...['ec2:DescribeSubnets', 'ec2:AssignPrivateIpAddresses', 'ec2:UnassignPrivateIpAddresses'],
];

/**
 * @param {string} name
 * @param {Stage} stage
 * @returns {readonly Statement[]}
 */
const statementsOf = (name, stage) => {
  const { parameters, secrets, bucket, tracing, vpc, kmsKey } = stage;
  return [
    allow(
      ['logs:CreateLogStream', 'logs:PutLogEvents'],
      sub(`arn:\${AWS::Partition}:logs${regionAndAccount}:log-group:${logGroupOf(name, stage)}:*`),
    ),
    allow(
      ['ssm:GetParameters'],
      secrets.map((secret) => sub(`arn:\${AWS::Partition}:ssm${regionAndAccount}:parameter${parameters}/${secret}`)),
    ),
    ...(kmsKey === '' ? [] : [allow(['kms:Decrypt'], kmsKey)]),
    ...targetStatements(name, bucket),
    ...(backgroundFunctions.includes(name) ? [allow(['sqs:SendMessage'], { 'Fn::GetAtt': ['Failed', 'Arn'] })] : []),
    ...(lambdaOf(name).sendsEvents === true ? [...eventTargetStatements(), ...purgeStatements()] : []),
    ...(tracing && name !== 'web' ? [allow(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], '*')] : []),
    ...(vpc.subnets.length > 0 && name !== 'web' ? [allow(networkActions, '*')] : []),
  ];
};

/**
 * @param {readonly string[]} names of functions
 * @param {Stage} stage
 */
export const logGroupResources = (names, stage) =>
  Object.fromEntries(
    names.map((name) => [
      logGroupIdOf(name),
      {
        Type: 'AWS::Logs::LogGroup',
        Properties: { LogGroupName: logGroupOf(name, stage), RetentionInDays: stage.logDays },
      },
    ]),
  );

/**
 * @param {readonly string[]} names of functions
 * @param {Stage} stage
 */
export const roleResources = (names, stage) =>
  Object.fromEntries(
    names.map((name) => [
      roleIdOf(name),
      {
        Type: 'AWS::IAM::Role',
        // So that it exists before the functions do.
        DependsOn: [logGroupIdOf(name)],
        Properties: {
          AssumeRolePolicyDocument: {
            Version: '2012-10-17',
            Statement: [{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }],
          },
          Policies: [
            { PolicyName: 'rights', PolicyDocument: { Version: '2012-10-17', Statement: statementsOf(name, stage) } },
          ],
        },
      },
    ]),
  );
