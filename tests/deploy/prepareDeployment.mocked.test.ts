// With which environment and options a deployment prepares its database.
import { spawnSync } from 'node:child_process';
import { expect, it, vi } from 'vitest';
import { prepareDeployment } from '../../infra/prepareDeployment.js';

vi.mock('node:child_process', () => ({ spawnSync: vi.fn(() => ({ status: 0 })) }));

const stage = 'ssm:/my-site/dev/mongodb-uri';

it('prepares and finishes on the database of the stage, whatever the environment names', () => {
  vi.stubEnv('MONGODB_URI', 'mongodb://127.0.0.1/other');
  prepareDeployment({ MONGODB_URI: stage }, { AWS_REGION: 'eu-1' })();
  const environments = vi.mocked(spawnSync).mock.calls.map((call) => call[2]?.env);
  const expected = { MONGODB_URI: stage, CALLER_MONGODB_URI: 'mongodb://127.0.0.1/other', AWS_REGION: 'eu-1' };
  expect(environments).toMatchObject([expected, expected]);
});

it('asks unless it gets --yes', () => {
  vi.mocked(spawnSync).mockClear();
  for (const yes of [false, true]) prepareDeployment({ MONGODB_URI: stage }, {}, yes);
  const parts = vi.mocked(spawnSync).mock.calls.map(([, args]) => args?.slice(1));
  expect(parts).toEqual([['prepare-deployment'], ['prepare-deployment', '--yes']]);
});
