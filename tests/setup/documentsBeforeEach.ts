// Gives each test the same documents without creating them again, which takes several commands for each document.
import type { Document } from 'mongodb';
import { beforeAll, beforeEach } from 'vitest';
import type { Api } from './api.ts';

/**
 * Creates documents once, and restores them before each test. Documents of content types that a test adds are deleted.
 *
 * @param create creates the documents
 */
export const documentsBeforeEach = (api: Api, create: () => Promise<void>): void => {
  let saved: readonly (readonly [collection: string, documents: readonly Document[]])[] = [];
  const db = () => api.service().database.get();
  beforeAll(async () => {
    await create();
    const names = [...api.service().schema.served.values()].map(({ collectionName }) => collectionName);
    saved = await Promise.all(
      names.map(async (name) => {
        // Numbers keep their types.
        const documents = await (await db()).collection(name).find({}, { promoteValues: false }).toArray();
        return [name, documents] as const;
      }),
    );
  });
  beforeEach(async () => {
    await Promise.all(
      saved.map(async ([name, documents]) => {
        const collection = (await db()).collection(name);
        await collection.deleteMany();
        if (documents.length > 0) await collection.insertMany([...documents]);
      }),
    );
  });
};
