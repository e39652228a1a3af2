// What the plugin does before and after the steps of the Serverless Framework.
import { expect, it, vi } from 'vitest';
import { prepareDeployment } from '../../infra/prepareDeployment.js';
import { deleteEditor, uploadEditor } from '../../infra/editorFiles.js';
import LecternPlugin from '../../infra/plugin.js';

vi.mock('../../infra/prepareDeployment.js', () => ({ prepareDeployment: vi.fn() }));
vi.mock('../../infra/editorFiles.js', () => ({ deleteEditor: vi.fn(), uploadEditor: vi.fn() }));
vi.mock('../../bin/extensions.js', () => ({ prepareExtensions: () => Promise.resolve({ LECTERN_EXTENSIONS: 'e' }) }));

it('prepares and finishes a deployment with the environment of the functions, and empties the bucket before a removal', async () => {
  const aws = { getRegion: () => 'eu-1' };
  const serverless = {
    service: { provider: { environment: { A: '1', B: '1' } }, functions: { find: { environment: { B: '2' } } } },
    ...{ configurationInput: {}, extendConfiguration: () => undefined, getProvider: () => aws, classes: { Error } },
  };
  const finish = vi.fn();
  vi.mocked(prepareDeployment).mockReturnValue(finish);
  const { hooks } = new LecternPlugin(serverless as unknown as ConstructorParameters<typeof LecternPlugin>[0], {});
  await hooks['before:deploy:deploy']();
  expect(prepareDeployment).toHaveBeenCalledWith({ LECTERN_EXTENSIONS: 'e', A: '1', B: '2' }, { AWS_REGION: 'eu-1' });
  await hooks['after:deploy:deploy']();
  expect([finish.mock.calls.length, vi.mocked(uploadEditor).mock.calls]).toEqual([1, [[aws]]]);
  await hooks['before:remove:remove']();
  expect(deleteEditor).toHaveBeenCalledWith(aws);
});
