// @ts-check
// The bucket of uploaded files; only CloudFront can read it.
import { notifications } from './background.js';
import { editorPrefix, pendingPrefix, sentPrefixes, sub, uploadsPrefix } from './stage.js';

/** @typedef {import('./stage.js').Stage} Stage */

/** The properties of a bucket that only this stack serves. */
export const privateBucket = {
  PublicAccessBlockConfiguration: {
    ...{ BlockPublicAcls: true, BlockPublicPolicy: true, IgnorePublicAcls: true, RestrictPublicBuckets: true },
  },
  BucketEncryption: {
    ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
  },
};

/**
 * Versions keep what is deleted or replaced, for `mediaVersionDays`: what Lectern deletes for good, somebody may have to restore.
 *
 * @param {Stage} stage
 */
const bucket = (stage) => ({
  Type: 'AWS::S3::Bucket',
  // S3 deletes only an empty bucket, so a bucket with files stays.
  DeletionPolicy: 'Delete',
  UpdateReplacePolicy: 'Retain',
  // S3 checks this permission when the notification is configured.
  DependsOn: ['NotifyMakeFormats'],
  Properties: {
    BucketName: sub(stage.bucket),
    OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
    ...privateBucket,
    VersioningConfiguration: { Status: stage.mediaVersionDays > 0 ? 'Enabled' : 'Suspended' },
    LifecycleConfiguration: {
      Rules: [
        {
          ...{ Id: 'versions', Status: 'Enabled', ExpiredObjectDeleteMarker: true },
          // Also of a bucket that had versions until now.
          NoncurrentVersionExpiration: { NoncurrentDays: Math.max(1, stage.mediaVersionDays) },
        },
        { Id: 'unfinished', Status: 'Enabled', AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
        ...sentPrefixes.map((Prefix) => ({ Id: `old-${Prefix}`, Status: 'Enabled', Prefix, ExpirationInDays: 2 })),
      ],
    },
    // Sending a file needs a signed form, so any origin is allowed.
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
          {
            ...{ Effect: 'Allow', ...cloudFront, Action: 's3:GetObject' },
            Resource: [uploadsPrefix, editorPrefix].map((key) => sub(`${arn}/${key}*`)),
          },
          // Not served: Lectern has not checked these files completely. They may be pages with scripts, or contain the
          // place where a photo was taken.
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
