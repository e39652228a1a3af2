// @ts-check
// The bucket of media: private, shown by CloudFront alone.
import { notifications } from './background.js';
import { pendingPrefix, sentPrefixes, sub, uploadsPrefix } from './stage.js';

/** @typedef {import('./stage.js').Stage} Stage */

/**
 * Without versions: what is stored under a key never changes, and what somebody deletes is to be gone.
 *
 * @param {Stage} stage
 */
const bucket = (stage) => ({
  Type: 'AWS::S3::Bucket',
  // Emptied first, or it stays: S3 deletes no bucket with files in it.
  DeletionPolicy: 'Delete',
  UpdateReplacePolicy: 'Retain',
  // S3 tries whether it may notify before it takes a notification.
  DependsOn: ['NotifyMakeFormats'],
  Properties: {
    BucketName: sub(stage.bucket),
    OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
    PublicAccessBlockConfiguration: {
      ...{ BlockPublicAcls: true, BlockPublicPolicy: true, IgnorePublicAcls: true, RestrictPublicBuckets: true },
    },
    BucketEncryption: {
      ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
    },
    LifecycleConfiguration: {
      Rules: [
        { Id: 'unfinished', Status: 'Enabled', AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
        ...sentPrefixes.map((Prefix) => ({ Id: `old-${Prefix}`, Status: 'Enabled', Prefix, ExpirationInDays: 2 })),
      ],
    },
    // Who sends a file has a form that was signed for it: pages of any site may have been given one.
    CorsConfiguration: {
      CorsRules: [{ AllowedMethods: ['POST', 'PUT'], AllowedOrigins: ['*'], AllowedHeaders: ['*'], MaxAge: 3600 }],
    },
    NotificationConfiguration: notifications,
  },
});

/** @param {Stage} stage */
const policy = (stage) => {
  const arn = `arn:\${AWS::Partition}:s3:::${stage.bucket}`;
  const cloudFront = {
    Principal: { Service: 'cloudfront.amazonaws.com' },
    Condition: {
      StringEquals: {
        'AWS:SourceArn': sub('arn:${AWS::Partition}:cloudfront::${AWS::AccountId}:distribution/${Edge}'),
      },
    },
  };
  return {
    Type: 'AWS::S3::BucketPolicy',
    Properties: {
      Bucket: { Ref: 'Media' },
      PolicyDocument: {
        Version: '2012-10-17',
        Statement: [
          { Effect: 'Allow', ...cloudFront, Action: 's3:GetObject', Resource: sub(`${arn}/${uploadsPrefix}*`) },
          // Nobody has looked at these yet, or not to their end: they may be pages with scripts, or say where they were taken.
          {
            ...{ Effect: 'Deny', ...cloudFront, Action: 's3:GetObject' },
            Resource: [...sentPrefixes, pendingPrefix].map((key) => sub(`${arn}/${key}*`)),
          },
          {
            Effect: 'Deny',
            Principal: '*',
            Action: 's3:*',
            Resource: [sub(arn), sub(`${arn}/*`)],
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          },
        ],
      },
    },
  };
};

/** @param {Stage} stage */
export const mediaResources = (stage) => ({ Media: bucket(stage), MediaPolicy: policy(stage) });
