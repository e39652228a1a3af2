// Checks that a schema can change back while the indexes of the changed one are built.
import { expect, test } from 'vitest';
import { findPendingDocuments, removeEvents } from '../../../lib/events/relay/pendingDocuments.ts';
import { inTransaction } from '../../../lib/platform/db/index.ts';
import { chooseBackend } from '../../../lib/search/index.ts';
import { buildIndexes, followDocuments, type IndexWriter } from '../../../lib/search/indexing/index.ts';
import { createApi, schemaOf, typeFile } from '../../setup/api.ts';
import { indexSite } from '../indexSite.ts';

const schemaWith = (search: Readonly<Record<string, number>>) =>
  schemaOf({
    'note.json': typeFile('note', { title: { type: 'string' }, text: { type: 'text' } }, { options: { search } }),
  });
const api = createApi(schemaWith({ title: 10, text: 1 }));

test('a document is found by all searched attributes that changed while another schema did not have one of them', async () => {
  const note = await api.create('/api/notes', { title: 'Night', text: 'a harbour' });
  await indexSite(api.service());
  await api.put(`/api/notes/${note}`, { title: 'Morning' });

  const changed = { ...api.service(), schema: schemaWith({ title: 10 }) };
  const writer: IndexWriter = {
    backend: chooseBackend(changed),
    run: (work) => inTransaction(changed.database, work),
    mustStop: () => true,
  };
  const db = await changed.database.get();
  expect(await buildIndexes(changed, writer)).toBe(true);
  const pending = await findPendingDocuments(db, changed.schema, 10);
  expect(await followDocuments(changed, writer, pending)).toBe(true);
  expect(await removeEvents(db, pending, {})).toBe(true);

  await indexSite(api.service());
  const { body } = await api.get('/api/search?q=morning+harbour');
  expect(body.meta.pagination.total).toBe(1);
});
