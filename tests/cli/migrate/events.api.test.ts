// Pending events of documents that are migrated.
import { expect, it } from 'vitest';
import { EntryReader } from '../../../lib/events/relay/entryReader.ts';
import { findPendingDocuments } from '../../../lib/events/relay/pendingDocuments.ts';
import { draftless, idOf, Site, type } from './site.ts';

const site = new Site();

it('the event of a deleted document has its new attribute names and converted values', async () => {
  const api = await site.begin(type('article', { headline: { type: 'string' }, n: { type: 'string' } }, draftless));
  const id = idOf(await api.post('/api/articles', { headline: 'H', n: '12' }));
  await api.delete(`/api/articles/${id}`);
  const after = type('article', { title: { type: 'string' }, n: { type: 'integer' } }, draftless);
  const service = (await site.migrate(after, { rename: ['article.headline=title'] })).service();
  const [pending] = await findPendingDocuments(await site.db(), service.schema, 10);
  const event = pending?.events.find(({ action }) => action === 'delete');
  if (pending === undefined || event === undefined) throw new Error('nothing is pending');
  expect(await new EntryReader(service).of(pending, event)).toMatchObject({ documentId: id, title: 'H', n: 12 });
});
