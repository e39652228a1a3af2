// Deployments with a rename to an imitated AWS, under readers and writers: one fails, one succeeds, one goes back.
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { afterAll, describe, expect, it } from 'vitest';
import { createCheckout, packagedCheckout, type CommandResult } from '../setup/checkout.ts';
import { startAws } from '../setup/s3.ts';
import { standInForFunctions } from '../setup/standInForFunctions.ts';
import { Site, textsOf } from '../cli/migrate/site.ts';
import { files, Traffic, type Commit } from './traffic.ts';

const aws = await startAws();
if (aws === undefined) console.warn('not run: there is no moto, and none can be installed');
afterAll(() => aws?.stop());
const shared = await packagedCheckout();
const own = await createCheckout(shared);
const site = new Site();

const environment = {
  AWS_ENDPOINT_URL: aws?.endpoint ?? '',
  ...{ AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_REGION: 'us-east-1' },
  SLS_AWS_MONITORING_FREQUENCY: '200',
};

const keep = async (name: string, Value: string): Promise<void> => {
  const client = new SSMClient({
    ...{ endpoint: environment.AWS_ENDPOINT_URL, region: 'us-east-1' },
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  await client.send(new PutParameterCommand({ Name: `/lectern/dev/${name}`, Value, Type: 'SecureString' }));
};

/** Puts the project to a commit, without a resource that cannot be created, or with it. */
const checkOut = async (commit: Commit, isBroken = false): Promise<void> => {
  for (const name of ['content-types', 'migrations']) {
    await rm(join(own.folder, name), { recursive: true, force: true });
    await mkdir(join(own.folder, name));
  }
  for (const [path, text] of Object.entries(textsOf(files[commit])))
    await writeFile(join(own.folder, 'content-types', path), text);
  if (commit === 'new')
    await writeFile(join(own.folder, 'migrations/1.json'), JSON.stringify({ rename: ['article.title=headline'] }));
  const broken = 'resources: { Resources: { Broken: { Type: AWS::CloudFront::KeyGroup } } }\n';
  await cp('serverless.yml', join(own.folder, 'serverless.yml'));
  if (isBroken) await writeFile(join(own.folder, 'serverless.yml'), broken, { flag: 'a' });
};

const deploy = (): Promise<CommandResult> => own.serverless(environment, 'deploy', '--stage', 'dev', '--yes');

/** The digest of the function's code. */
const codeOf = async (name: string): Promise<unknown> => {
  const url = `${environment.AWS_ENDPOINT_URL}/2015-03-31/functions/lectern-dev-${name}/configuration`;
  const scope = 'Credential=test/20260101/us-east-1/lambda/aws4_request, SignedHeaders=host, Signature=none';
  const response = await fetch(url, { headers: { Authorization: `AWS4-HMAC-SHA256 ${scope}` } });
  return ((await response.json()) as { readonly CodeSha256?: unknown }).CodeSha256;
};

/** Deploys, and lets clients reach the functions of the commit as soon as they have changed. */
const deployUnder = async (clients: Traffic, commit: Commit): Promise<CommandResult> => {
  const before = await codeOf('find');
  let result: CommandResult | undefined;
  const deployment = deploy().then((ended) => {
    result = ended;
    return ended;
  });
  while (result === undefined && clients.commit !== commit)
    if ((await codeOf('find')) !== before) clients.commit = commit;
  return deployment;
};

const minutes = 60_000;

describe.runIf(aws !== undefined && shared !== undefined)('under readers and writers', () => {
  it(
    'a rename fails in CloudFormation, is taken back, is deployed, and is undone: nothing is null, nothing is lost',
    { timeout: 10 * minutes },
    async () => {
      await keep('mongodb-uri', site.uri);
      await keep('token-secret', 't'.repeat(32));
      await keep('jwt-secret', 'j'.repeat(32));
      await standInForFunctions(own.folder);
      for (const name of await readdir(join(own.folder, 'dist/editor/assets')))
        if (!name.startsWith('index-')) await rm(join(own.folder, 'dist/editor/assets', name));
      await site.begin(files.old);
      await checkOut('old');
      expect(await deploy()).toMatchObject({ status: 0 });
      const clients = new Traffic(site, 'old', 200);
      await clients.awaitRequests();

      await checkOut('new', true);
      const failed = await deployUnder(clients, 'new');
      expect([failed.status, failed.output]).toEqual([
        1,
        expect.stringContaining('Stack lectern-dev failed to deploy'),
      ]);
      expect(failed.output).toContain(
        'MONGODB_URI=ssm:/lectern/dev/mongodb-uri AWS_REGION=us-east-1 npx lectern types migrate --undo',
      );
      expect(clients.commit).toBe('old');
      await clients.awaitRequests();
      const onStage = { ...environment, MONGODB_URI: 'ssm:/lectern/dev/mongodb-uri' };
      const undo = () => own.run(onStage, 'bin/lectern.js', 'types', 'migrate', '--undo', '--yes');
      expect(await undo()).toMatchObject({ status: 0 });
      await clients.awaitRequests();

      await checkOut('new');
      expect(await deployUnder(clients, 'new')).toMatchObject({ status: 0 });
      expect(clients.commit).toBe('new');
      await clients.awaitRequests();

      await checkOut('old');
      const refused = await deploy();
      expect([refused.status, refused.output]).toEqual([1, expect.stringContaining('newer than this commit')]);
      expect(await undo()).toMatchObject({ status: 0 });
      await clients.awaitRequests();
      expect(await deployUnder(clients, 'old')).toMatchObject({ status: 0 });
      expect(clients.commit).toBe('old');
      await clients.awaitRequests();
      expect(await clients.end()).toEqual([]);
    },
  );
});
