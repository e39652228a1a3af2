// Runs the site with a MongoDB of its own.
import { startLectern, type Lectern } from 'lectern/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

let lectern: Lectern;
// The first start may fetch MongoDB.
beforeAll(async () => {
  lectern = await startLectern();
}, 300_000);
beforeEach(() => lectern.reset());
afterAll(() => lectern.stop());

const create = (data: object): Promise<Response> =>
  lectern.fetch('/api/posts', { method: 'POST', body: JSON.stringify({ data }) });

it('publishes a post', async () => {
  await create({ title: 'Hello', body: 'The first post.' });
  const answer = await lectern.fetch('/api/posts');
  expect(await answer.json()).toMatchObject({ data: [{ title: 'Hello', slug: 'hello' }] });
});

it('publishes no post without text', async () => {
  const answer = await create({ title: 'Hello' });
  expect(answer.status).toBe(400);
});
