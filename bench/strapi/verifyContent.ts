// Verifies that Lectern and Strapi give equal answers, so that their times are comparable.
import { get, type Request } from '../cases/index.ts';
import { populateEverything } from '../cases/subject.ts';
import { difference } from '../verify.ts';
import { send, type Reply, type Target } from './send.ts';

/** How many requests of a case are compared. */
const maxRequests = 25;
const pageSize = 100;

const isDocument = (value: unknown): value is { readonly documentId: string } =>
  typeof value === 'object' && value !== null && 'documentId' in value;

/** What differs between two servers: ids of components, and of written documents also ids, times and marker texts. */
const normalize = (value: unknown, written: boolean): unknown => {
  if (Array.isArray(value)) return value.map((one) => normalize(one, written));
  if (typeof value === 'string') return value.replace(/mark-\w+-\d+/g, 'a marker');
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !(name === 'id' && (written || !isDocument(value))))
      .filter(([name]) => !(written && /^(?:documentId|createdAt|updatedAt|publishedAt)$/.test(name)))
      .map(([name, item]) => [name, normalize(item, written)]),
  );
};

interface Viewed {
  readonly documentId: string;
  readonly views: number;
}

const isViewed = (value: unknown): value is Viewed => isDocument(value) && 'views' in value;

/**
 * Documents with equal views have no order in Strapi, so a list is compared in the order of documentIds, without the documents that may
 * be on the page before or after it.
 */
const withoutTies = (data: unknown): unknown => {
  if (!Array.isArray(data) || !data.every(isViewed)) return data;
  const borders = new Set([data.at(0)?.views, data.at(-1)?.views]);
  return data.filter(({ views }) => !borders.has(views)).toSorted((a, b) => (a.documentId < b.documentId ? -1 : 1));
};

const comparable = ({ data, meta }: Reply, written: boolean): unknown => ({
  data: normalize(withoutTies(data), written),
  pagination: meta?.pagination,
});

/**
 * Sends requests to both servers.
 *
 * @throws Error with the request and the path where the answers differ
 */
export const verifyRequests = async (
  lectern: Target,
  strapi: Target,
  requests: readonly (readonly [Request, Request])[],
): Promise<void> => {
  for (const [toLectern, toStrapi] of requests.slice(0, maxRequests)) {
    const written = toLectern.method !== 'GET';
    const answers = [await send(lectern, toLectern), await send(strapi, toStrapi)] as const;
    const found = difference(comparable(answers[0], written), comparable(answers[1], written));
    if (found !== undefined)
      throw new Error(`Lectern and Strapi answer ${toLectern.method} ${toLectern.path} differently at ${found}`);
  }
};

const pagesOf = (path: string, count: number): readonly Request[] =>
  [1, Math.ceil(count / 2), count].map((page) =>
    get(`${path}&pagination[page]=${page}&pagination[pageSize]=${pageSize}`),
  );

/**
 * Compares the first, a middle and the last hundred published articles and drafts, with everything populated.
 *
 * @throws Error with the request and the path where the answers differ
 */
export const verifyContent = async (lectern: Target, strapi: Target, documents: number): Promise<void> => {
  const count = Math.floor((documents * 0.9) / pageSize);
  const requests = ['published', 'draft'].flatMap((status) =>
    pagesOf(`/api/articles?status=${status}&sort=slug&${populateEverything}`, Math.max(1, count)),
  );
  await verifyRequests(
    lectern,
    strapi,
    requests.map((request) => [request, request]),
  );
};
