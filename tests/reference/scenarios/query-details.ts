// Details of queries: an empty status, parameters beside `*`, `lookup`, and what a search finds.
import type { Scenario } from '../player.ts';

const queries = [
  'status=',
  'status',
  'fields=*',
  'fields[0]=*&fields[1]=nope',
  'fields[0]=nope&fields[1]=*',
  'fields[0]=*&fields[1]=text',
  'fields=*,nope',
  'fields=*,text',
  'fields[0]=*&fields[1]=inner',
  'populate[plant][fields][0]=*&populate[plant][fields][1]=nope',
  'lookup[text]=b',
  'lookup=b',
  'lookup=',
  'lookup[nope]=1',
  'populate[plant][lookup][name]=b',
];

export default {
  uses: ['leaves', 'signs'],
  play: async ({ get, post, put, make }) => {
    const { documentId: first } = await make('/api/leaves', { text: 'oak leaf', inner: 'needle' });
    const { documentId: second } = await make('/api/leaves', { text: 'needle', inner: 'elderflower' });
    for (const query of queries.filter((one) => !one.includes('plant')))
      await get(query, `/api/leaves?sort=text&${query}`);
    for (const query of queries.filter((one) => one.includes('plant')))
      await get(query, `/api/signs?sort=text&${query}`);
    const search = (label: string, text: string) => get(label, `/api/leaves?fields=text&sort=text&_q=${text}`);
    await search('search: a text', 'NEEDLE');
    await search('search: only in what is not searchable', 'elderflower');
    await search('search: a documentId', second);
    await search('search: a part of a documentId', second.slice(3, 20));
    await search('search: in upper case', first.toUpperCase());
    await post('write: an empty status', '/api/leaves?status=&fields=text', { text: 'third' });
    await put('update: an empty status', `/api/leaves/${first}?status=&fields=text`, { text: 'elm leaf' });
    await get('update: is published', `/api/leaves/${first}?fields=text`);
    await post('write: lookup', '/api/leaves?lookup[text]=b', { text: 'x' });
    await put('update: lookup', `/api/leaves/${first}?lookup[text]=b`, { text: 'x' });
    await get('one: lookup', `/api/leaves/${first}?lookup[text]=b`);
  },
} satisfies Scenario;
