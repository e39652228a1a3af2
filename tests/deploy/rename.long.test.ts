// Deployments with a rename to an imitated AWS, under readers and writers: one fails, one succeeds, one goes back.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DeleteParameterCommand, PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
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

const ssm = new SSMClient({
  ...{ endpoint: environment.AWS_ENDPOINT_URL, region: 'us-east-1' },
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});
const keep = async (Name: string, Value: string): Promise<void> => {
  await ssm.send(new PutParameterCommand({ Name, Value, Type: 'SecureString' }));
};

/** Lets CloudFormation fail after it has changed the functions (stand_ins.py). */
const stackFails = '/test/stack-fails';

/** Puts the project to a commit. */
const checkOut = async (commit: Commit): Promise<void> => {
  for (const name of ['content-types', 'migrations']) {
    await rm(join(own.folder, name), { recursive: true, force: true });
    await mkdir(join(own.folder, name));
  }
  for (const [path, text] of Object.entries(textsOf(files[commit])))
    await writeFile(join(own.folder, 'content-types', path), text);
  if (commit === 'new')
    await writeFile(join(own.folder, 'migrations/1.json'), JSON.stringify({ rename: ['article.title=headline'] }));
};

const deploy = (): Promise<CommandResult> => own.serverless(environment, 'deploy', '--stage', 'dev', '--yes');

/** The digest of the function's code. */
const codeOf = async (name: string): Promise<unknown> => {
  const url = `${environment.AWS_ENDPOINT_URL}/2015-03-31/functions/lectern-dev-${name}/configuration`;
  const scope = 'Credential=test/20260101/us-east-1/lambda/aws4_request, SignedHeaders=host, Signature=none';
  const response = await fetch(url, { headers: { Authorization: `AWS4-HMAC-SHA256 ${scope}` } });
  return ((await response.json()) as { readonly CodeSha256?: unknown }).CodeSha256;
};

/**
 * Deploys. Each client reaches the functions that are deployed at this moment.
 *
 * @returns the result, and the commits whose functions were deployed
 */
const deployUnder = async (clients: Traffic, commit: Commit) => {
  const [before, previous] = [await codeOf('find'), clients.commit];
  const commits = [previous];
  const follow = async (): Promise<void> => {
    clients.commit = (await codeOf('find')) === before ? previous : commit;
    if (clients.commit !== commits.at(-1)) commits.push(clients.commit);
  };
  let result: CommandResult | undefined;
  const deployment = deploy().then((ended) => {
    result = ended;
    return ended;
  });
  while (result === undefined) {
    await follow();
    await setTimeout(50);
  }
  await follow();
  return { ...(await deployment), commits };
};

const minutes = 60_000;

describe.runIf(aws !== undefined && shared !== undefined)('under readers and writers', () => {
  it(
    'a rename fails in CloudFormation, is taken back, is deployed, and is undone: nothing is null, nothing is lost',
    { timeout: 10 * minutes },
    async () => {
      await keep('/lectern/dev/mongodb-uri', site.uri);
      await keep('/lectern/dev/token-secret', 't'.repeat(32));
      await keep('/lectern/dev/jwt-secret', 'j'.repeat(32));
      await standInForFunctions(own.folder);
      for (const name of await readdir(join(own.folder, 'dist/editor/assets')))
        if (!name.startsWith('index-')) await rm(join(own.folder, 'dist/editor/assets', name));
      await site.begin(files.old);
      await checkOut('old');
      const first = await deploy();
      expect([first.status, first.output]).toEqual([0, expect.stringContaining('Service deployed')]);
      const clients = new Traffic(site, 'old', 8, 200);
      await clients.awaitRequests();

      await checkOut('new');
      await keep(stackFails, 'yes');
      const failed = await deployUnder(clients, 'new');
      await ssm.send(new DeleteParameterCommand({ Name: stackFails }));
      expect([failed.status, failed.output]).toEqual([
        1,
        expect.stringContaining('Stack lectern-dev failed to deploy'),
      ]);
      // Until CloudFormation had restored the functions, the new ones wrote.
      expect(failed.commits).toEqual(['old', 'new', 'old']);
      expect(failed.output).toContain('CloudFormation has restored the previous functions.');
      expect(failed.output).toContain(
        'MONGODB_URI=ssm:/lectern/dev/mongodb-uri AWS_REGION=us-east-1 npx lectern types migrate --undo',
      );
      await clients.awaitRequests();
      const onStage = { ...environment, MONGODB_URI: 'ssm:/lectern/dev/mongodb-uri' };
      const undo = () => own.run(onStage, 'bin/lectern.js', 'types', 'migrate', '--undo', '--yes');
      expect(await undo()).toMatchObject({ status: 0 });
      await clients.awaitRequests();

      // The framework has sent the same functions before.
      expect(await deployUnder(clients, 'new')).toMatchObject({ status: 0, commits: ['old', 'new'] });
      await clients.awaitRequests();

      await checkOut('old');
      const refused = await deploy();
      expect([refused.status, refused.output]).toEqual([1, expect.stringContaining('newer than this commit')]);
      expect(await undo()).toMatchObject({ status: 0 });
      await clients.awaitRequests();
      expect(await deployUnder(clients, 'old')).toMatchObject({ status: 0, commits: ['new', 'old'] });
      await clients.awaitRequests();
      expect(await clients.end()).toEqual([]);
    },
  );
});
