// The plugin for the Serverless Framework, without the framework.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteEditor, uploadEditor } from '../../infra/editorFiles.js';
import LecternPlugin from '../../infra/plugin.js';
import { prepareDeployment, type Deployment } from '../../infra/prepareDeployment.js';
import { watchStack } from '../../infra/watchStack.js';
import { parametersOf } from './variables.ts';

vi.mock('../../infra/prepareDeployment.js', () => ({ prepareDeployment: vi.fn() }));
vi.mock('../../infra/watchStack.js', () => ({ watchStack: vi.fn() }));
const secret = { ParameterKey: 'EdgeSecret', ParameterValue: 's' };
const create = vi.fn(() => Promise.resolve());
vi.mock('../../infra/edgeSecret.js', async (original) => ({
  ...(await original<object>()),
  readEdgeSecrets: () =>
    Promise.resolve({ stackParameters: [secret], environment: { LECTERN_EDGE_SECRET: 's' }, create }),
}));
vi.mock('../../infra/editorFiles.js', () => ({ deleteEditor: vi.fn(), uploadEditor: vi.fn() }));
vi.mock('../../bin/extensions.js', () => ({ prepareExtensions: () => Promise.resolve({ LECTERN_EXTENSIONS: 'e' }) }));

class FrameworkError extends Error {}

const aws = { getRegion: () => 'eu-1' };
const serverless = {
  service: { provider: { environment: { A: '1', B: '1' } }, functions: { find: { environment: { B: '2' } } } },
  ...{ configurationInput: {}, extendConfiguration: () => undefined, getProvider: () => aws },
  classes: { Error: FrameworkError },
};
const options: { yes: boolean; force?: boolean } = { yes: true };
const plugin = new LecternPlugin(serverless as unknown as ConstructorParameters<typeof LecternPlugin>[0], options);
const { hooks } = plugin;

const { lectern } = plugin.configurationVariablesSources;

/** What happened to a deployment, in this order. */
const happened: string[] = [];
const note = (text: string) => () => {
  happened.push(text);
  return Promise.resolve();
};
const deployment: Deployment = {
  hasMigration: false,
  requireFollower: () => undefined,
  finish: note('finished'),
  explainFailure: (outcome) => note(`explained: ${outcome}`)(),
};
const prepareWith = (more: Partial<Deployment>): void => {
  vi.mocked(prepareDeployment).mockImplementation(async () => {
    await note('prepared')();
    return { ...deployment, ...more };
  });
};
beforeEach(() => {
  happened.length = 0;
  vi.clearAllMocks();
  delete options.force;
  create.mockImplementation(note('created the secret'));
  vi.mocked(watchStack).mockResolvedValue(() => Promise.resolve('restored'));
});
const beforeChange = hooks['before:aws:deploy:deploy:updateStack'];

it('gives the framework the number of days for which the stage keeps its logs', async () => {
  expect(await lectern.resolve({ address: 'logDays', ...parametersOf({ logDays: '30' }) })).toEqual({ value: 30 });
});

it('refuses to deploy a single function, as an error whose stack the framework does not print', async () => {
  const refusal = hooks['before:deploy:function:initialize']();
  await expect(refusal).rejects.toThrow('A single function cannot be deployed');
  await expect(refusal).rejects.toBeInstanceOf(FrameworkError);
});

it('prepares and finishes a deployment with the environment of the functions, and empties the bucket before a removal', async () => {
  prepareWith({});
  await hooks['before:deploy:deploy']();
  const environment = { LECTERN_EXTENSIONS: 'e', A: '1', B: '2', LECTERN_EDGE_SECRET: 's' };
  expect(prepareDeployment).toHaveBeenCalledWith(environment, { AWS_REGION: 'eu-1' }, true);
  await hooks['after:deploy:deploy']();
  // The question comes first.
  expect(happened).toEqual(['prepared', 'created the secret', 'finished']);
  expect(vi.mocked(uploadEditor).mock.calls).toEqual([[aws]]);
  await hooks['before:remove:remove']();
  expect(deleteEditor).toHaveBeenCalledWith(aws);
});

it('passes the secret of CloudFront to the stack', async () => {
  prepareWith({});
  await hooks['before:deploy:deploy']();
  await beforeChange();
  expect(serverless.service.provider).toMatchObject({ stackParameters: [secret] });
  await hooks['after:deploy:deploy']();
});

it('lets the framework skip a deployment of what it has deployed only without a migration', async () => {
  for (const hasMigration of [false, true]) {
    prepareWith({ hasMigration });
    await hooks['before:deploy:deploy']();
    expect(options.force).toBe(hasMigration || undefined);
    await hooks['after:deploy:deploy']();
  }
});

describe('a deployment that fails', () => {
  it('is explained by what has become of the functions, if they began to change', async () => {
    prepareWith({ hasMigration: true });
    await hooks.error();
    await hooks['before:deploy:deploy']();
    await hooks['after:deploy:deploy']();
    await hooks.error();
    expect(happened.filter((text) => text.startsWith('explained'))).toEqual([]);
    await hooks['before:deploy:deploy']();
    await hooks.error();
    expect(happened.at(-1)).toBe('explained: unchanged');
    await beforeChange();
    await hooks.error();
    expect(happened.at(-1)).toBe('explained: restored');
  });

  it('does not change the functions while nothing copies what they write', async () => {
    const requireFollower = () => {
      throw new Error('not running');
    };
    prepareWith({ hasMigration: true, requireFollower });
    await hooks['before:deploy:deploy']();
    await expect(beforeChange()).rejects.toThrow('not running');
  });
});

it('reports an invalid parameter as an error of the framework, which prints no stack trace', async () => {
  const resolving = lectern.resolve({ address: 'functions', ...parametersOf({ tracing: 'yes' }) });
  await expect(resolving).rejects.toThrow(FrameworkError);
  await expect(resolving).rejects.toThrow('The parameter "tracing": write true or false');
});
