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

export const update: Case = {
  name: 'update',
  title: 'update (two attributes, published)',
  variants: (subject) => updatesOf(subject),
  // One atomic write. It sets both versions directly, because draft and published version are equal here.
  floor: async ({ db }, { id = '' }, body) => {
    const { data } = body as { readonly data: Changes }; // sent by `variants`
    const now = new Date();
    const stored = await db.collection<StoredDocument>('articles').findOneAndUpdate(
      { documentId: id, locale, deletedAt: { $exists: false } },
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
    if (stored === null) throw new Error(`There is no article ${id}`);
    return oneAnswer(writtenAnswer(stored));
  },
};

/** As many documents as connections. */
const editedDocuments = 16;

export const save: Case = {
  ...update,
  name: 'save',
  title: `update, ${editedDocuments} documents again and again`,
  variants: (subject) => updatesOf(subject, 2 * editedDocuments),
  isDivided: true,
};
