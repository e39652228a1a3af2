// @ts-check
// Functions that run without a request: the queue of their failed events, and the notification with which the bucket
// starts one.
import { pendingPrefix, sub } from './stage.js';

/** @typedef {import('./stage.js').Stage} Stage */

/**
 * Lambda retries a failed event twice within minutes. Then the event stays in the queue of failed events for two weeks.
 */
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

/** The bucket reports each picture that is copied to the keys of pictures without formats. */
export const notifications = {
  LambdaConfigurations: [
    {
      Event: 's3:ObjectCreated:Copy',
      Filter: { S3Key: { Rules: [{ Name: 'prefix', Value: pendingPrefix }] } },
      Function: { 'Fn::GetAtt': ['MakeFormatsLambdaFunction', 'Arn'] },
    },
  ],
};
