// Checks how much a process remembers of the documents that it updated.
import { expect, it } from 'vitest';
import type { Database, StoredDocument } from '../../../lib/platform/db/index.ts';
import { RecentDocument } from '../../../lib/write/documents/lifecycle/recentDocuments.ts';

/** A document that was updated twice. */
const update = (database: Database, documentId: string, bytes: number): void => {
  const at = new Date();
  const document = (revision: number): StoredDocument => ({
    ...{ documentId, locale: null, revision },
    published: { id: 1, createdAt: at, updatedAt: at, text: 'x'.repeat(bytes) },
  });
  new RecentDocument(database, documentId).remember(document(2), 1);
  new RecentDocument(database, documentId).remember(document(3), 2);
};

const remembered = (database: Database, documentIds: readonly string[]): readonly string[] =>
  documentIds.filter((documentId) => new RecentDocument(database, documentId).last?.document !== undefined);

it('remembers 8 MB of the documents that were updated last', () => {
  const database = {} as Database;
  const documentIds = Array.from({ length: 30 }, (_, index) => `d${index}`);
  for (const documentId of documentIds) update(database, documentId, 400_000);
  expect(remembered(database, documentIds)).toEqual(documentIds.slice(-19));
});

it('forgets the others for small documents', () => {
  const database = {} as Database;
  for (let index = 0; index < 20_000; index++) update(database, `d${index}`, 1_000);
  const [first, last] = ['d0', 'd19999'];
  expect(remembered(database, [first, last])).toEqual([last]);
});
