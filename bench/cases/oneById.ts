import { oneAnswer, published, scalars, answerOf, findArticles } from '../floor/articles.ts';
import { publishedIds } from './subject.ts';
import { get, type Case } from './types.ts';

export const oneById: Case = {
  name: 'one',
  title: 'one by id',
  variants: ({ documents }) =>
    publishedIds(documents).map((id) => ({ product: get(`/api/articles/${id}`), args: { id } })),
  floor: async ({ db }, { id }) => {
    const [row] = await findArticles(db, { documentId: id, ...published }, { projection: scalars, limit: 1 });
    if (row === undefined) throw new Error(`There is no article ${id ?? ''}`);
    return oneAnswer(answerOf(row));
  },
};
