// The SDK's clients sign in at a server that listens.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { otherwise, routes } from '../../../functions/routes.ts';
import { endpoint } from '../../../lib/api/http/index.ts';
import { serve, type RunningServer } from '../../../lib/server/serve.ts';
import { createApi, silentLog } from '../../setup/api.ts';
import { freePort } from '../../setup/port.ts';
import { addPerson, comeBack, configAt, consent, memoryProvider, schema, sdkAgents } from './site.ts';

const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const api = createApi(schema, configAt(origin));
const service = () => Promise.resolve(api.service());

let server: RunningServer;
beforeAll(async () => {
  server = await serve({
    routes: routes.map((one) => ({ ...one, handler: endpoint(one.handler.operation, service, silentLog).direct })),
    otherwise: endpoint(otherwise.operation, service, silentLog).direct,
    ...{ host: '127.0.0.1', port },
  });
});
afterAll(() => server.stop());

it.each(Object.entries(sdkAgents))('%s', async (_, connect) => {
  const person = await addPerson(api);
  const memory = memoryProvider();
  const agent = connect(api, memory, origin);
  await expect(agent.call('list_types', {})).rejects.toThrow(/Unauthorized/);
  await agent.finish(comeBack(await consent(api, person.as, memory.page().search.slice(1))));
  const args = { type: 'articles', data: { title: 'By an agent' } };
  expect(await agent.call('create_document', args)).toMatchObject({ document: { title: 'By an agent' } });
});
