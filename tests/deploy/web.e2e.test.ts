// A site whose deployment has a Lambda web function: its template, its archive, and the server in it, as Lambda would start it.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { prepareIndexes } from '../../lib/platform/db/index.ts';
import { createService } from '../../lib/platform/service.ts';
import { loadSchema } from '../../lib/schema/index.ts';
import { testConfig } from '../setup/api.ts';
import { createCheckout, packagedCheckout, packagingEnvironment, packagingSecret } from '../setup/checkout.ts';
import { freshDatabase } from '../setup/database.ts';
import { isLong } from '../setup/lengthOf.ts';
import { findMoto } from '../setup/moto.ts';
import { freePort } from '../setup/port.ts';
import { startAws } from '../setup/s3.ts';
import { secrets } from '../setup/secrets.ts';
import { waitFor } from '../setup/waitFor.ts';
import { readZip, unzip, type Files } from '../setup/zip.ts';
import { ofType, propertiesOf, readTemplate, templatePath, type Template } from './template.ts';

const shared = await packagedCheckout();
const aws = shared === undefined ? undefined : await startAws();
const own = await createCheckout(shared);
const { uri } = freshDatabase();
const folder = await mkdtemp(join(tmpdir(), 'lectern-web-'));
const deploy = { target: 'web', environments: 4, requests: 128, poolSize: 5 };
const edgeSecret = 'e'.repeat(32);
const parameters = { domain: 'site.example.org', certificate: 'arn:aws:acm:us-east-1:123456789012:certificate/one' };

let template: Template;
let files: Files;
let token = '';
let base = '';
let server: ChildProcess | undefined;
let log: Promise<string>;

/** What Lambda sets, and the variables of the revision; the references in it are the values of the simulated region. */
const variablesOf = async (): Promise<Readonly<Record<string, string>>> => {
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  const { EnvironmentVariables } = propertiesOf(template, 'WebRevision').ServiceConfig;
  const resolved = Object.entries(EnvironmentVariables as Readonly<Record<string, string | object>>).map(
    ([name, value]) => [
      name,
      (typeof value === 'string' ? value : Object.values(value).join(''))
        .replace('${AWS::AccountId}', '123456789012')
        .replace('${AWS::Region}', 'us-east-1'),
    ],
  );
  return {
    ...(Object.fromEntries(resolved) as Readonly<Record<string, string>>),
    AWS_LAMBDA_HTTP_ENDPOINT: `127.0.0.1:${port}`,
    // Lambda may set it for web functions too.
    AWS_LAMBDA_FUNCTION_NAME: 'lectern-dev-web',
    ...{ AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' },
    AWS_ENDPOINT_URL: aws?.endpoint ?? '',
  };
};

/** Asks the server as CloudFront does. */
const ask = (
  path: string,
  {
    headers = {},
    ...init
  }: Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Response> => fetch(`${base}${path}`, { ...init, headers: { 'x-lectern-edge': edgeSecret, ...headers } });

/** The open connections of a process to a port, with those of the driver's monitors. */
const connectionsTo = (pid: number, port: number): number => {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).map(
      (name) => /^socket:\[(\d+)\]/.exec(readlinkSync(`/proc/${pid}/fd/${name}`))?.[1],
    ),
  );
  const remote = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , to = '', state = '', , , , , , inode]) => to.endsWith(remote) && state === '01' && sockets.has(inode))
    .length;
};

const asUser = (headers: Readonly<Record<string, string>> = {}) => ({ authorization: `Bearer ${token}`, ...headers });

describe.runIf(shared !== undefined && aws !== undefined)('a web function', () => {
  beforeAll(async () => {
    await writeFile(join(own.folder, 'lectern.json'), JSON.stringify({ deploy }));
    const params = Object.entries(parameters).map(([name, value]) => `--param=${name}=${value}`);
    const { status, output } = await own.serverless(packagingEnvironment, 'package', '--stage', 'dev', ...params);
    if (status !== 0) throw new Error(output);
    template = await readTemplate(own);
    files = await readZip(join(own.folder, '.serverless/web.zip'));
    await unzip(join(own.folder, '.serverless/web.zip'), folder);

    const { schema } = await loadSchema('content-types');
    const service = createService({ schema, config: testConfig }, uri, secrets);
    await prepareIndexes(await service.database.get(), schema);
    token = (await createToken(service, { name: 'web', type: 'full-access' })).accessKey;
    await service.database.close();
    const ssm = new SSMClient({
      ...{ endpoint: aws?.endpoint ?? '', region: 'us-east-1' },
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    });
    const stored = { 'mongodb-uri': uri, 'token-secret': secrets.tokens, 'jwt-secret': secrets.sessions[0] };
    for (const [name, Value] of Object.entries({ ...stored, 'edge-secret': edgeSecret }))
      await ssm.send(new PutParameterCommand({ Name: `/lectern/dev/${name}`, Value, Type: 'SecureString' }));

    server = spawn(process.execPath, ['index.js'], { cwd: folder, env: await variablesOf() });
    log = Promise.all([text(server.stdout ?? expect.fail()), text(server.stderr ?? expect.fail())]).then((all) =>
      all.join(''),
    );
    await waitFor(async () => {
      await fetch(base);
    });
  });
  afterAll(async () => {
    server?.kill('SIGKILL');
    await aws?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('has its revision, its endpoint, and functions only for pictures, agents and the background', () => {
    const { Bucket, Key } = propertiesOf(template, 'WebRevision').BuildConfig.CodeConfig.S3Object;
    expect([Bucket, Key]).toEqual([
      { Ref: 'ServerlessDeploymentBucket' },
      expect.stringMatching(/^serverless\/lectern\/dev\/.+\/web\.zip$/),
    ]);
    expect(propertiesOf(template, 'WebRevision').ServiceConfig).toMatchObject({
      ...{
        ExecutionRoleArn: { 'Fn::GetAtt': ['WebRole', 'Arn'] },
        TimeoutSeconds: 900,
        MaxConcurrencyPerEnvironment: 128,
      },
      TelemetryConfig: { LoggingConfig: { LogGroup: '/aws/lambda/lectern-dev-web' } },
    });
    expect(propertiesOf(template, 'WebEndpoint')).toMatchObject({
      ...{ AuthType: 'ApplicationManaged', EndpointType: 'HomeRegion' },
      RevisionWeights: [{ RevisionId: { 'Fn::GetAtt': ['WebRevision', 'RevisionId'] }, Weight: 100 }],
      ...{ ScalingConfig: { MaxEnvironments: 4 }, ThrottleConfig: { RateLimit: 200 } },
    });
    const names = ofType(template, 'AWS::Lambda::Function').map(([, { Properties }]) =>
      String(Properties.FunctionName),
    );
    expect(names.sort()).toEqual(
      ['completeUpload', 'makeFormats', 'mcp', 'relay', 'sweep', 'upload'].map((name) => `lectern-dev-${name}`),
    );
    expect(ofType(template, 'AWS::Lambda::LayerVersion')).toEqual([]);
  });

  it('lets Lambda read its archive from a bucket with versions', () => {
    expect(propertiesOf(template, 'ServerlessDeploymentBucket').VersioningConfiguration).toEqual({ Status: 'Enabled' });
    const { Statement } = propertiesOf(template, 'ServerlessDeploymentBucketPolicy').PolicyDocument;
    expect(Statement).toContainEqual(
      expect.objectContaining({
        ...{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' } },
        Action: ['s3:GetObject', 's3:GetObjectVersion'],
      }),
    );
    expect(template.Resources.WebRevision).toMatchObject({ DependsOn: ['Web', 'ServerlessDeploymentBucketPolicy'] });
  });

  it('gets all requests but those that may send files', () => {
    const { DistributionConfig: edge } = propertiesOf(template, 'Edge');
    expect(edge.DefaultCacheBehavior.TargetOriginId).toBe('web');
    const behaviors: readonly { readonly PathPattern: string; readonly TargetOriginId: string }[] = edge.CacheBehaviors;
    expect(behaviors.map(({ PathPattern, TargetOriginId }) => [PathPattern, TargetOriginId])).toEqual([
      ['/uploads/*', 'media'],
      ['/api/upload', 'api'],
      ['/api/upload/complete', 'api'],
      ['/mcp', 'api'],
    ]);
    expect(edge.Origins[0]).toMatchObject({
      ...{ Id: 'web', DomainName: { 'Fn::GetAtt': ['WebEndpoint', 'DomainName'] } },
      OriginCustomHeaders: [expect.objectContaining({ HeaderName: 'X-Lectern-Edge' })],
    });
    const routes = ofType(template, 'AWS::ApiGatewayV2::Route').map(([, { Properties }]) =>
      String(Properties.RouteKey),
    );
    expect(routes.sort()).toEqual(['ANY /api/upload', 'ANY /api/upload/complete', 'ANY /mcp']);
  });

  it.runIf(isLong)('has a template without complaints from cfn-lint', () => {
    const { status, stdout } = spawnSync(join(findMoto() ?? '', 'bin/cfn-lint'), [templatePath(own.folder)], {
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, '']);
  });

  it('has in its archive what Lambda starts, the editor, and no secret', () => {
    const names = [...files.keys()];
    expect(names).toEqual(
      expect.arrayContaining(['index.js', 'package.json', 'dist/editor/index.html', 'swagger-ui/swagger-ui.css']),
    );
    expect(names.filter((name) => /node_modules|\.node$/.test(name))).toEqual([]);
    for (const content of files.values()) expect(content.includes(packagingSecret)).toBe(false);
  });

  it('answers health checks of everybody, and others only through CloudFront', async () => {
    const direct = await Promise.all(
      ['/_health', '/_ready', '/api/topics', '/editor/', '/api/live?tags=api::topic.topic'].map((path) =>
        fetch(`${base}${path}`, { headers: asUser({ accept: 'text/event-stream' }) }).then(({ status }) => status),
      ),
    );
    expect(direct).toEqual([200, 200, 403, 403, 403]);
  });

  it('writes, and reads what it has written', async () => {
    const created = await ask('/api/topics', {
      ...{ method: 'POST', body: JSON.stringify({ data: { name: 'Printing' } }) },
      headers: asUser({ 'content-type': 'application/json' }),
    });
    expect(created.status).toBe(201);
    const found = await ask('/api/topics?filters[name][$eq]=Printing&status=draft', { headers: asUser() });
    expect(await found.json()).toMatchObject({ data: [{ name: 'Printing' }], meta: { pagination: { total: 1 } } });
  });

  it('serves the editor, and the description of the API', async () => {
    const page = await ask('/editor/');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const [, script = ''] = /src="(\/editor\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? [];
    expect((await ask(script)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await ask('/docs/swagger-ui.css')).status).toBe(200);
  });

  it('answers 128 requests at once with the connections of its pool', async () => {
    const answers = await Promise.all(
      Array.from({ length: 128 }, async (_, index) => {
        const query = `status=draft&pagination[pageSize]=${(index % 25) + 1}`;
        const answer = await ask(`/api/topics?${query}`, { headers: asUser() });
        return [answer.status, ((await answer.json()) as { readonly data: readonly unknown[] | null }).data?.length];
      }),
    );
    expect(answers).toEqual(answers.map(() => [200, 1]));
    const connections = connectionsTo(server?.pid ?? expect.fail(), Number(new URL(uri).port));
    expect(connections).toBeLessThanOrEqual(deploy.poolSize + 2);
    expect(connections).toBeGreaterThanOrEqual(deploy.poolSize);
  });

  it('takes the address that connected to CloudFront for that of the caller', async () => {
    const login = (viewer: string) =>
      ask('/api/auth/local', {
        ...{ method: 'POST', body: JSON.stringify({ identifier: 'nobody@example.org', password: 'wrong-password' }) },
        // What a caller sends, CloudFront's client, and Lambda's.
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.9, ${viewer}, 198.51.100.7` },
      });
    const answers: number[] = [];
    for (let attempt = 0; attempt < 30 && answers.at(-1) !== 429; attempt++)
      answers.push((await login('203.0.113.1')).status);
    expect(answers.at(-1)).toBe(429);
  });

  it('ends with SIGTERM, and ends its streams', async () => {
    const stream = await ask('/api/live?tags=api::topic.topic', { headers: asUser({ accept: 'text/event-stream' }) });
    expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const child = server ?? expect.fail();
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await stream.text();
    expect(await ended).toEqual([0, null]);
    // The SDK warns of old versions of Node, not in JSON.
    const lines = (await log)
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { readonly level: string });
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
