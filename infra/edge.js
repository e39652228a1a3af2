// @ts-check
// CloudFront: before the media, and before the API, whose reads without credentials it may answer itself.
import { variesByOrigin } from './configuration.js';
import { sub, uploadsPrefix } from './stage.js';

/** @typedef {import('./stage.js').Stage} Stage */

/** Names at CloudFront are those of the account, in whatever region a stage is. @param {string} name */
const nameInRegion = (name) => sub(`${name}-\${AWS::Region}`);

/** Policies that AWS keeps for all, by their fixed ids. */
const managedPolicies = {
  cachingOptimized: '658327ea-f89d-4fab-a63d-7e88639e58f6',
  corsAndSecurityHeaders: 'e61eb60c-9c35-4d20-a928-2b84e02af89c',
};

const readMethods = ['GET', 'HEAD', 'OPTIONS'];

const yearSeconds = 31_536_000;

/**
 * What tells one answer of the API from another: the whole query, since CloudFront can only choose among parameters by
 * their whole names, which here have brackets in them; and the headers that it reads. With `Authorization` among them no
 * answer is shared between callers; besides, whatever is not the same for all who give no credentials is
 * `private, no-store` (lib/api/http/headers.ts), which a least time of 0 lets hold. How long the rest is kept the answer says,
 * and `edgeSeconds` where it does not.
 *
 * @param {Stage} stage
 */
const readsPolicy = ({ prefix, edgeSeconds }) => ({
  Type: 'AWS::CloudFront::CachePolicy',
  Properties: {
    CachePolicyConfig: {
      Name: nameInRegion(`${prefix}-reads`),
      MinTTL: 0,
      DefaultTTL: edgeSeconds,
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

/** All that callers say, but for cookies, which Lectern never reads, and for the host: the gateway knows its own alone. @param {Stage} stage */
const forwardPolicy = ({ prefix }) => ({
  Type: 'AWS::CloudFront::OriginRequestPolicy',
  Properties: {
    OriginRequestPolicyConfig: {
      Name: nameInRegion(`${prefix}-requests`),
      QueryStringsConfig: { QueryStringBehavior: 'all' },
      HeadersConfig: { HeaderBehavior: 'allExcept', Headers: ['Host'] },
      CookiesConfig: { CookieBehavior: 'none' },
    },
  },
});

/** By its name: did it depend on the bucket, which depends on a function, that function could not be told the address. @param {Stage} stage */
const mediaOrigin = ({ bucket }) => ({
  Id: 'media',
  DomainName: sub(`${bucket}.s3.\${AWS::Region}.\${AWS::URLSuffix}`),
  OriginAccessControlId: { 'Fn::GetAtt': ['EdgeToMedia', 'Id'] },
  S3OriginConfig: { OriginAccessIdentity: '' },
});

const apiOrigin = {
  Id: 'api',
  DomainName: sub('${HttpApi}.execute-api.${AWS::Region}.${AWS::URLSuffix}'),
  CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
};

/** What is wrong now may be right in a moment. */
const uncachedErrors = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504].map((ErrorCode) => ({
  ErrorCode,
  ErrorCachingMinTTL: 0,
}));

/** @param {Stage} stage */
const distribution = (stage) => ({
  Type: 'AWS::CloudFront::Distribution',
  Properties: {
    DistributionConfig: {
      Enabled: true,
      Comment: stage.prefix,
      HttpVersion: 'http2and3',
      IPV6Enabled: true,
      PriceClass: 'PriceClass_100',
      Origins: [apiOrigin, mediaOrigin(stage)],
      DefaultCacheBehavior: {
        TargetOriginId: 'api',
        // Credentials never travel in the clear.
        ViewerProtocolPolicy: 'https-only',
        AllowedMethods: [...readMethods, 'PUT', 'PATCH', 'POST', 'DELETE'],
        CachedMethods: ['GET', 'HEAD'],
        Compress: true,
        CachePolicyId: { Ref: 'Reads' },
        OriginRequestPolicyId: { Ref: 'Requests' },
      },
      CacheBehaviors: [
        {
          PathPattern: `/${uploadsPrefix}*`,
          TargetOriginId: 'media',
          ViewerProtocolPolicy: 'redirect-to-https',
          AllowedMethods: readMethods,
          CachedMethods: ['GET', 'HEAD'],
          Compress: true,
          CachePolicyId: managedPolicies.cachingOptimized,
          ResponseHeadersPolicyId: managedPolicies.corsAndSecurityHeaders,
        },
      ],
      CustomErrorResponses: uncachedErrors,
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

/** Where the site is seen from outside, without a slash behind it. @param {Stage} stage */
export const addressOf = ({ domain }) => (domain === '' ? sub('https://${Edge.DomainName}') : `https://${domain}`);

/** @param {Stage} stage */
export const edgeResources = (stage) => ({
  Edge: distribution(stage),
  Reads: readsPolicy(stage),
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
