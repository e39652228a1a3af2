import { articles, count, list, oldestFirst, paged, published, whole, withRelations } from '../floor/articles.ts';
import { everything, firstPages } from './subject.ts';
import { get, type Case } from './types.ts';

const pageSize = 100;

export const listEverything: Case = {
  name: 'list-everything',
  title: 'list of 100 with everything, with count',
  variants: () =>
    firstPages.map((page) => ({
      product: get(`/api/articles?${everything}&pagination[page]=${page}&pagination[pageSize]=${pageSize}`),
      args: { page: String(page) },
    })),
  floor: async ({ db }, { page }) => {
    const skip = (Number(page) - 1) * pageSize;
    const [data, total] = await Promise.all([
      articles(db, published, { projection: whole, sort: oldestFirst, skip, limit: pageSize }).then((rows) =>
        withRelations(db, rows),
      ),
      count(db, published),
    ]);
    return list(data, paged(Number(page), pageSize, total));
  },
};
