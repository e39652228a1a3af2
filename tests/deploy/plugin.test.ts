// The plugin for the Serverless Framework, without the framework.
import { expect, it } from 'vitest';
import LecternPlugin from '../../infra/plugin.js';
import { parametersOf } from './variables.ts';

class FrameworkError extends Error {}

const serverless = {
  ...{ service: {}, configurationInput: {}, extendConfiguration: () => undefined },
  classes: { Error: FrameworkError },
};
const plugin = new LecternPlugin(serverless as unknown as ConstructorParameters<typeof LecternPlugin>[0], {});

const { lectern } = plugin.configurationVariablesSources;

it('gives the framework the number of days for which the stage keeps its logs', async () => {
  expect(await lectern.resolve({ address: 'logDays', ...parametersOf({ logDays: '30' }) })).toEqual({ value: 30 });
});

it('refuses to deploy a single function', () => {
  expect(plugin.hooks['before:deploy:function:initialize']).toThrow('A single function cannot be deployed');
});

it('reports an invalid parameter as an error of the framework, which prints no stack trace', async () => {
  const resolving = lectern.resolve({ address: 'functions', ...parametersOf({ tracing: 'yes' }) });
  await expect(resolving).rejects.toThrow(FrameworkError);
  await expect(resolving).rejects.toThrow('The parameter "tracing": write true or false');
});
