// The SDK's clients sign in at a server that listens.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { otherwise, routes } from '../../../functions/routes.ts';
import { endpoint } from '../../../lib/api/http/index.ts';
import { serve, type RunningServer } from '../../../lib/server/serve.ts';
import { createApi, silentLog } from '../../setup/api.ts';
import { freePort } from '../../setup/port.ts';
import { agentClients, memoryProvider } from '../agentClients.ts';
import { addPerson, comeBack, configAt, consent, schema } from './site.ts';

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

it.each(Object.entries(agentClients))('%s', async (_, { connect, finishSignIn }) => {
  const person = await addPerson(api);
  const memory = memoryProvider();
  const site = [api, memory.provider, origin] as const;
  await expect(connect(...site)).rejects.toThrow(/Unauthorized/);
  await finishSignIn(comeBack(await consent(api, person.as, memory.page().search.slice(1))), ...site);
  const args = { type: 'articles', data: { title: 'By an agent' } };
  const { json } = await (await connect(...site)).call('create_document', args);
  expect(json).toMatchObject({ document: { title: 'By an agent' } });
});
