import {
  findArticles,
  countArticles,
  listAnswer,
  oldestFirst,
  pageOf,
  published,
  publishedVersion,
  withRelations,
} from '../floor/articles.ts';
import { populateEverything, firstPages } from './subject.ts';
import { get, type Case } from './types.ts';

const pageSize = 100;

export const listEverything: Case = {
  name: 'list-everything',
  title: 'list of 100 with everything, with count',
  variants: () =>
    firstPages.map((page) => ({
      product: get(`/api/articles?${populateEverything}&pagination[page]=${page}&pagination[pageSize]=${pageSize}`),
      args: { page: String(page) },
    })),
  floor: async ({ db }, { page }) => {
    const skip = (Number(page) - 1) * pageSize;
    const [data, total] = await Promise.all([
      findArticles(db, published, { projection: publishedVersion, sort: oldestFirst, skip, limit: pageSize }).then(
        (rows) => withRelations(db, rows),
      ),
      countArticles(db, published),
    ]);
    return listAnswer(data, pageOf(Number(page), pageSize, total));
  },
};
