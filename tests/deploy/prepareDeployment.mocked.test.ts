// With which environment and options a deployment prepares and finishes its database.
import console from 'node:console';
import { EventEmitter } from 'node:events';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { prepareDeployment } from '../../infra/prepareDeployment.js';

vi.mock('node:child_process', () => ({ spawn: vi.fn(), spawnSync: vi.fn(() => ({ status: 0 })) }));
vi.mock('node:timers/promises', () => ({ setTimeout: vi.fn(() => Promise.resolve()) }));

const stage = 'ssm:/my-site/dev/mongodb-uri';

class Follower extends EventEmitter {
  readonly stdout = new EventEmitter();
  readonly stdin = { end: vi.fn(() => setImmediate(() => this.emit('close', 0))) };
}

/** Those that have begun. */
let followers: Follower[] = [];

/** A program that prints a line soon, and ends with its input, or at once if there is nothing to follow. */
const follower =
  (line: string, child = new Follower()) =>
  (): ChildProcess => {
    setImmediate(() => {
      followers.push(child);
      child.stdout.emit('data', `${line}\n`);
      if (line !== 'migration') child.emit('close', 0);
    });
    return child as unknown as ChildProcess;
  };

/** A program that prints nothing. */
const silent = (child: Follower) => (): ChildProcess => child as unknown as ChildProcess;

beforeEach(() => {
  followers = [];
  vi.clearAllMocks();
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  vi.mocked(spawn).mockImplementation(() => follower('migration')());
});

const commands = () => vi.mocked(spawnSync).mock.calls.map(([, args]) => args?.slice(1));
const prepare = (yes?: boolean) => prepareDeployment({ MONGODB_URI: stage }, { AWS_REGION: 'eu-1' }, yes);

it('prepares, follows and finishes on the database of the stage, whatever the environment names', async () => {
  vi.stubEnv('MONGODB_URI', 'mongodb://127.0.0.1/other');
  const { finish } = await prepare();
  await finish();
  const calls = [...vi.mocked(spawnSync).mock.calls, ...vi.mocked(spawn).mock.calls];
  const expected = { MONGODB_URI: stage, CALLER_MONGODB_URI: 'mongodb://127.0.0.1/other', AWS_REGION: 'eu-1' };
  expect(calls.map((call) => (call[2] as { readonly env?: object } | undefined)?.env)).toMatchObject([
    ...[expected, expected, expected],
  ]);
  expect(commands()).toEqual([['prepare-deployment'], ['finish-deployment']]);
});

it('asks unless it gets --yes, and explains a failure', async () => {
  const { explainFailure } = await prepare(true);
  await explainFailure('restored');
  expect(followers[0]?.stdin.end).toHaveBeenCalled();
  expect(commands()).toEqual([
    ['prepare-deployment', '--yes'],
    ['explain-failure', 'restored'],
  ]);
});

it.each(['finish', 'restored', 'unchanged'] as const)(
  'copies until functions that were replaced have answered their requests: %s',
  async (end) => {
    const { finish, explainFailure } = await prepare();
    const isFollowing: boolean[] = [];
    vi.mocked(setTimeout).mockImplementation(() => {
      isFollowing.push(followers[0]?.stdin.end.mock.calls.length === 0);
      return Promise.resolve();
    });
    await (end === 'finish' ? finish() : explainFailure(end));
    expect(isFollowing).toEqual(end === 'unchanged' ? [] : [true]);
  },
);

it('has nothing to finish or to explain without a migration', async () => {
  vi.mocked(spawn).mockImplementation(follower('no migration'));
  const { hasMigration, finish, explainFailure } = await prepare();
  await finish();
  await explainFailure('restored');
  expect([hasMigration, commands()]).toEqual([false, [['prepare-deployment']]]);
});

describe('what copies renamed values while the functions change', () => {
  it('stops a deployment before these change if it does not begin', async () => {
    const child = new Follower();
    vi.mocked(spawn).mockImplementation(silent(child));
    setImmediate(() => child.emit('close', 1));
    await expect(prepare()).rejects.toThrow('`lectern follow-deployment` failed');
    expect(commands()).toEqual([['prepare-deployment'], ['explain-failure', 'unchanged']]);
  });

  it('begins again if it ends too early, and the functions do not change meanwhile', async () => {
    const { requireFollower, finish } = await prepare();
    requireFollower();
    const second = new Follower();
    vi.mocked(spawn).mockImplementationOnce(silent(second));
    followers[0]?.emit('close', 1);
    await expect.poll(() => vi.mocked(spawn).mock.calls.length).toBe(2);
    expect(requireFollower).toThrow('`lectern follow-deployment` failed: the functions have not changed');
    // It does not begin at once.
    second.emit('close', 1);
    await expect.poll(requireFollower).toBeUndefined();
    await finish();
    expect(followers.map(({ stdin }) => stdin.end.mock.calls.length)).toEqual([0, 1]);
    expect(commands()).toEqual([['prepare-deployment'], ['finish-deployment']]);
  });
});
