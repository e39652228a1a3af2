// The heap of a process with 150 types does not grow with calls of tools.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { createApi, schemaOf, testConfig } from '../setup/api.ts';
import { callTool, sendMessage } from './callTool.ts';
import { largeSite } from './largeSite.ts';

const types = 150;
const agents = { ...testConfig.agents, costPerHour: 1_000_000, writesPerSession: 100_000 };
const api = createApi(schemaOf(largeSite(types)), { ...testConfig, agents });

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void; // V8 adds it

/** Megabytes of objects that something refers to. */
const heap = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

it('300 calls leave less than 1 MB', async () => {
  const { accessKey } = await createToken(api.service(), { name: 'memory', type: 'full-access' });
  const callEach = async (): Promise<void> => {
    await sendMessage(api.request, { token: accessKey }, { method: 'tools/list' });
    for (let index = 0; index < types; index++)
      for (const name of ['list_types', 'list_documents'])
        expect((await callTool(api, accessKey, name, { type: `products-${index}` })).isError).not.toBe(true);
  };
  // What is made once for each type.
  await callEach();
  const before = heap();
  await callEach();
  expect(heap() - before).toBeLessThan(1);
});
