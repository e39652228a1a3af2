// The bundle of the relay has event handlers, purges and the clients of AWS if the site uses them, and calls them.
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { buildFunctions } from '../../../bin/buildFunctions.js';
import { loadSchema } from '../../../lib/schema/index.ts';
import { afterAll, expect, inject, it } from 'vitest';
import { createApi } from '../../setup/api.ts';
import { startS3 } from '../../setup/s3.ts';
import { secretsEnvironment } from '../../setup/secrets.ts';
import { answerWith, startStandIn } from '../../setup/httpStandIn.ts';
import { inputsOf, processOf, sharedBundles, type Built } from './bundled.ts';

const folder = await mkdtemp(join(tmpdir(), 'lectern-receivers-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The modules that are in a bundle. */
const modulesIn = (site: Pick<Built, 'metafile'>, name: string): readonly string[] =>
  [...inputsOf(site, name)].flatMap(([path, bytes]) => (bytes > 0 ? [path] : []));

const aws = await startS3();
afterAll(() => aws?.stop());
const awsEnvironment = {
  ...{ AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_REGION: 'eu-west-1' },
  AWS_ENDPOINT_URL: aws?.endpoint ?? '',
};
const queueUrl = `${aws?.endpoint ?? 'http://127.0.0.1:1'}/123456789012/changes`;
const seen = join(folder, 'seen');

const extensions = `
import { appendFileSync } from 'node:fs';
const handle = async ({ event, document, documents }) => {
  const { data } = await documents.asSystem.find(event.uid);
  appendFileSync(process.env.SEEN, JSON.stringify([event.name, document.name, data.length]));
};
export const extensions = [{ file: 'extensions/see.ts', definition: { on: { 'entry.create': handle } } }];
`;
const { schema } = await loadSchema('content-types');
const api = createApi(schema);
const bare = await sharedBundles('plain');
const cache = await startStandIn();
cache.answer = answerWith(201, '<Invalidation><Id>I1</Id></Invalidation>');
const purge = { provider: 'cloudfront' };

const buildFull = async (): Promise<Built> => {
  const files = { LECTERN_CONFIG: join(folder, 'lectern.json'), LECTERN_EXTENSIONS: join(folder, 'extensions.mjs') };
  const config = { events: { targets: { changes: { queueUrl } } }, cache: { purge } };
  await writeFile(files.LECTERN_CONFIG, JSON.stringify(config));
  await writeFile(files.LECTERN_EXTENSIONS, extensions);
  const env = { CONTENT_TYPES: 'content-types', ...files };
  return { folder, metafile: await buildFunctions({ env, names: ['create', 'relay'], outdir: folder }) };
};
const full = await buildFull();

const clients = (inputs: readonly string[]): readonly string[] => [
  ...new Set(inputs.flatMap((path) => /@aws-sdk\/client-(?:sqs|sns|eventbridge|cloudfront)/.exec(path)?.[0] ?? [])),
];
const ownModules = ['relay/handlerReceivers', 'relay/targetReceivers', 'relay/targets/sqs', 'purge/cloudFront'].map(
  (name) => `lib/events/${name}.ts`,
);

it('has only the parts that the site uses', () => {
  expect(clients(modulesIn(full, 'relay')).toSorted()).toEqual(['@aws-sdk/client-cloudfront', '@aws-sdk/client-sqs']);
  expect(modulesIn(full, 'relay')).toEqual(expect.arrayContaining(ownModules));
  expect(clients(modulesIn(bare, 'relay'))).toEqual([]);
  // It publishes releases, so it has some operations, but not those of project code.
  const projectOperations = /^lib\/write\/operations\/(?:documents|increment|transactionOperations)\./;
  expect(modulesIn(bare, 'relay').filter((path) => projectOperations.test(path))).toEqual([]);
  expect(modulesIn(full, 'relay').some((path) => projectOperations.test(path))).toBe(true);
  expect(clients(modulesIn(full, 'create'))).toEqual([]);
  expect(modulesIn(full, 'create').filter((path) => path.startsWith('lib/events/'))).toEqual([]);
});

it.skipIf(aws === undefined)('calls the handlers, sends to the targets and purges', async () => {
  const sqs = new SQSClient({
    endpoint: awsEnvironment.AWS_ENDPOINT_URL,
    region: awsEnvironment.AWS_REGION,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  await sqs.send(new CreateQueueCommand({ QueueName: 'changes' }));
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/${(await api.service().database.get()).databaseName}`;
  const { ask, stop } = processOf(full, {
    ...{ AWS_LAMBDA_FUNCTION_NAME: 'relay', MONGODB_URI: uri.href, SEEN: seen },
    ...awsEnvironment,
    ...{ AWS_ENDPOINT_URL_CLOUDFRONT: cache.url, LECTERN_DISTRIBUTION: 'E1' },
    ...secretsEnvironment,
  });
  try {
    const schedule = {} as never; // the job does not read it
    // From now on the code has a receiver.
    await ask('relay', schedule);
    expect((await api.post('/api/topics', { name: 'Bundled' })).status).toBe(201);
    await ask('relay', schedule);
  } finally {
    stop();
  }
  const { Messages: messages = [] } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: 10 }),
  );
  expect(messages.map(({ Body = '{}' }) => JSON.parse(Body).event).toSorted()).toContain('entry.create');
  expect(cache.requests.map(({ path }) => path)).toEqual(['/2020-05-31/distribution/E1/invalidation']);
  expect(cache.requests[0]?.text).toContain('<Path>#api::topic.topic</Path>');
  expect(existsSync(seen) ? readFileSync(seen, 'utf8') : '').toMatch(/^\["entry.create","Bundled",1\]$/);
  sqs.destroy();
});
