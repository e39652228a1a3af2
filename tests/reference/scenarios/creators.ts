// Creators of documents, and system attributes that a type makes private. Only the admin panel writes documents with creators.
import type { Scenario } from '../player.ts';

const queries = [
  '',
  'fields=*',
  'fields=title,createdAt',
  'fields=createdBy',
  'sort=createdAt',
  'sort=publishedAt,title',
  'sort=reply.updatedAt',
  'filters[createdAt][$notNull]=true',
  'filters[$or][0][updatedAt][$gt]=2020-01-01',
  'filters[reply][createdAt][$notNull]=true',
  'populate[reply][fields]=createdAt',
  'populate[reply][sort]=updatedAt',
  'populate=createdBy',
  'populate=createdBy,updatedBy&fields=title',
  'populate[createdBy]=true',
  'populate[0]=createdBy',
  'populate=*',
  'populate[reply][populate]=createdBy',
  'populate[createdBy][fields]=firstname,lastname,username',
  'populate[createdBy][fields]=email',
  'populate[createdBy][fields]=password',
  'populate[createdBy][populate]=*',
  'populate[createdBy][populate]=roles',
  'populate[createdBy][filters][firstname]=Ada',
  'populate[createdBy][filters][email]=x',
  'filters[createdBy][username]=ada',
  'filters[createdBy][firstname][$ne]=Ada',
  'filters[createdBy][id][$null]=true',
  'filters[createdBy][$null]=true',
  'filters[createdBy][$notNull]=true',
  'filters[createdBy]=1',
  'filters[updatedBy][lastname]=Love',
  'filters[createdBy][email]=ada@example.org',
  'filters[createdBy][email][$startsWith]=a',
  'filters[createdBy][roles][id]=1',
  'filters[createdBy][password][$notNull]=true',
  'sort=createdBy.username,title',
  'sort=createdBy.firstname:desc,title',
  'sort[createdBy][lastname]=asc',
  'sort=createdBy.email',
  'sort=createdBy',
];

export default {
  uses: ['letters'],
  play: async ({ make, get }) => {
    const { documentId } = await make('/api/letters', { title: 'a', secret: 's' });
    await make('/api/letters', { title: 'b', reply: documentId });
    for (const query of queries) await get(query === '' ? 'all' : query, `/api/letters?${query}`);
    await get('one', `/api/letters/${documentId}?populate=createdBy`, { as: 'read-only' });
    await get('a type without creators', '/api/badges?populate=createdBy');
    await get('filtered by one', '/api/badges?filters[createdBy][id]=1');
    await get('sorted by one', '/api/badges?sort=createdBy.id');
  },
} satisfies Scenario;
