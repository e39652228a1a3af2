// @ts-check
// The functions that nobody waits for: what they are started by, and where what they could not do goes.
import { pending, sub } from './stage.js';

/** @typedef {import('./stage.js').Stage} Stage */

/** Started by events; the gateway knows nothing of them. @type {Readonly<Record<string, readonly object[]>>} */
export const background = {
  // Its event is the bucket's notification (media.js).
  makeFormats: [],
  sweep: [{ schedule: { rate: ['cron(23 3 * * ? *)'], description: 'what a day left undone' } }],
  // Two at once do no harm: one has the lease. Concurrency that is reserved for it would be taken from those who ask.
  relay: [{ schedule: { rate: ['rate(1 minute)'], description: 'what happened is told' } }],
};

/** An event that failed is tried twice more within minutes; then it waits for somebody to look, for two weeks. */
export const asynchronously = {
  maximumRetryAttempts: 2,
  destinations: { onFailure: { type: 'sqs', arn: { 'Fn::GetAtt': ['Failed', 'Arn'] } } },
};

/** @param {Stage} stage */
export const backgroundResources = ({ bucket, prefix }) => ({
  Failed: {
    Type: 'AWS::SQS::Queue',
    Properties: { QueueName: `${prefix}-failed`, MessageRetentionPeriod: 14 * 24 * 3600, SqsManagedSseEnabled: true },
  },
  NotifyMakeFormats: {
    Type: 'AWS::Lambda::Permission',
    Properties: {
      Action: 'lambda:InvokeFunction',
      FunctionName: { 'Fn::GetAtt': ['MakeFormatsLambdaFunction', 'Arn'] },
      Principal: 's3.amazonaws.com',
      SourceAccount: { Ref: 'AWS::AccountId' },
      SourceArn: sub(`arn:\${AWS::Partition}:s3:::${bucket}`),
    },
  },
});

/** What the bucket tells of: a picture was copied to where those wait that have no formats yet. */
export const notifications = {
  LambdaConfigurations: [
    {
      Event: 's3:ObjectCreated:Copy',
      Filter: { S3Key: { Rules: [{ Name: 'prefix', Value: pending }] } },
      Function: { 'Fn::GetAtt': ['MakeFormatsLambdaFunction', 'Arn'] },
    },
  ],
};
