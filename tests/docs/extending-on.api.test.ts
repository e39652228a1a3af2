// Runs the event handlers that the documentation shows, on the sample site.
import { expect, it, vi } from 'vitest';
import { loadSchema } from '../../lib/schema/index.ts';
import { createEventSite } from '../events/relay/eventSite.ts';
import { loadExamplesWith } from './extensionExamples.ts';

const definitions = await loadExamplesWith('on');
const { schema } = await loadSchema('content-types');
const site = await createEventSite(schema, definitions);

it('the handlers do what the pages say', async () => {
  const calls: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, { method, body } = {}) => {
    calls.push(`${method ?? ''} ${new URL(url).pathname} ${typeof body === 'string' ? body : ''}`);
    return Promise.resolve(new Response());
  });
  const mails: string[] = [];
  // The transport of development writes mails to the log.
  vi.spyOn(console, 'error').mockImplementation((line: string) => {
    mails.push(String(JSON.parse(line).mail));
  });
  await site.post('/api/topics', { name: 'Rivers' });
  const { documentId: id } = (await site.post('/api/articles', { title: 'Tides' })).body.data;
  await site.put(`/api/articles/${id}?status=draft`, { summary: 'x'.repeat(200) });
  await site.runRelay();
  expect((await site.get(`/api/articles/${id}?status=draft`)).body.data.readingMinutes).toBe(5);
  await site.delete(`/api/articles/${id}`);
  await site.runRelay();
  expect(await site.deliveries()).toEqual([]);
  expect(calls).toEqual(
    expect.arrayContaining([
      `PUT /indexes/articles/documents/${id}-en ${JSON.stringify({ title: 'Tides', slug: 'tides' })}`,
      `DELETE /indexes/articles/documents/${id}-en `,
    ]),
  );
  const mailOf = (subject: string, text: string) =>
    expect.stringContaining(`To: editors@example.org\nSubject: ${subject}\n\n${text}`);
  expect(mails).toEqual(expect.arrayContaining([mailOf('New topic', 'Rivers'), mailOf('Tides', 'A new article')]));
});
