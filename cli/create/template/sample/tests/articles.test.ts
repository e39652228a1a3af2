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

const create = (data: object, query = ''): Promise<Response> =>
  lectern.fetch(`/api/articles${query}`, { method: 'POST', body: JSON.stringify({ data }) });

const article = {
  title: 'On margins',
  slug: 'on-margins',
  summary: 'Why pages have them.',
  form: 'guide',
  readingMinutes: 2,
};

it('computes the label of an article', async () => {
  await create(article);
  const answer = await lectern.fetch('/api/articles?fields=title,label');
  expect(await answer.json()).toMatchObject({ data: [{ title: 'On margins', label: 'guide, 2 min' }] });
});

it('publishes no article without a summary', async () => {
  const answer = await create({ ...article, summary: null });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: { details: { errors: [{ path: ['summary'] }] } } });
});

it('takes a draft without a summary', async () => {
  const answer = await create({ ...article, summary: null }, '?status=draft');
  expect(answer.status).toBe(201);
});
