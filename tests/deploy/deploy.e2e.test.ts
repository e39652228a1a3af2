// A whole deployment against a server that imitates AWS.
import { spawnSync } from 'node:child_process';
import { cp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DeleteParameterCommand, GetParameterCommand, PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCheckout, packagedCheckout, type CommandResult } from '../setup/checkout.ts';
import { freshDatabase } from '../setup/database.ts';
import { isLong } from '../setup/lengthOf.ts';
import { findMoto } from '../setup/moto.ts';
import { startAws } from '../setup/s3.ts';
import { standInForFunctions } from '../setup/standInForFunctions.ts';
import { logicalId, propertiesOf, readTemplate, templatePath } from './template.ts';

const aws = await startAws();
if (aws === undefined) console.warn('not run: there is no moto, and none can be installed');
afterAll(() => aws?.stop());
const shared = await packagedCheckout();
const own = await createCheckout(shared);
// A deployment sends each file of the editor: a few show as much as all.
for (const name of await readdir(join(own.folder, 'dist/editor/assets')))
  if (!name.startsWith('index-')) await rm(join(own.folder, 'dist/editor/assets', name));

const { uri, name: databaseName } = freshDatabase();
const environment = {
  AWS_ENDPOINT_URL: aws?.endpoint ?? '',
  ...{ AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_REGION: 'us-east-1' },
  // Milliseconds between questions about the state of the stack.
  SLS_AWS_MONITORING_FREQUENCY: '200',
  // The deploying machine has this variable; the stage does not.
  LECTERN_SMTP_URL: 'smtp://127.0.0.1',
};
Object.assign(process.env, environment);

interface Deployed {
  readonly functions: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly media: Readonly<Record<string, unknown>>;
  /** Each file; of the page and its first script, the type and the caching. */
  readonly editor: Readonly<Record<string, readonly string[]>>;
  /** When EventBridge invokes which function. */
  readonly schedules: Readonly<Record<string, string>>;
  readonly roles: number;
}

/** What was deployed last. */
let last: Deployed;

const noResources: Deployed = { functions: {}, media: {}, editor: {}, schedules: {}, roles: 0 };

const moto = findMoto() ?? '';

const deployed = (stage = 'dev'): Deployed => {
  const python = join(moto, 'bin/python');
  const env = { ...environment, AWS_DEFAULT_REGION: 'us-east-1' };
  const { stdout, stderr } = spawnSync(python, ['tests/deploy/inventory.py', stage], { env, encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Deployed;
};

const serverlessOf = (stage: string, command: string, ...args: readonly string[]): Promise<CommandResult> =>
  own.serverless(environment, command, '--stage', stage, ...args);

const serverless = (command: string, ...args: readonly string[]) => serverlessOf('dev', command, ...args);

const keep = async (name: string, Value: string, stage = 'dev'): Promise<void> => {
  await new SSMClient({}).send(
    new PutParameterCommand({ Name: `/lectern/${stage}/${name}`, Value, Type: 'SecureString', Overwrite: true }),
  );
};

/** Prepares the database like the hook of the plugin, with the environment of the packaged functions, and the secret that it has made. */
const prepare = async (): Promise<CommandResult> => {
  await keep('edge-secret', 'e'.repeat(32));
  const { Variables } = propertiesOf(await readTemplate(shared ?? expect.fail()), logicalId('find')).Environment;
  const script = `import { prepareDeployment } from './infra/prepareDeployment.js';
    prepareDeployment(${JSON.stringify(Variables)}, { AWS_REGION: 'us-east-1' }, true);`;
  const result = await own.run(environment, '--input-type=module', '-e', script);
  await new SSMClient({}).send(new DeleteParameterCommand({ Name: '/lectern/dev/edge-secret' }));
  return result;
};

const ownDomain = { domain: 'api.example.org', certificate: 'arn:aws:acm:us-east-1:123456789012:certificate/one' };

const paramsOf = (parameters: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(parameters).map(([name, value]) => `--param=${name}=${value}`);

/** What the second deployment sets, besides lectern.json. */
const optionalParameters = {
  ...ownDomain,
  ...{ alarmEmail: 'who@example.org', tracing: 'true', secrets: 'mongodb-uri,token-secret,owner-token' },
  ...{ vpcSubnets: 'subnet-0a1b2c3d,subnet-1a1b2c3d', vpcSecurityGroups: 'sg-0a1b2c3d', logDays: '30' },
  ...{ edgeSeconds: '10', connections: '400', mediaVersionDays: '7', edgeLogs: 'true', priceClass: '200' },
  ...{ webAcl: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/site/1', throttleRate: '50', throttleBurst: '20' },
  kmsKey: 'arn:aws:kms:us-east-1:123456789012:key/1',
};

const minutes = 60_000;

describe.runIf(aws !== undefined && shared !== undefined)('a deployment', () => {
  beforeAll(async () => {
    await keep('mongodb-uri', uri);
    await keep('token-secret', 't'.repeat(32));
    await keep('jwt-secret', 'j'.repeat(32));
    await cp(join(shared?.folder ?? '', '.serverless'), join(own.folder, 'built'), { recursive: true });
  });

  it('is not prepared if a secret is invalid', async () => {
    await keep('jwt-secret', 'short');
    const { status, output } = await prepare();
    await keep('jwt-secret', 'j'.repeat(32));
    expect([status, output]).toEqual([1, expect.stringContaining('LECTERN_JWT_SECRET is too short')]);
  });

  it(
    'creates the indexes, then the functions, roles and bucket that the template declares',
    { timeout: 4 * minutes },
    async () => {
      const { status, output } = await serverless('deploy', '--package', 'built', '--yes');
      expect([status, output]).toEqual([0, expect.stringContaining('every index exists')]);

      const client = await new MongoClient(uri).connect();
      const indexes = await client.db(databaseName).collection('articles').indexes();
      await client.close();
      expect(indexes.length).toBeGreaterThan(5);

      last = deployed();
      const { functions, media, editor, schedules, roles } = last;
      // Functions without further rights share one.
      expect(roles).toBe(12);
      expect(functions['lectern-dev-find']).toMatchObject({
        ...{ memory: 1024, timeout: 29 },
        variables: {
          MONGODB_URI: 'ssm:/lectern/dev/mongodb-uri',
          ...{
            LECTERN_EDGE_SECRET: 'ssm:/lectern/dev/edge-secret',
            LECTERN_UPLOADS_URL: 'https://edge.cloudfront.test',
          },
        },
        rights: ['logs:CreateLogStream', 'logs:PutLogEvents', 'ssm:GetParameters'],
      });
      // What publishes at a moment, and delivers events. `runtime.e2e` invokes it.
      expect(schedules['lectern-dev-relay']).toBe('rate(1 minute)');
      expect(functions['lectern-dev-relay']).toMatchObject({
        ...{ memory: 512, timeout: 60, variables: { MONGODB_URI: 'ssm:/lectern/dev/mongodb-uri' } },
        rights: expect.arrayContaining(['logs:CreateLogStream', 'logs:PutLogEvents', 'ssm:GetParameters']) as string[],
      });
      expect(functions['lectern-dev-general']).toBeDefined();
      const { size } = await stat(join(own.folder, 'built/upload.zip'));
      expect(functions['lectern-dev-upload']?.code).toBe(size);
      // The bucket by name, and whether it is encrypted.
      expect(media).toEqual({ 'lectern-dev-media-123456789012-us-east-1': true });
      expect(editor['editor/index.html']).toEqual(['text/html; charset=utf-8', 'no-cache']);
      const script = Object.keys(editor).find((key) => /^editor\/assets\/index-.*\.js$/.test(key)) ?? '';
      expect(editor[script]).toEqual(['text/javascript; charset=utf-8', 'public, max-age=31536000, immutable']);
    },
  );

  it.runIf(isLong)('is updated together with its content types', { timeout: 4 * minutes }, async () => {
    const { functions } = last;
    await standInForFunctions(own.folder);
    const info = { singularName: 'poster', pluralName: 'posters', displayName: 'Poster' };
    const poster = { info, options: { draftAndPublish: false }, attributes: { name: { type: 'string' } } };
    await writeFile(join(own.folder, 'content-types/poster.json'), JSON.stringify(poster));
    await keep('owner-token', 'o'.repeat(32));
    const mail = { transport: 'ses', from: 'site@example.org' };
    const http = { cors: { origins: ['https://www.example.org'] } };
    await writeFile(join(own.folder, 'lectern.json'), JSON.stringify({ mail, http }));
    const { status, output } = await serverless('deploy', '--yes', ...paramsOf(optionalParameters));
    expect([status, output]).toEqual([0, expect.stringContaining('creating posters: ')]);
    const { 'lectern-dev-find': find } = deployed().functions;
    expect(find?.variables).toMatchObject({ LECTERN_UPLOADS_URL: 'https://api.example.org' });
    expect(find?.code).not.toBe(functions['lectern-dev-find']?.code);
  });

  /** Deploys with these settings. @returns the names of the functions */
  const functionsWith = async (deploy: object, stage = 'dev'): Promise<readonly string[]> => {
    await writeFile(join(own.folder, 'lectern.json'), JSON.stringify({ deploy }));
    const { status, output } = await serverlessOf(stage, 'deploy', '--yes', ...paramsOf(ownDomain));
    if (status !== 0) throw new Error(output);
    return Object.keys(deployed(stage).functions)
      .filter((name) => name.startsWith(`lectern-${stage}-`))
      .sort();
  };
  const besideWeb = ['completeUpload', 'makeFormats', 'mcp', 'relay', 'sweep', 'upload'].map(
    (name) => `lectern-dev-${name}`,
  );

  it.runIf(isLong)('moves to a web function, and keeps its media', { timeout: 4 * minutes }, async () => {
    expect(await functionsWith({ target: 'web' })).toEqual(besideWeb);
    expect(deployed().media).toEqual(last.media);
  });

  it.runIf(isLong)('has a template without complaints from cfn-lint, with and without parameters', () => {
    const files = [own.folder, shared?.folder ?? ''].map(templatePath);
    const { status, stdout } = spawnSync(join(moto, 'bin/cfn-lint'), files, { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, '']);
  });

  it.runIf(isLong)('is removed, except for its secrets', { timeout: 4 * minutes }, async () => {
    const { status } = await serverless('remove', ...paramsOf(ownDomain));
    expect(status).toBe(0);
    expect(deployed()).toEqual(noResources);
    const { Parameter } = await new SSMClient({}).send(new GetParameterCommand({ Name: '/lectern/dev/mongodb-uri' }));
    expect(Parameter).toBeDefined();
  });

  // The imitation cannot create again what it has deleted, so this is a stage of its own.
  it.runIf(isLong)('moves from a web function to functions', { timeout: 8 * minutes }, async () => {
    const secrets = { 'mongodb-uri': uri, 'token-secret': 't'.repeat(32), 'jwt-secret': 'j'.repeat(32) };
    for (const [name, value] of Object.entries(secrets)) await keep(name, value, 'back');
    const named = (names: readonly string[]) => names.map((name) => name.replace('-dev-', '-back-'));
    expect(await functionsWith({ target: 'web' }, 'back')).toEqual(named(besideWeb));
    expect(await functionsWith({}, 'back')).toEqual(named(Object.keys(last.functions).sort()));
  });
});
