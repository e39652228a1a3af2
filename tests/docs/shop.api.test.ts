// Runs the shop of docs/reference/extending.md: buyers at once get as many tickets as there are seats.
import { expect, it } from 'vitest';
import { createApi, testConfig } from '../setup/api.ts';
import { secrets } from '../setup/secrets.ts';
import { loadCode, shopExample, shopSchema } from './extensionExamples.ts';

const api = createApi(shopSchema, testConfig, 1, secrets, [await loadCode(shopExample)]);

it('sells twenty seats to fifty buyers', async () => {
  const { body } = await api.post('/api/events', { left: 20 });
  const { documentId } = body.data as { documentId: string };
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => api.request('POST', `/api/events/${documentId}/tickets`)),
  );
  const statuses = replies.map(({ status }) => status).sort((a, b) => a - b);
  expect(statuses).toEqual([...Array<number>(20).fill(200), ...Array<number>(30).fill(409)]);
  expect((await api.get(`/api/events/${documentId}`)).body.data.left).toBe(0);
  const tickets = await api.get(`/api/tickets?filters[event][documentId][$eq]=${documentId}`);
  expect(tickets.body.meta.pagination.total).toBe(20);
});
