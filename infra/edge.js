// @ts-check
// The CloudFront distribution: it serves the media, and caches reads of the API without credentials.
import { purgedDistribution, readWebSettings, variesByOrigin } from './configuration.js';
import { edgeHeaders } from './edgeSecret.js';
import { pathsBesideWeb } from './lambdas.js';
import { privateBucket } from './media.js';
import { nameInRegion, sub, uploadsPrefix } from './stage.js';

/** @typedef {import('./stage.js').Stage} Stage */

/** The fixed ids of policies that AWS manages. */
export const managedPolicies = {
  cachingOptimized: '658327ea-f89d-4fab-a63d-7e88639e58f6',
  corsAndSecurityHeaders: 'e61eb60c-9c35-4d20-a928-2b84e02af89c',
};

const readMethods = ['GET', 'HEAD', 'OPTIONS'];

const yearSeconds = 31_536_000;

const hourSeconds = 3_600;

/**
 * The cache policy of API reads. The cache key contains the whole query, because CloudFront can select parameters only
 * by their exact names, and Lectern's names have brackets; and the request headers that change an answer.
 * `Authorization` is among them, so callers with different credentials never share an answer. Answers that are not the
 * same for all callers without credentials are `private, no-store` (lib/api/http/headers.ts), which CloudFront obeys
 * because `MinTTL` is 0. Other answers set their own cache time.
 *
 * @param {Stage} stage
 */
const readsPolicy = ({ prefix }) => ({
  Type: 'AWS::CloudFront::CachePolicy',
  Properties: {
    CachePolicyConfig: {
      Name: nameInRegion(`${prefix}-reads`),
      MinTTL: 0,
      DefaultTTL: 0,
      MaxTTL: yearSeconds,
      ParametersInCacheKeyAndForwardedToOrigin: {
        QueryStringsConfig: { QueryStringBehavior: 'all' },
        HeadersConfig: {
          HeaderBehavior: 'whitelist',
          Headers: ['Authorization', ...(variesByOrigin() ? ['Origin'] : []), 'Strapi-Response-Format'],
        },
        CookiesConfig: { CookieBehavior: 'none' },
        EnableAcceptEncodingGzip: true,
        EnableAcceptEncodingBrotli: true,
      },
    },
  },
});

/**
 * The cache policy of files, whatever the bucket says of them: a file may replace another one. A request with another `v` looks
 * for it at once.
 *
 * @param {Stage} stage
 */
const uploadsPolicy = ({ prefix }) => ({
  Type: 'AWS::CloudFront::CachePolicy',
  Properties: {
    CachePolicyConfig: {
      Name: nameInRegion(`${prefix}-uploads`),
      ...{ MinTTL: 1, DefaultTTL: hourSeconds, MaxTTL: hourSeconds },
      ParametersInCacheKeyAndForwardedToOrigin: {
        QueryStringsConfig: { QueryStringBehavior: 'whitelist', QueryStrings: ['v'] },
        HeadersConfig: { HeaderBehavior: 'none' },
        CookiesConfig: { CookieBehavior: 'none' },
        EnableAcceptEncodingGzip: true,
        EnableAcceptEncodingBrotli: true,
      },
    },
  },
});

/**
 * Forwards requests completely, except for `Host`, because API Gateway accepts only its own, and for cookies other than
 * those of refresh tokens and of logins by a provider, which Lectern never reads. CloudFront returns `Set-Cookie` only where it forwards cookies.
 *
 * @param {Stage} stage
 */
const forwardPolicy = ({ prefix }) => ({
  Type: 'AWS::CloudFront::OriginRequestPolicy',
  Properties: {
    OriginRequestPolicyConfig: {
      Name: nameInRegion(`${prefix}-requests`),
      QueryStringsConfig: { QueryStringBehavior: 'all' },
      HeadersConfig: { HeaderBehavior: 'allExcept', Headers: ['Host'] },
      CookiesConfig: {
        CookieBehavior: 'whitelist',
        Cookies: ['strapi_up_refresh', '__Host-lectern_editor', '__Host-lectern_sign_in'],
      },
    },
  },
});

/**
 * Names the bucket without a reference to the resource. A reference would make a cycle: the bucket depends on a
 * function, and the environment of that function contains the address of the distribution.
 *
 * @param {Stage} stage
 */
const mediaOrigin = ({ bucket }) => ({
  Id: 'media',
  DomainName: sub(`${bucket}.s3.\${AWS::Region}.\${AWS::URLSuffix}`),
  OriginAccessControlId: { 'Fn::GetAtt': ['EdgeToMedia', 'Id'] },
  S3OriginConfig: { OriginAccessIdentity: '' },
});

/** What answers requests: the gateway, or a web function. @param {Stage} stage @param {'api' | 'web'} Id @param {object} DomainName */
const origin = (stage, Id, DomainName) => ({
  Id,
  DomainName,
  OriginCustomHeaders: edgeHeaders(stage),
  CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
});

/** How CloudFront passes on requests. @param {'api' | 'web'} TargetOriginId */
const passTo = (TargetOriginId) => ({
  TargetOriginId,
  // Credentials must not be sent unencrypted, so HTTP is refused, not redirected.
  ViewerProtocolPolicy: 'https-only',
  AllowedMethods: [...readMethods, 'PUT', 'PATCH', 'POST', 'DELETE'],
  CachedMethods: ['GET', 'HEAD'],
  Compress: true,
  CachePolicyId: { Ref: 'Reads' },
  OriginRequestPolicyId: { Ref: 'Requests' },
});

/** Errors are not cached, because the next request may succeed. */
const uncachedErrors = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504].map((ErrorCode) => ({
  ErrorCode,
  ErrorCachingMinTTL: 0,
}));

/** The header in which answers name their cache tags (lib/read/execute/keyHeaders.ts), if Lectern purges the distribution by them. */
const cacheTags = () => {
  const purged = purgedDistribution();
  return purged?.distribution === '' && purged.usesTags ? { CacheTagConfig: { HeaderName: 'Cache-Tag' } } : {};
};

/** @param {Stage} stage @param {readonly object[]} editorBehaviors */
const distribution = (stage, editorBehaviors, isWeb = readWebSettings() !== undefined) => ({
  Type: 'AWS::CloudFront::Distribution',
  Properties: {
    DistributionConfig: {
      Enabled: true,
      Comment: stage.prefix,
      HttpVersion: 'http2and3',
      IPV6Enabled: true,
      PriceClass: `PriceClass_${stage.priceClass}`,
      ...(stage.webAcl === '' ? {} : { WebACLId: stage.webAcl }),
      ...(stage.edgeLogs ? { Logging: { Bucket: { 'Fn::GetAtt': ['EdgeLogs', 'DomainName'] } } } : {}),
      Origins: [
        ...(isWeb ? [origin(stage, 'web', { 'Fn::GetAtt': ['WebEndpoint', 'DomainName'] })] : []),
        origin(stage, 'api', sub('${HttpApi}.execute-api.${AWS::Region}.${AWS::URLSuffix}')),
        mediaOrigin(stage),
      ],
      DefaultCacheBehavior: passTo(isWeb ? 'web' : 'api'),
      CacheBehaviors: [
        {
          PathPattern: `/${uploadsPrefix}*`,
          TargetOriginId: 'media',
          ViewerProtocolPolicy: 'redirect-to-https',
          AllowedMethods: readMethods,
          CachedMethods: ['GET', 'HEAD'],
          Compress: true,
          CachePolicyId: { Ref: 'Uploads' },
          ResponseHeadersPolicyId: managedPolicies.corsAndSecurityHeaders,
        },
        ...editorBehaviors,
        ...(isWeb ? Object.values(pathsBesideWeb) : []).map((PathPattern) => ({ PathPattern, ...passTo('api') })),
      ],
      CustomErrorResponses: uncachedErrors,
      ...cacheTags(),
      ...(stage.domain === ''
        ? {}
        : {
            Aliases: [stage.domain],
            ViewerCertificate: {
              AcmCertificateArn: stage.certificate,
              SslSupportMethod: 'sni-only',
              MinimumProtocolVersion: 'TLSv1.2_2021',
            },
          }),
    },
  },
});

/** The public address of a path of the site; of the site without a slash at its end. @param {Stage} stage */
export const addressOf = ({ domain }, path = '') =>
  domain === '' ? sub(`https://\${Edge.DomainName}${path}`) : `https://${domain}${path}`;

/**
 * The access logs of CloudFront, which writes them by an ACL. Their lines have query strings, so they are kept no longer than
 * other logs.
 *
 * @param {Stage} stage
 */
const logBucket = ({ logDays }) => ({
  Type: 'AWS::S3::Bucket',
  // S3 deletes only an empty bucket.
  ...{ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' },
  Properties: {
    OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerPreferred' }] },
    ...privateBucket,
    LifecycleConfiguration: { Rules: [{ Id: 'old', Status: 'Enabled', ExpirationInDays: logDays }] },
  },
});

/** @param {Stage} stage @param {{ readonly behaviors: readonly object[], readonly resources: object }} editor */
export const edgeResources = (stage, editor) => ({
  Edge: distribution(stage, editor.behaviors),
  ...editor.resources,
  ...(stage.edgeLogs ? { EdgeLogs: logBucket(stage) } : {}),
  Reads: readsPolicy(stage),
  Uploads: uploadsPolicy(stage),
  Requests: forwardPolicy(stage),
  EdgeToMedia: {
    Type: 'AWS::CloudFront::OriginAccessControl',
    Properties: {
      OriginAccessControlConfig: {
        Name: nameInRegion(`${stage.prefix}-media`),
        OriginAccessControlOriginType: 's3',
        SigningBehavior: 'always',
        SigningProtocol: 'sigv4',
      },
    },
  },
});
