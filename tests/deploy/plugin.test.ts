// The plugin for the Serverless Framework, without the framework.
import { expect, it } from 'vitest';
import LecternPlugin from '../../infra/plugin.js';

class FrameworkError extends Error {}

const serverless = {
  ...{ service: {}, configurationInput: {}, extendConfiguration: () => undefined },
  classes: { Error: FrameworkError },
};
const plugin = new LecternPlugin(serverless as unknown as ConstructorParameters<typeof LecternPlugin>[0], {});

it('refuses to deploy a single function', () => {
  expect(plugin.hooks['before:deploy:function:initialize']).toThrow('A single function cannot be deployed');
});

it('reports an invalid parameter as an error of the framework, which prints no stack trace', async () => {
  const resolveVariable = (address: string) => {
    if (address.startsWith('param:tracing')) return Promise.resolve('yes');
    return Promise.resolve(/'([^']*)'$/.exec(address)?.[1] ?? 'lectern');
  };
  const resolving = plugin.configurationVariablesSources.lectern.resolve({ address: 'functions', resolveVariable });
  await expect(resolving).rejects.toThrow(FrameworkError);
  await expect(resolving).rejects.toThrow('The parameter "tracing": write true or false');
});
