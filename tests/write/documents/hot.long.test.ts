// Sends many requests at once to four processes, each a transaction over the same counter: all are answered and counted, and little of
// their work is repeated.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Site } from '../../faults/site.ts';
import { typeFile } from '../../setup/schema.ts';

const files = {
  'counter.json': typeFile('counter', { count: { type: 'integer' } }),
  'order.json': typeFile('order', {
    counter: { type: 'relation', relation: 'manyToOne', target: 'api::counter.counter' },
  }),
};

const extensions = `
  let runs = 0;
  const beforeWrite = async ({ data: { counter }, documents: { asSystem } }) => {
    runs += 1;
    const { count } = await asSystem.findOne('api::counter.counter', counter.documentId);
    await asSystem.update('api::counter.counter', counter.documentId, { count: count + 1 });
  };
  export const extensions = [
    {
      file: 'extensions/orders.ts',
      definition: {
        types: { 'api::order.order': { beforeWrite } },
        routes: [{ method: 'GET', path: '/runs', permission: 'everyone', handler: () => runs }],
      },
    },
  ];
`;

const requests = 80;
let site: Site;

beforeAll(async () => {
  site = await Site.start(files, 4, {}, extensions);
});
afterAll(() => site.stop());

const post = (server: number, path: string, data: object): Promise<Response> =>
  fetch(`${site.servers[server]?.url ?? ''}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ data }),
  });

/** How often the hook ran in all processes. */
const countRuns = async (): Promise<number> => {
  const answers = await Promise.all(site.servers.map(({ url }) => fetch(`${url}/api/runs`)));
  const counts = await Promise.all(answers.map((answer) => answer.json() as Promise<number>));
  return counts.reduce((sum, count) => sum + count, 0);
};

it('answers all, and loses none', async () => {
  const created = await post(0, '/api/counters', { count: 0 });
  const { data } = (await created.json()) as { readonly data: { readonly documentId: string } };
  const answers = await Promise.all(
    Array.from({ length: requests }, (_, at) => post(at % 4, '/api/orders', { counter: data.documentId })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  const counters = (await site.database.get()).collection('counters');
  expect((await counters.findOne())?.published.count).toBe(requests);
  // One attempt meets a lock of its process, one conflicts with another process, and the third has both.
  expect(await countRuns()).toBeLessThanOrEqual(3 * requests);
});
