// The function of a project's routes in the configuration of a deployment.
import { afterEach, expect, it } from 'vitest';
import { functions } from '../../infra/functions.js';
import { resources } from '../../infra/resources.js';
import { variablesOf } from './variables.ts';

const variables = variablesOf();

afterEach(() => {
  delete process.env.LECTERN_EXTENSIONS;
});

it('a deployment has a function with their routes', async () => {
  process.env.LECTERN_EXTENSIONS = 'tests/deploy/extensions/shop.mjs';
  const { extensions } = await functions(variables);
  expect(extensions?.events).toEqual([{ httpApi: 'ANY /api/orders/{id}' }, { httpApi: 'POST /api/orders' }]);
  expect(Object.keys((await resources(variables)).Resources)).toContain('ExtensionsRole');
});

it('without routes it has neither the function nor its role', async () => {
  process.env.LECTERN_EXTENSIONS = '';
  expect(Object.keys(await functions(variables))).not.toContain('extensions');
  expect(Object.keys((await resources(variables)).Resources)).not.toContain('ExtensionsRole');
});
