import {
  answerOf,
  findArticles,
  countArticles,
  listAnswer,
  mostViewed,
  pageOf,
  published,
  scalars,
} from '../floor/articles.ts';
import { firstPages } from './subject.ts';
import { get, type Case, type FloorContext } from './types.ts';

const pageSize = 25;

const rowsOf = ({ db }: FloorContext, page: number) =>
  findArticles(db, published, {
    projection: scalars,
    sort: mostViewed,
    skip: (page - 1) * pageSize,
    limit: pageSize,
  });

const path = (page: number): string =>
  `/api/articles?sort=views:desc&pagination[page]=${page}&pagination[pageSize]=${pageSize}`;

export const listSorted: Case = {
  name: 'list-sorted',
  title: 'list of 25 sorted, with count',
  variants: () => firstPages.map((page) => ({ product: get(path(page)), args: { page: String(page) } })),
  floor: async (context, { page }) => {
    const [rows, total] = await Promise.all([rowsOf(context, Number(page)), countArticles(context.db, published)]);
    return listAnswer(rows.map(answerOf), pageOf(Number(page), pageSize, total));
  },
};

/** The list without count, for the growth. */
export const listPage: Case = {
  name: 'list-page',
  title: 'list of 25 sorted, without count',
  variants: () =>
    firstPages.map((page) => ({
      product: get(`${path(page)}&pagination[withCount]=false`),
      args: { page: String(page) },
    })),
  floor: async (context, { page }) => {
    const rows = await rowsOf(context, Number(page));
    return listAnswer(rows.map(answerOf), { page: Number(page), pageSize });
  },
};
