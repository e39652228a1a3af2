import {
  findArticles,
  countArticles,
  listAnswer,
  mostViewed,
  pageOf,
  published,
  scalarsAndLinks,
  withRelations,
} from '../floor/articles.ts';
import { categoryCount, categorySlug } from '../data/documents.ts';
import { get, type Case } from './types.ts';

const pageSize = 25;
const leastViews = 50_000;

export const listRelated: Case = {
  name: 'list-related',
  title: 'list of 25 filtered through a relation, two relations populated',
  variants: () =>
    Array.from({ length: categoryCount }, (_, index) => categorySlug(index)).map((slug) => ({
      product: get(
        `/api/articles?filters[category][slug][$eq]=${slug}&filters[views][$gte]=${leastViews}` +
          `&populate[0]=category&populate[1]=authors&sort=views:desc&pagination[pageSize]=${pageSize}`,
      ),
      args: { slug },
    })),
  floor: async ({ db }, { slug }) => {
    const categories = await db
      .collection('categories')
      .find({ 'published.slug': slug }, { projection: { _id: 0, documentId: 1 } })
      .toArray();
    const filter = {
      ...published,
      'published.category.to': { $in: categories.map(({ documentId }): unknown => documentId) },
      'published.views': { $gte: leastViews },
    };
    const [data, total] = await Promise.all([
      findArticles(db, filter, { projection: scalarsAndLinks, sort: mostViewed, limit: pageSize }).then((rows) =>
        withRelations(db, rows),
      ),
      countArticles(db, filter),
    ]);
    return listAnswer(data, pageOf(1, pageSize, total));
  },
};
