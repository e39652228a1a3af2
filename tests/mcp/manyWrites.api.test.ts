// An agent that writes often: what was before it stays in the history, and everything that it writes counts.
import { expect, it } from 'vitest';
import { runLoop } from '../background/testWorker.ts';
import { createApi, testConfig } from '../setup/api.ts';
import { callTool } from './callTool.ts';
import { addPerson, config, schema, signIn } from './oauth/site.ts';

const api = createApi(schema, {
  ...config,
  history: { ...testConfig.history, versions: 3 },
  agents: { ...testConfig.agents, writesPerSession: 10 },
});

const releases = '/api/content-releases';

it('the version before the agent is kept until a person has decided, however often the agent writes', async () => {
  const { access } = await signIn(api, await addPerson(api));
  const documentId = await api.create('/api/articles?status=draft', { title: 'Three weeks of work' });
  const write = async (title: string): Promise<number> =>
    (await callTool(api, access, 'update_document', { type: 'articles', documentId, data: { title } })).json.changeSet;
  let set = 0;
  for (let count = 0; count < 8; count++) {
    set = await write(`${count}`);
    await runLoop(api.service());
  }
  const versions = async () =>
    (await api.get(`/api/articles/${documentId}/versions?pagination[pageSize]=100`)).body.data.length;
  expect(await versions()).toBeLessThan(8);
  const { body } = await api.request('POST', `${releases}/${set}/discard`);
  expect(body.meta).toEqual({ discarded: 1, left: [] });
  expect((await api.get(`/api/articles/${documentId}?status=draft`)).body.data.title).toBe('Three weeks of work');

  // What is decided is kept as long as other versions.
  const again = await write('Published');
  await api.request('POST', `${releases}/${again}/publish`);
  for (let count = 0; count < 6; count++) {
    await api.put(`/api/articles/${documentId}?status=draft`, { title: `Of a person ${count}` });
    await runLoop(api.service());
  }
  expect(await versions()).toBeLessThanOrEqual(6);
});

it('comments and files count as writes', async () => {
  const { access } = await signIn(api, await addPerson(api));
  const documentId = await api.create('/api/articles?status=draft', { title: 'Discussed' });
  const statuses: unknown[] = [];
  for (let count = 0; count < 12; count++)
    statuses.push(
      (await callTool(api, access, 'comment', { type: 'articles', documentId, text: `${count}` })).json.status,
    );
  expect(statuses.indexOf(429)).toBe(10);
  const file = { url: 'https://example.org/a.png' };
  expect((await callTool(api, access, 'upload_file', file)).json.status).toBe(429);
});
