// Cases that read deep in a list: by offset and by cursor.
import { type Document, ObjectId } from 'mongodb';
import { answerOf, findArticles, listAnswer, oldestFirst, published, scalars } from '../floor/articles.ts';
import { get, type Case, type Subject } from './types.ts';

const limit = 25;

/** The index of the first row: 15,000, or three quarters down in a small data set. */
const startRowOf = ({ documents }: Subject): number => Math.min(15_000, Math.floor((documents * 0.75) / limit) * limit);

export const deepOffset: Case = {
  name: 'offset',
  title: 'deep offset (row 15,000), without count',
  variants: (subject) => {
    const start = startRowOf(subject);
    return [
      {
        product: get(`/api/articles?pagination[start]=${start}&pagination[limit]=${limit}&pagination[withCount]=false`),
        args: { start: String(start) },
      },
    ];
  },
  floor: async ({ db }, { start }) => {
    const rows = await findArticles(db, published, {
      projection: scalars,
      sort: oldestFirst,
      skip: Number(start),
      limit,
    });
    return listAnswer(rows.map(answerOf), { start: Number(start), limit });
  },
};

/** The cursor of the next page; undefined if there is none. */
const nextCursorOf = (answer: unknown): string | undefined => {
  const { meta } = answer as { readonly meta?: { readonly pagination?: { readonly nextCursor?: unknown } } };
  const next = meta?.pagination?.nextCursor;
  return typeof next === 'string' && next !== '' ? next : undefined;
};

const cursorPath = (cursor: string): string => `/api/articles?pagination[cursor]=${encodeURIComponent(cursor)}`;

/** Reads pages up to the row as a client does, because the format of cursors is internal to the product. */
const findCursor = async ({ get }: Subject, row: number): Promise<string | undefined> => {
  let cursor: string | undefined = '';
  for (let at = 0; at < row && cursor !== undefined; at += limit) cursor = nextCursorOf(await get(cursorPath(cursor)));
  return cursor;
};

interface Position {
  readonly _id: ObjectId;
  readonly published: { readonly createdAt: Date };
}

/** The floor answers the product's pagination, because it cannot create cursors. */
export const deepCursor: Case = {
  name: 'cursor',
  title: 'cursor at row 15,000',
  variants: async (subject) => {
    const row = startRowOf(subject);
    const cursor = await findCursor(subject, row);
    const before = await subject.db
      .collection<Position>('articles')
      .findOne(published, { sort: oldestFirst, skip: row - 1, projection: { 'published.createdAt': 1 } });
    if (cursor === undefined || before === null) return [];
    const answer = (await subject.get(cursorPath(cursor))) as { readonly meta: { readonly pagination: Document } };
    return [
      {
        product: get(cursorPath(cursor)),
        args: {
          id: before._id.toHexString(),
          createdAt: before.published.createdAt.toISOString(),
          pagination: JSON.stringify(answer.meta.pagination),
        },
      },
    ];
  },
  floor: async ({ db }, { id, createdAt = '', pagination = '{}' }) => {
    const at = new Date(createdAt);
    const after = [
      { ...published, 'published.createdAt': { $gt: at } },
      { ...published, 'published.createdAt': at, _id: { $gt: new ObjectId(id) } },
    ];
    const rows = await findArticles(db, { $or: after }, { projection: scalars, sort: oldestFirst, limit });
    return listAnswer(rows.map(answerOf), JSON.parse(pagination) as Document);
  },
};
