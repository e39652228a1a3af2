// With which environment and options a deployment prepares and finishes its database.
import { EventEmitter } from 'node:events';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { beforeEach, expect, it, vi } from 'vitest';
import { prepareDeployment } from '../../infra/prepareDeployment.js';

vi.mock('node:child_process', () => ({ spawn: vi.fn(), spawnSync: vi.fn(() => ({ status: 0 })) }));

const stage = 'ssm:/my-site/dev/mongodb-uri';

/** A program that is ready soon, and ends with its input. */
const follower = () => {
  const stdout = new EventEmitter();
  const child = Object.assign(new EventEmitter(), { stdout, stdin: { end: () => child.emit('exit', 0) } });
  setImmediate(() => stdout.emit('data', 'ready\n'));
  return child as unknown as ChildProcess;
};

beforeEach(() => {
  vi.clearAllMocks();
  vi.mocked(spawn).mockImplementation(follower);
});

const commands = () => vi.mocked(spawnSync).mock.calls.map(([, args]) => args?.slice(1));

it('prepares, follows and finishes on the database of the stage, whatever the environment names', async () => {
  vi.stubEnv('MONGODB_URI', 'mongodb://127.0.0.1/other');
  const { finish } = await prepareDeployment({ MONGODB_URI: stage }, { AWS_REGION: 'eu-1' });
  await finish();
  const calls = [...vi.mocked(spawnSync).mock.calls, ...vi.mocked(spawn).mock.calls];
  const expected = { MONGODB_URI: stage, CALLER_MONGODB_URI: 'mongodb://127.0.0.1/other', AWS_REGION: 'eu-1' };
  expect(calls.map((call) => (call[2] as { readonly env?: object } | undefined)?.env)).toMatchObject([
    ...[expected, expected, expected],
  ]);
  expect(commands()).toEqual([['prepare-deployment'], ['finish-deployment']]);
});

it('asks unless it gets --yes, and explains a failure', async () => {
  const { explainFailure } = await prepareDeployment({ MONGODB_URI: stage }, {}, true);
  await explainFailure();
  expect(commands()).toEqual([['prepare-deployment', '--yes'], ['explain-failure']]);
});
