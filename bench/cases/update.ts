import type { Db, Document, Filter } from 'mongodb';
import type { StoredDocument } from '../../lib/platform/db/index.ts';
import { locale } from '../data/documents.ts';
import { Random } from '../data/random.ts';
import { oneAnswer, scalars } from '../floor/articles.ts';
import { writtenAnswer } from '../floor/writes.ts';
import { publishedIds } from './subject.ts';
import { marker, type Case, type Subject, type Variant } from './types.ts';

interface Changes {
  readonly title: string;
  readonly views: number;
}

const updatesOf = ({ documents }: Subject, count?: number): readonly Variant[] => {
  const random = new Random(7);
  return publishedIds(documents, count).map((id) => {
    const data: Changes = { title: `Changed ${marker}`, views: random.below(100_000) };
    return {
      product: { method: 'PUT', path: `/api/articles/${id}`, body: JSON.stringify({ data }) },
      args: { id },
    };
  });
};

/** @throws Error if the product would refuse one of the values */
const checkChanges = ({ title, views }: Changes): void => {
  if (typeof title !== 'string' || title === '' || title.length > 120) throw new Error('title is wrong');
  if (!Number.isInteger(views) || views < 0) throw new Error('views is wrong');
};

const published = (id: string): Filter<StoredDocument> => ({ documentId: id, locale, deletedAt: { $exists: false } });

/** Sets the changes in both versions, because the update also publishes. @returns the answer; undefined if the filter matches no article */
const writeChanges = async (db: Db, filter: Filter<StoredDocument>, data: Changes): Promise<Document | undefined> => {
  const now = new Date();
  const stored = await db.collection<StoredDocument>('articles').findOneAndUpdate(
    filter,
    {
      $set: {
        ...Object.fromEntries(
          Object.entries(data).flatMap(([name, value]) => [
            [`draft.${name}`, value],
            [`published.${name}`, value],
          ]),
        ),
        'draft.updatedAt': now,
        'published.updatedAt': now,
        'published.publishedAt': now,
      },
      $inc: { revision: 1 },
    },
    { returnDocument: 'after', projection: scalars },
  );
  return stored === null ? undefined : oneAnswer(writtenAnswer(stored));
};

// What every safe update needs: it reads the document, checks the version that results, and writes it unless another one was
// faster.
export const update: Case = {
  name: 'update',
  title: 'update (two attributes, published)',
  variants: (subject) => updatesOf(subject),
  floor: async ({ db }, { id = '' }, body) => {
    const { data } = body as { readonly data: Changes }; // sent by `variants`
    for (;;) {
      const before = await db.collection<StoredDocument>('articles').findOne(published(id));
      if (before === null) throw new Error(`There is no article ${id}`);
      checkChanges({ ...before.draft, ...data });
      const answer = await writeChanges(db, { ...published(id), revision: before.revision }, data);
      if (answer !== undefined) return answer;
    }
  },
};

export const blindUpdate: Case = {
  ...update,
  name: 'blindUpdate',
  title: 'the same, the floor blind',
  floor: async ({ db }, { id = '' }, body) => {
    const { data } = body as { readonly data: Changes }; // sent by `variants`
    const answer = await writeChanges(db, published(id), data);
    if (answer === undefined) throw new Error(`There is no article ${id}`);
    return answer;
  },
};

/** As many documents as connections. */
const editedDocuments = 16;

export const save: Case = {
  ...blindUpdate,
  name: 'save',
  title: `update, ${editedDocuments} documents again and again, the floor blind`,
  variants: (subject) => updatesOf(subject, 2 * editedDocuments),
  isDivided: true,
};
