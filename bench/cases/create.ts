import { randomBytes } from 'node:crypto';
import {
  newComponentId,
  type StoredComponent,
  type StoredDocument,
  type Version,
} from '../../lib/platform/db/index.ts';
import { articleInput, locale, storedAttributes, type ArticleInput } from '../data/documents.ts';
import { oneAnswer } from '../floor/articles.ts';
import { writtenAnswer } from '../floor/writes.ts';
import { marker, type Case } from './types.ts';

const path = '/api/articles';

/** A unique id of 24 characters, as Lectern's. */
const newDocumentId = (): string => `f${randomBytes(12).toString('hex').slice(1)}`;

const withId = (component: StoredComponent): StoredComponent => ({ id: newComponentId(), ...component });

export const create: Case = {
  name: 'create',
  title: 'create (published)',
  variants: ({ documents }) =>
    Array.from({ length: 100 }, (_, index) => articleInput(documents + index)).map((input) => ({
      product: {
        method: 'POST',
        path,
        body: JSON.stringify({ data: { ...input, title: `${input.title} ${marker}`, slug: marker } }),
      },
      args: {},
    })),
  floor: async ({ db, sequences }, _args, body) => {
    const { data } = body as { readonly data: ArticleInput }; // sent by `variants`
    // Do not store relations to missing documents.
    const [categories, authors] = await Promise.all([
      db
        .collection('categories')
        .find({ documentId: data.category }, { projection: { documentId: 1 } })
        .toArray(),
      db
        .collection('authors')
        .find({ documentId: { $in: [...data.authors] } }, { projection: { documentId: 1 } })
        .toArray(),
    ]);
    if (categories.length !== 1 || authors.length !== data.authors.length)
      throw new Error('A related document does not exist');
    const now = new Date();
    const attributes = storedAttributes(
      { ...data, sections: data.sections.map(withId), seo: withId(data.seo) },
      now.getTime(),
    );
    const draft: Version = { ...attributes, id: await sequences.next('articles'), createdAt: now, updatedAt: now };
    const published: Version = { ...draft, id: await sequences.next('articles'), publishedAt: now };
    const stored: StoredDocument = { documentId: newDocumentId(), locale, revision: 1, draft, published };
    await db.collection<StoredDocument>('articles').insertOne({ ...stored });
    return oneAnswer(writtenAnswer(stored));
  },
};
