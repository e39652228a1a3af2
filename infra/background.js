// @ts-check
// The functions that no request waits for: where their failed events go, and how the bucket starts one of them.
import { pendingPrefix, sub } from './stage.js';

/** @typedef {import('./stage.js').Stage} Stage */

/** An event that failed is tried twice more within minutes; then it waits for somebody to look, for two weeks. */
export const asyncInvocation = {
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
      Filter: { S3Key: { Rules: [{ Name: 'prefix', Value: pendingPrefix }] } },
      Function: { 'Fn::GetAtt': ['MakeFormatsLambdaFunction', 'Arn'] },
    },
  ],
};
