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

it('returns the seat of each ticket once, whatever is sold and given back at the same time', async () => {
  const event = await api.post('/api/events', { left: 5 });
  const { documentId } = event.body.data as { documentId: string };
  const buy = () => api.request('POST', `/api/events/${documentId}/tickets`);
  const giveBack = (ticket: string) => api.request('DELETE', `/api/tickets/${ticket}/seat`);
  const bought = await Promise.all(Array.from({ length: 5 }, buy));
  const tickets = bought.map(({ body: ticket }) => (ticket as { documentId: string }).documentId);
  const [returns, sales] = await Promise.all([
    Promise.all(tickets.flatMap((ticket) => [giveBack(ticket), giveBack(ticket)])),
    Promise.all(Array.from({ length: 3 }, buy)),
  ]);
  const statuses = returns.map(({ status }) => status).sort((a, b) => a - b);
  expect(statuses).toEqual([...Array<number>(5).fill(204), ...Array<number>(5).fill(404)]);
  const seats = 5 - sales.filter(({ status }) => status === 200).length;
  expect((await api.get(`/api/events/${documentId}`)).body.data.left).toBe(seats);
  const left = await api.get(`/api/tickets?filters[event][documentId][$eq]=${documentId}`);
  expect(left.body.meta.pagination.total).toBe(5 - seats);
});
