// Checks that no document is left out of an index because the package lacks the stemmer of its language.
import { expect, test, vi } from 'vitest';
import { findPendingDocuments } from '../../../lib/events/relay/pendingDocuments.ts';
import { inTransaction } from '../../../lib/platform/db/index.ts';
import { chooseBackend } from '../../../lib/search/index.ts';
import {
  buildIndexes,
  followDocuments,
  indexesCollection,
  type IndexWriter,
} from '../../../lib/search/indexing/index.ts';
import { createApi, schemaOf, typeFile } from '../../setup/api.ts';
import { localized } from '../../setup/schema.ts';

// Of a language that no other test of the process loads.
// eslint-disable-next-line no-restricted-properties
vi.mock('@orama/stemmers/romanian', () => ({
  get stemmer() {
    throw new Error('there is no such file');
  },
}));

const api = createApi(
  schemaOf({ 'note.json': typeFile('note', { title: { type: 'string', ...localized } }, localized) }),
);

test('neither a build nor a change goes on without a stemmer', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
  await api.request('POST', '/api/i18n/locales', { body: { code: 'ro', name: 'Romanian' } });
  await api.create('/api/notes?locale=ro', { title: 'Noapte' });
  const service = api.service();
  const writer: IndexWriter = {
    backend: chooseBackend(service),
    run: (work) => inTransaction(service.database, work),
    mustStop: () => false,
  };
  const db = await service.database.get();
  const buildAll = async (): Promise<void> => {
    while (await buildIndexes(service, writer));
  };
  await expect(buildAll()).rejects.toThrow('there is no such file');
  expect(await indexesCollection(db).distinct('state', { locale: 'ro' })).toEqual(['building']);
  const pending = await findPendingDocuments(db, service.schema, 10);
  expect(pending).toHaveLength(1);
  await expect(followDocuments(service, writer, pending)).rejects.toThrow('there is no such file');
  expect(log).not.toHaveBeenCalled();
});
