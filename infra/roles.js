// @ts-check
// A role for each function, with the rights that it uses and no others.
import { background } from './background.js';
import { mailsBySes } from './configured.js';
import { sent, sub, uploads } from './stage.js';

/** @typedef {import('./stage.js').Stage} Stage */
/** @typedef {{ readonly Effect: 'Allow', readonly Action: readonly string[], readonly Resource: unknown }} Statement */

/** @param {string} name of a function @returns what the ids of its resources begin with */
export const idOf = (name) => `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`;

/** @param {string} name of a function */
export const roleIdOf = (name) => `${idOf(name)}Role`;

/**
 * @param {readonly string[]} Action
 * @param {unknown} Resource
 * @returns {Statement}
 */
const allow = (Action, Resource) => ({ Effect: 'Allow', Action, Resource });

const put = 's3:PutObject';
const get = 's3:GetObject';
const remove = 's3:DeleteObject';

/** Who may not list is told of a key that there is not that it is forbidden. */
const list = 's3:ListBucket';

/**
 * What functions do in the bucket: on files below some keys, and with the bucket.
 *
 * @typedef {{ readonly files: readonly string[], readonly below?: readonly string[], readonly bucket?: readonly string[] }} InBucket
 * @type {Readonly<Record<string, InBucket>>}
 */
const inBucket = {
  upload: { files: [put, remove] },
  // What is sent is sent with the rights of who signed it.
  presignUpload: { files: [put], below: sent },
  completeUpload: {
    files: [get, put, remove, 's3:ListMultipartUploadParts'],
    bucket: [list, 's3:ListBucketMultipartUploads'],
  },
  deleteFile: { files: [remove] },
  makeFormats: { files: [get, put, remove], bucket: [list] },
  sweep: { files: [get, put, remove, 's3:AbortMultipartUpload'], bucket: [list, 's3:ListBucketMultipartUploads'] },
};

/** What Lambda itself asks for to join a network. */
const joining = [
  ...['ec2:CreateNetworkInterface', 'ec2:DescribeNetworkInterfaces', 'ec2:DeleteNetworkInterface'],
  ...['ec2:DescribeSubnets', 'ec2:AssignPrivateIpAddresses', 'ec2:UnassignPrivateIpAddresses'],
];

const mailing = new Set(['register', 'sendConfirmation', 'forgotPassword']);

/**
 * @param {string} name
 * @param {Stage} stage
 * @returns {readonly Statement[]}
 */
const rightsOf = (name, { prefix, parameters, secrets, bucket, tracing, vpc }) => {
  const arn = `arn:\${AWS::Partition}:s3:::${bucket}`;
  const files = inBucket[name];
  const where = ':${AWS::Region}:${AWS::AccountId}';
  return [
    allow(
      ['logs:CreateLogStream', 'logs:PutLogEvents'],
      sub(`arn:\${AWS::Partition}:logs${where}:log-group:/aws/lambda/${prefix}-${name}:*`),
    ),
    allow(
      ['ssm:GetParameters'],
      secrets.map((secret) => sub(`arn:\${AWS::Partition}:ssm${where}:parameter${parameters}/${secret}`)),
    ),
    ...(files === undefined
      ? []
      : [
          allow(
            files.files,
            (files.below ?? [uploads]).map((key) => sub(`${arn}/${key}*`)),
          ),
        ]),
    ...(files?.bucket === undefined ? [] : [allow(files.bucket, sub(arn))]),
    ...(mailing.has(name) && mailsBySes()
      ? [allow(['ses:SendEmail', 'ses:SendRawEmail'], sub(`arn:\${AWS::Partition}:ses${where}:identity/*`))]
      : []),
    ...(name in background ? [allow(['sqs:SendMessage'], { 'Fn::GetAtt': ['Failed', 'Arn'] })] : []),
    ...(tracing ? [allow(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], '*')] : []),
    ...(vpc.subnets.length > 0 ? [allow(joining, '*')] : []),
  ];
};

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
        Properties: {
          AssumeRolePolicyDocument: {
            Version: '2012-10-17',
            Statement: [{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }],
          },
          Policies: [
            { PolicyName: 'rights', PolicyDocument: { Version: '2012-10-17', Statement: rightsOf(name, stage) } },
          ],
        },
      },
    ]),
  );
