// The template of a site without `deploy` in lectern.json, to the byte: a deployment changes what is there only when somebody means it.
import { expect, it, vi } from 'vitest';
import { functions } from '../../infra/functions.js';
import { resources } from '../../infra/resources.js';
import { parametersOf, variablesOf } from './variables.ts';

/** One line for each resource and function. */
const linesOf = (group: string, values: object): readonly string[] =>
  Object.entries(values).map(([name, value]) => `${group}.${name} ${JSON.stringify(value)}`);

it('stays the same, with and without parameters', async () => {
  vi.stubEnv('LECTERN_CONFIG', 'tests/deploy/none.json');
  const more = { tracing: 'true', connections: '1000', vpcSubnets: 'subnet-1', vpcSecurityGroups: 'sg-1' };
  const text: string[] = [];
  for (const [name, variables] of Object.entries({ default: variablesOf(), parameters: parametersOf(more) })) {
    text.push(...linesOf(`${name}.functions`, await functions(variables)));
    for (const [part, values] of Object.entries(await resources(variables)))
      text.push(...linesOf(`${name}.${part}`, values));
  }
  await expect(`${text.join('\n')}\n`).toMatchFileSnapshot('defaultTemplate.txt');
});
