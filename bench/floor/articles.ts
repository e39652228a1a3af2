// The hand-written queries and answers of the floor for articles.
import type { Db, Document, Filter, FindOptions } from 'mongodb';
import { locale } from '../data/documents.ts';

/** An article with its published version. */
export interface Article {
  readonly _id: unknown;
  readonly documentId: string;
  readonly locale: string;
  readonly published: Readonly<Record<string, unknown>>;
}

interface Linked {
  readonly documentId: string;
  readonly published: Document;
}

interface Link {
  readonly to: string;
}

/** Matches published articles in a form that the indexes support. */
export const published = { locale, 'published.id': { $gte: 0 } };

const attributes = ['title', 'slug', 'summary', 'body', 'views', 'rating', 'featured', 'publishedOn'];
const system = ['id', 'createdAt', 'updatedAt', 'publishedAt'];

const pathsOf = (names: readonly string[]): Record<string, 1> => ({
  documentId: 1,
  locale: 1,
  ...Object.fromEntries(names.map((name) => [`published.${name}`, 1 as const])),
});

/** The projection of an article without populated attributes. */
export const scalars = { _id: 0, ...pathsOf([...attributes, ...system]) };
export const scalarsAndLinks = { ...scalars, 'published.category': 1, 'published.authors': 1 } as const;
/** The projection of the whole published version. */
export const publishedVersion = { _id: 0, documentId: 1, locale: 1, published: 1 } as const;

/** The default order of a list. */
export const oldestFirst = { 'published.createdAt': 1, _id: 1 } as const;
export const mostViewed = { 'published.views': -1, _id: 1 } as const;

export const findArticles = (db: Db, filter: Filter<Document>, options: FindOptions): Promise<Article[]> =>
  db.collection('articles').find<Article>(filter, options).toArray();

/** An exact count. The command takes a tenth less time than the driver's `countDocuments`, which aggregates. */
export const countArticles = async (db: Db, query: Filter<Document>, hint?: Document): Promise<number> => {
  const { n } = await db.command({ count: 'articles', query, ...(hint === undefined ? {} : { hint }) });
  return n as number; // the reply to `count`
};

export const linkOf = (article: Article): Link => article.published.category as Link;
export const linksOf = (article: Article): readonly Link[] => article.published.authors as readonly Link[];

export const answerOf = ({ documentId, locale, published }: Article): Document => ({
  ...published,
  documentId,
  locale,
});
export const linkedAnswer = ({ documentId, published }: Linked): Document => ({ ...published, documentId });

/** The published documents of a collection, by documentId. */
const findLinked = async (
  db: Db,
  collection: string,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, Document>> => {
  const found = await db
    .collection(collection)
    .find<Linked>(
      { documentId: { $in: [...new Set(ids)] }, 'published.id': { $gte: 0 } },
      { projection: { _id: 0, documentId: 1, published: 1 } },
    )
    .toArray();
  return new Map(found.map((document) => [document.documentId, linkedAnswer(document)]));
};

const isDefined = <T>(value: T | undefined): value is T => value !== undefined;

/** Populates category and authors: two queries in parallel; authors keep the order of the links. */
export const withRelations = async (db: Db, rows: readonly Article[]): Promise<readonly Document[]> => {
  const [categories, authors] = await Promise.all([
    findLinked(
      db,
      'categories',
      rows.map((row) => linkOf(row).to),
    ),
    findLinked(
      db,
      'authors',
      rows.flatMap((row) => linksOf(row).map(({ to }) => to)),
    ),
  ]);
  return rows.map((row) => ({
    ...answerOf(row),
    category: categories.get(linkOf(row).to) ?? null,
    authors: linksOf(row)
      .map(({ to }) => authors.get(to))
      .filter(isDefined),
  }));
};

export const oneAnswer = (data: unknown): Document => ({ data, meta: {} });

export const listAnswer = (data: readonly unknown[], pagination: Document): Document => ({
  data,
  meta: { pagination },
});

/** The pagination of a page with its total. */
export const pageOf = (page: number, pageSize: number, total: number): Document => ({
  page,
  pageSize,
  pageCount: Math.ceil(total / pageSize),
  total,
});
