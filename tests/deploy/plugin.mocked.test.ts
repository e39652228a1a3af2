// The plugin for the Serverless Framework, without the framework.
import { expect, it, vi } from 'vitest';
import { deleteEditor, uploadEditor } from '../../infra/editorFiles.js';
import LecternPlugin from '../../infra/plugin.js';
import { prepareDeployment } from '../../infra/prepareDeployment.js';
import { parametersOf } from './variables.ts';

vi.mock('../../infra/prepareDeployment.js', () => ({ prepareDeployment: vi.fn() }));
const create = vi.fn(() => Promise.resolve());
const secret = { ParameterKey: 'EdgeSecret', ParameterValue: 's' };
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
const plugin = new LecternPlugin(serverless as unknown as ConstructorParameters<typeof LecternPlugin>[0], {
  yes: true,
});
const { hooks } = plugin;

const { lectern } = plugin.configurationVariablesSources;

it('gives the framework the number of days for which the stage keeps its logs', async () => {
  expect(await lectern.resolve({ address: 'logDays', ...parametersOf({ logDays: '30' }) })).toEqual({ value: 30 });
});

it('refuses to deploy a single function', () => {
  expect(hooks['before:deploy:function:initialize']).toThrow('A single function cannot be deployed');
});

it('prepares and finishes a deployment with the environment of the functions, and empties the bucket before a removal', async () => {
  const finish = vi.fn();
  vi.mocked(prepareDeployment).mockResolvedValue({ finish, explainFailure: vi.fn() });
  await hooks['before:deploy:deploy']();
  const environment = { LECTERN_EXTENSIONS: 'e', A: '1', B: '2', LECTERN_EDGE_SECRET: 's' };
  expect(prepareDeployment).toHaveBeenCalledWith(environment, { AWS_REGION: 'eu-1' }, true);
  // The question comes first.
  const [prepared, created] = [vi.mocked(prepareDeployment), create].map((one) => one.mock.invocationCallOrder[0]);
  expect(created).toBeGreaterThan(prepared ?? Infinity);
  await hooks['after:deploy:deploy']();
  expect([finish.mock.calls.length, vi.mocked(uploadEditor).mock.calls]).toEqual([1, [[aws]]]);
  await hooks['before:remove:remove']();
  expect(deleteEditor).toHaveBeenCalledWith(aws);
});

it('passes the secret of CloudFront to the stack', () => {
  hooks['before:aws:deploy:deploy:updateStack']();
  expect(serverless.service.provider).toMatchObject({ stackParameters: [secret] });
});

it('explains what a deployment has left whose functions could not be changed, and nothing else', async () => {
  const explainFailure = vi.fn();
  vi.mocked(prepareDeployment).mockResolvedValue({ finish: vi.fn(), explainFailure });
  await hooks.error();
  await hooks['before:deploy:deploy']();
  await hooks['after:deploy:deploy']();
  await hooks.error();
  expect(explainFailure).not.toHaveBeenCalled();
  await hooks['before:deploy:deploy']();
  await hooks.error();
  expect(explainFailure).toHaveBeenCalledOnce();
});

it('reports an invalid parameter as an error of the framework, which prints no stack trace', async () => {
  const resolving = lectern.resolve({ address: 'functions', ...parametersOf({ tracing: 'yes' }) });
  await expect(resolving).rejects.toThrow(FrameworkError);
  await expect(resolving).rejects.toThrow('The parameter "tracing": write true or false');
});
