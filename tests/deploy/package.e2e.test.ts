// The output of `serverless package`, without credentials and without a network.
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadRoutes } from '../../infra/routes.js';
import { routes as table } from '../../lib/api/http/routes/index.ts';
import { contentSecurityPolicy } from '../../lib/server/editor/index.ts';
import { packagedCheckout, packagingSecret, type Checkout } from '../setup/checkout.ts';
import { readZip, type Files } from '../setup/zip.ts';
import { logicalId, ofType, propertiesOf, readTemplate, rightsOf, type Template } from './template.ts';

const shared = await packagedCheckout();
const hasSharp = shared !== undefined;

/** The functions that serve routes. */
const names = [...new Set(table.map((route) => route.function))];
/** The functions that events start. */
const inBackground = (await readdir('functions'))
  .map((file) => file.slice(0, -'.ts'.length))
  .filter((name) => ['makeFormats', 'relay', 'sweep'].includes(name));
const all = [...names, ...inBackground].sort();

/** Runs the function at CloudFront for a path. */
const routeAtEdge = (template: Template, uri: string): unknown => {
  const code: string = propertiesOf(template, 'EditorRouting').FunctionCode;
  const event = { request: { uri, querystring: {} } };
  return runInNewContext(`${code}; handler(event);`, { event });
};

describe.runIf(hasSharp)('a stage', () => {
  let stage: Checkout;
  let template: Template;
  beforeAll(async () => {
    stage = shared ?? expect.fail();
    template = await readTemplate(stage);
  });
  const zips = new Map<string, Promise<Files>>();
  const zipOf = (name: string): Promise<Files> => {
    const zip = zips.get(name) ?? readZip(join(stage.folder, `.serverless/${name}.zip`));
    zips.set(name, zip);
    return zip;
  };

  it('has at most 22 functions, 70 routes and 190 resources, of which a stack may have 500', () => {
    expect(ofType(template, 'AWS::Lambda::Function').length).toBeLessThanOrEqual(22);
    expect(ofType(template, 'AWS::ApiGatewayV2::Route').length).toBeLessThanOrEqual(70);
    expect(Object.keys(template.Resources).length).toBeLessThanOrEqual(190);
  });

  it('has each function of the table of routes and of the background, and no other', () => {
    const functions = ofType(template, 'AWS::Lambda::Function').map(([, { Properties }]) => Properties);
    expect(functions.map(({ FunctionName }) => FunctionName).sort()).toEqual(all.map((name) => `lectern-dev-${name}`));
    for (const { Handler, Runtime, Architectures, FunctionName } of functions)
      expect([Handler, Runtime, Architectures]).toEqual([
        `.lectern/functions/${String(FunctionName).slice('lectern-dev-'.length)}/index.handler`,
        ...['nodejs24.x', ['arm64']],
      ]);
  });

  it('has the routes of infra/lambdas.js, each to its function', async () => {
    const integrations = new Map(
      ofType(template, 'AWS::ApiGatewayV2::Integration').map(([id, { Properties }]) => [
        id,
        Properties.IntegrationUri['Fn::GetAtt'][0],
      ]),
    );
    const routes = ofType(template, 'AWS::ApiGatewayV2::Route').map(([, { Properties }]) => [
      Properties.RouteKey,
      integrations.get(Properties.Target['Fn::Join'][1][1].Ref),
    ]);
    const wanted = [...(await loadRoutes())].flatMap(([name, keys]) =>
      keys.map((key) => [key === '*' ? '$default' : key, logicalId(name)]),
    );
    expect(routes.sort()).toEqual(wanted.sort());
  });

  it('limits and logs the requests of the gateway, without their query strings', () => {
    const { AccessLogSettings, DefaultRouteSettings } = propertiesOf(template, 'HttpApiStage');
    expect(DefaultRouteSettings).toEqual({ ThrottlingRateLimit: 200, ThrottlingBurstLimit: 100 });
    expect(AccessLogSettings.Format).toContain('"path":"$context.path"');
    expect(AccessLogSettings.DestinationArn).toEqual({ 'Fn::GetAtt': ['HttpApiLogGroup', 'Arn'] });
  });

  it('times out before the gateway does', () => {
    for (const name of names) expect(propertiesOf(template, logicalId(name)).Timeout).toBeLessThan(30);
  });

  it('contains no secrets, only the names of their parameters', async () => {
    const bucket = 'lectern-dev-media-${AWS::AccountId}-${AWS::Region}';
    for (const name of all)
      expect(propertiesOf(template, logicalId(name)).Environment.Variables).toEqual({
        MONGODB_URI: 'ssm:/lectern/dev/mongodb-uri',
        LECTERN_TOKEN_SECRET: 'ssm:/lectern/dev/token-secret',
        LECTERN_JWT_SECRET: 'ssm:/lectern/dev/jwt-secret',
        LECTERN_UPLOADS_BUCKET: { 'Fn::Sub': bucket },
        LECTERN_UPLOADS_PREFIX: 'uploads/',
        LECTERN_UPLOADS_URL: { 'Fn::Sub': 'https://${Edge.DomainName}' },
        LECTERN_EDGE_SECONDS: '0',
        LECTERN_EDGE_SECRET: 'ssm:/lectern/dev/edge-secret',
        LECTERN_DISTRIBUTION: { Ref: 'Edge' },
        LECTERN_EDITOR_URL: { 'Fn::Sub': 'https://${Edge.DomainName}/editor' },
      });
    // Nor does it contain secrets from the environment of the packaging machine.
    expect(JSON.stringify(template)).not.toContain(packagingSecret);
    expect(JSON.stringify(await stage.read('.serverless/serverless-state.json'))).not.toContain(packagingSecret);
    for (const name of ['find', 'auth'])
      for (const content of (await zipOf(name)).values()) expect(content.includes(packagingSecret)).toBe(false);
  });

  it('gives each function the permissions that it needs, and no more', () => {
    const arn = 'arn:${AWS::Partition}';
    const here = ':${AWS::Region}:${AWS::AccountId}';
    const bucket = `${arn}:s3:::lectern-dev-media-\${AWS::AccountId}-\${AWS::Region}`;
    const files = [`${bucket}/uploads/*`];
    const read = { 's3:GetObject': files };
    const write = { 's3:PutObject': files };
    const remove = { 's3:DeleteObject': files };
    const list = { 's3:ListBucket': [bucket] };
    const kept = [...files, `${bucket}/trash/uploads/*`];
    const move = { 's3:GetObject': kept, 's3:PutObject': kept, 's3:DeleteObject': kept, ...list };
    const parts = { 's3:ListBucketMultipartUploads': [bucket] };
    const failed = { 'sqs:SendMessage': ['Failed.Arn'] };
    const complete = { ...read, ...write, ...remove, 's3:ListMultipartUploadParts': files, ...list, ...parts };
    const more: Readonly<Record<string, object>> = {
      upload: { ...write, ...remove },
      history: move,
      completeUpload: complete,
      mcp: complete,
      graphql: move,
      fileStorage: {
        's3:ListMultipartUploadParts': [`${bucket}/uploads/sent_*`, `${bucket}/uploads/parts_*`],
        ...{ ...move, ...parts },
      },
      makeFormats: { ...read, ...write, ...remove, ...list, ...failed },
      relay: { ...move, ...failed },
      sweep: { ...move, 's3:AbortMultipartUpload': files, ...parts, ...failed },
    };
    const own = [
      'auth',
      'users',
      'history',
      'upload',
      'completeUpload',
      'fileStorage',
      'mcp',
      'graphql',
      ...inBackground,
    ];
    for (const name of all) {
      const group = own.includes(name) ? name : 'standard';
      const log = [`${arn}:logs${here}:log-group:/aws/lambda/lectern-dev-${group}:*`];
      expect(propertiesOf(template, logicalId(name)).LoggingConfig).toEqual({
        LogGroup: `/aws/lambda/lectern-dev-${group}`,
      });
      expect({ [name]: rightsOf(template, name) }).toEqual({
        [name]: {
          'logs:CreateLogStream': log,
          'logs:PutLogEvents': log,
          'ssm:GetParameters': ['mongodb-uri', 'token-secret', 'jwt-secret', 'edge-secret'].map(
            (secret) => `${arn}:ssm${here}:parameter/lectern/dev/${secret}`,
          ),
          ...more[name],
        },
      });
    }
  });

  it.runIf(inBackground.includes('makeFormats'))(
    'makes formats of pending pictures, and keeps every failed event',
    () => {
      const [notification] = propertiesOf(template, 'Media').NotificationConfiguration.LambdaConfigurations;
      expect(notification).toEqual({
        Event: 's3:ObjectCreated:Copy',
        Filter: { S3Key: { Rules: [{ Name: 'prefix', Value: 'uploads/pending_' }] } },
        Function: { 'Fn::GetAtt': ['MakeFormatsLambdaFunction', 'Arn'] },
      });
      const asynchronous = ofType(template, 'AWS::Lambda::EventInvokeConfig').map(([, { Properties }]) => [
        Properties.FunctionName.Ref,
        Properties.MaximumRetryAttempts,
        Properties.DestinationConfig.OnFailure.Destination,
      ]);
      expect(asynchronous.sort()).toEqual(
        inBackground.map((name) => [logicalId(name), 2, { 'Fn::GetAtt': ['Failed', 'Arn'] }]).sort(),
      );
    },
  );

  it('keeps its media private; CloudFront serves only files that Lectern has checked', () => {
    expect(propertiesOf(template, 'Media')).toMatchObject({
      PublicAccessBlockConfiguration: {
        ...{ BlockPublicAcls: true, BlockPublicPolicy: true, IgnorePublicAcls: true, RestrictPublicBuckets: true },
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
    });
    const statements: readonly Record<string, unknown>[] = propertiesOf(template, 'MediaPolicy').PolicyDocument
      .Statement;
    const arn = 'arn:${AWS::Partition}:s3:::lectern-dev-media-${AWS::AccountId}-${AWS::Region}';
    expect(statements.map(({ Effect, Action, Resource }) => [Effect, Action, Resource])).toEqual([
      ['Allow', 's3:GetObject', ['uploads', 'editor'].map((key) => ({ 'Fn::Sub': `${arn}/${key}/*` }))],
      ['Deny', 's3:GetObject', ['sent_', 'parts_', 'pending_'].map((key) => ({ 'Fn::Sub': `${arn}/uploads/${key}*` }))],
      ['Deny', 's3:*', [{ 'Fn::Sub': arn }, { 'Fn::Sub': `${arn}/*` }]],
    ]);
  });

  it('deletes unfinished uploads', () => {
    const { Rules } = propertiesOf(template, 'Media').LifecycleConfiguration;
    expect(Rules).toEqual([
      expect.objectContaining({ Id: 'versions' }),
      { Id: 'unfinished', Status: 'Enabled', AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
      ...['uploads/sent_', 'uploads/parts_'].map((Prefix) => expect.objectContaining({ Prefix, ExpirationInDays: 2 })),
    ]);
  });

  it('never shares responses to authenticated requests at the edge', () => {
    const { CachePolicyConfig: policy } = propertiesOf(template, 'Reads');
    const { HeadersConfig, QueryStringsConfig } = policy.ParametersInCacheKeyAndForwardedToOrigin;
    // By default all origins get the same answer, so Origin is not in the cache key.
    expect(HeadersConfig.Headers).toEqual(['Authorization', 'Strapi-Response-Format']);
    expect(QueryStringsConfig).toEqual({ QueryStringBehavior: 'all' });
    // A higher minimum would cache responses with `no-store`.
    expect(policy.MinTTL).toBe(0);
  });

  it('caches responses to requests without credentials at the edge for as long as the response allows', () => {
    const { CachePolicyConfig: policy } = propertiesOf(template, 'Reads');
    const { CookiesConfig, ...key } = policy.ParametersInCacheKeyAndForwardedToOrigin;
    expect([policy.DefaultTTL, policy.MaxTTL]).toEqual([0, 31_536_000]);
    expect(CookiesConfig).toEqual({ CookieBehavior: 'none' });
    // Without these, compressed and uncompressed responses would share one cache entry.
    expect(key).toMatchObject({ EnableAcceptEncodingGzip: true, EnableAcceptEncodingBrotli: true });
  });

  it('routes everything but files to the API, and caches no errors', () => {
    const { DistributionConfig: edge } = propertiesOf(template, 'Edge');
    expect(edge.DefaultCacheBehavior).toMatchObject({
      ...{ TargetOriginId: 'api', ViewerProtocolPolicy: 'https-only', CachedMethods: ['GET', 'HEAD'] },
      ...{ CachePolicyId: { Ref: 'Reads' }, OriginRequestPolicyId: { Ref: 'Requests' } },
    });
    expect(edge.CacheBehaviors).toEqual([
      expect.objectContaining({ PathPattern: '/uploads/*', TargetOriginId: 'media' }),
      ...['/editor', '/editor/*'].map((PathPattern) =>
        expect.objectContaining({
          ...{ PathPattern, TargetOriginId: 'media', AllowedMethods: ['GET', 'HEAD'], Compress: true },
          ResponseHeadersPolicyId: { Ref: 'EditorHeaders' },
        }),
      ),
    ]);
    expect(edge.Origins).toEqual([
      expect.objectContaining({
        Id: 'api',
        DomainName: { 'Fn::Sub': '${HttpApi}.execute-api.${AWS::Region}.${AWS::URLSuffix}' },
        OriginCustomHeaders: [
          { HeaderName: 'X-Lectern-Edge', HeaderValue: { 'Fn::Join': [' ', [{ Ref: 'EdgeSecret' }]] } },
        ],
      }),
      expect.objectContaining({ Id: 'media', OriginAccessControlId: { 'Fn::GetAtt': ['EdgeToMedia', 'Id'] } }),
    ]);
    const { HeadersConfig, CookiesConfig } = propertiesOf(template, 'Requests').OriginRequestPolicyConfig;
    // The gateway accepts only its own host name.
    expect(HeadersConfig).toEqual({ HeaderBehavior: 'allExcept', Headers: ['Host'] });
    // Otherwise CloudFront would remove the cookie from requests and answers.
    expect(CookiesConfig).toEqual({
      CookieBehavior: 'whitelist',
      Cookies: ['strapi_up_refresh', '__Host-lectern_editor', '__Host-lectern_sign_in'],
    });
    const cachedErrors: readonly { readonly ErrorCachingMinTTL: number }[] = edge.CustomErrorResponses;
    expect(cachedErrors.filter(({ ErrorCachingMinTTL }) => ErrorCachingMinTTL > 0)).toEqual([]);
    expect(cachedErrors).toHaveLength(10);
  });

  it('sends the editor with the headers of npm start', () => {
    const { SecurityHeadersConfig: security, CustomHeadersConfig: custom } = propertiesOf(
      template,
      'EditorHeaders',
    ).ResponseHeadersPolicyConfig;
    const bucket = 'https://lectern-dev-media-${AWS::AccountId}-${AWS::Region}.s3.${AWS::Region}.${AWS::URLSuffix}';
    const policy = contentSecurityPolicy({ media: [], buckets: [bucket], previews: [] });
    expect(security).toEqual({
      ContentSecurityPolicy: { ContentSecurityPolicy: { 'Fn::Sub': policy }, Override: true },
      ContentTypeOptions: { Override: true },
      ReferrerPolicy: { ReferrerPolicy: 'no-referrer', Override: true },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 31_536_000, IncludeSubdomains: true, Override: true },
    });
    expect(custom.Items).toEqual([
      { Header: 'cross-origin-opener-policy', Value: 'same-origin', Override: true },
      { Header: 'cross-origin-resource-policy', Value: 'same-origin', Override: true },
    ]);
  });

  it.each([
    ['/editor/', '/editor/index.html'],
    ['/editor/login', '/editor/index.html'],
    ['/editor/content/articles/a.b', '/editor/index.html'],
    ['/editor/assets/index-a1.js', '/editor/assets/index-a1.js'],
    ['/editor/x/assets/index-a1.js', '/editor/index.html'],
  ])('finds the file for %s at the edge', (uri, file) => {
    expect(routeAtEdge(template, uri)).toMatchObject({ uri: file, querystring: {} });
  });

  it('redirects to the slash at the end at the edge', () => {
    expect(routeAtEdge(template, '/editor')).toEqual({
      ...{ statusCode: 308, statusDescription: 'Permanent Redirect' },
      headers: { location: { value: '/editor/' } },
    });
  });

  it('has names that are unique across regions and accounts', () => {
    const where = '-${AWS::Region}';
    const { CachePolicyConfig } = propertiesOf(template, 'Reads');
    const { OriginRequestPolicyConfig } = propertiesOf(template, 'Requests');
    const { OriginAccessControlConfig } = propertiesOf(template, 'EdgeToMedia');
    // CloudFront names are global in an account, bucket names across all accounts.
    expect([CachePolicyConfig, OriginRequestPolicyConfig, OriginAccessControlConfig].map(({ Name }) => Name)).toEqual(
      ['reads', 'requests', 'media'].map((name) => ({ 'Fn::Sub': `lectern-dev-${name}${where}` })),
    );
    expect(propertiesOf(template, 'Media').BucketName).toEqual({
      'Fn::Sub': `lectern-dev-media-\${AWS::AccountId}${where}`,
    });
  });

  it('packages each function with what it needs', async () => {
    for (const name of all) {
      const zip = await zipOf(name);
      const folder = `.lectern/functions/${name}/`;
      const files = [...zip.keys()].filter(
        (file) => !/^\.lectern\/functions\/(?:node_modules|swagger-ui|\w+\/packages)\//.test(file),
      );
      const bundle = zip.get(`${folder}index.mjs`)?.toString() ?? '';
      const read = ['allErrors.br', 'firstError.br'].filter((file) => bundle.includes(`"./${file}"`));
      expect(files.sort()).toEqual([...read, 'index.mjs'].map((file) => folder + file));
      expect([name, read.length]).toEqual([name, ['create', 'update'].includes(name) ? 2 : expect.any(Number)]);
    }
    const loaded = [...(await zipOf('findOne')).keys()].filter((file) => !file.includes('/chunks/'));
    expect(loaded.map((file) => basename(file))).toEqual(['index.mjs', 'jose-jwt-sign.mjs', 'jose-jwt-verify.mjs']);
  });

  it('packages functions with the packages that they load, and the parts of those', async () => {
    for (const name of all) {
      const files = await zipOf(name);
      const folder = `.lectern/functions/${name}/`;
      const reached = new Set([`${folder}index.mjs`]);
      // A set visits what is added to it meanwhile.
      for (const file of reached)
        for (const [, path = ''] of files
          .get(file)
          ?.toString()
          .matchAll(/"(\.{1,2}\/[^"]+\.mjs)"/g) ?? [])
          reached.add(join(dirname(file), path));
      const packaged = [...files.keys()].filter((file) => file.startsWith(`${folder}packages/`));
      expect([...reached].slice(1).sort()).toEqual(packaged.sort());
    }
  });

  it('packages the clients of AWS with names that functions import', async () => {
    const client = (await zipOf('upload')).get('.lectern/functions/upload/packages/aws-sdk-client-s3.mjs')?.toString();
    expect(client).toMatch(/export\s*\{[^}]*\bas S3Client\b/);
  });

  it('packages Swagger UI with general, and with no other function', async () => {
    const inPage = async (name: string): Promise<readonly string[]> =>
      [...(await zipOf(name)).keys()].filter((file) => file.includes('/swagger-ui/')).map((file) => basename(file));
    expect(await inPage('general')).toEqual(
      expect.arrayContaining(['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE', 'NOTICE']),
    );
    expect((await inPage('general')).filter((file) => /\.map$|es-bundle|package/.test(file))).toEqual([]);
    expect(await inPage('find')).toEqual([]);
  });

  it.each(all.filter((name) => ['upload', 'completeUpload', 'makeFormats', 'sweep'].includes(name)))(
    'packages %s with sharp for the architecture of Lambda',
    async (name) => {
      const files = await zipOf(name);
      const native = [...files].filter(([file]) => /\.node$|\.so[.\d]*$/.test(file));
      expect(native).toHaveLength(2);
      // A 64-bit ELF file for AArch64.
      for (const [, content] of native)
        expect([content.subarray(0, 5).toString('latin1'), content.readUInt16LE(18)]).toEqual(['\x7fELF\x02', 0xb7]);
      for (const needed of ['sharp', 'detect-libc', 'semver', '@img/colour'])
        expect([...files.keys()]).toContain(`.lectern/functions/node_modules/${needed}/package.json`);
    },
  );
});
