// The requests that are measured at each size. Each reads or writes other documents than the one before.
import type { ProductSite } from '../site.ts';
import { Random } from '../data/random.ts';
import { categoryCount, categoryId, recordId } from './fill.ts';

export interface Requests {
  readonly title: string;
  readonly count: number;
  /** Sends one; `get` and `send` throw unless it succeeds. */
  readonly send: (index: number) => Promise<unknown>;
}

interface Page {
  readonly meta: { readonly pagination: { readonly nextCursor: string } };
}

const noCount = 'pagination[withCount]=false';

/** @param count how many of each; slow ones are fewer */
export const requestsOf = async (site: ProductSite, count: number): Promise<readonly Requests[]> => {
  const { documents, get, send } = site;
  const random = new Random(7);
  const anyRecord = (): string => recordId(random.below(documents));
  const list = (title: string, query: (index: number) => string, times = count): Requests => ({
    ...{ title, count: times },
    send: (index) => get(`/api/records?${query(index)}`),
  });
  const ofCategory = (index: number): string => `filters[category][documentId]=${categoryId(index % categoryCount)}`;
  const slow = Math.ceil(count / 100);
  // A row in the middle of the order: its cursor has no other form than that of any row.
  const middle = `filters[createdAt][$gte]=${new Date(Date.UTC(2020, 0, 1) + documents * 500).toISOString()}`;
  const { nextCursor } = ((await get(`/api/records?${middle}&pagination[cursor]=`)) as Page).meta.pagination;
  return [
    { title: 'one by id', count, send: () => get(`/api/records/${anyRecord()}`) },
    list('list, first page', () => noCount),
    list('list with its total', () => 'sort=createdAt'),
    list('list sorted by an index', (index) => `sort=number:desc&pagination[page]=${index + 1}&${noCount}`),
    list('list filtered by a relation, sorted', (index) => `${ofCategory(index)}&sort=number:desc&${noCount}`),
    list('the same with its total', (index) => `${ofCategory(index + 500)}&sort=number:desc`),
    list('cursor in the middle', () => `${middle}&pagination[cursor]=${encodeURIComponent(nextCursor)}`),
    list('offset in the middle', (index) => `pagination[start]=${documents / 2 + index}&${noCount}`, slow),
    list('filter without an index, no match', () => `filters[day]=1960-01-01&${noCount}`, slow),
    {
      ...{ title: 'create (published)', count },
      send: (index) =>
        send('POST', '/api/records?status=published', {
          ...{ title: `Created ${index}`, slug: `created-${Date.now()}-${index}`, number: index },
          category: categoryId(index % categoryCount),
        }),
    },
    {
      ...{ title: 'update (published)', count },
      send: () => send('PUT', `/api/records/${anyRecord()}`, { number: random.below(documents) }),
    },
    {
      ...{ title: 'delete', count },
      send: (index) => send('DELETE', `/api/records/${recordId(documents - 1 - index)}`),
    },
  ];
};
