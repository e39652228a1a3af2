// Listing and reading files.
import type { Scenario } from '../player.ts';

/** Queries on /api/upload/files; each is also the label of its step. */
const queries = [
  'sort=name',
  'sort=name:desc',
  'sort=size:desc,name',
  'sort=nope',
  'sort=name:up',
  'sort=related',
  'fields=name&sort=name',
  'fields=name,ext&sort=name',
  'fields[0]=name&fields[1]=url&sort=name',
  'fields=nope',
  'fields=folderPath',
  'filters[name]=note.txt',
  'filters[name][$startsWith]=note&sort=name',
  'filters[mime][$contains]=image&fields=name&sort=name',
  'filters[ext]=.txt&fields=name&sort=name',
  'filters[width][$gt]=100&fields=name&sort=name',
  'filters[width][$null]=true&fields=name&sort=name',
  'filters[size][$lt]=0.1&fields=name&sort=name',
  'filters[caption]=one&fields=name,caption',
  'filters[caption][$notNull]=true&fields=name',
  'filters[alternativeText][$null]=true&fields=name&sort=name',
  'filters[$or][0][name]=note.txt&filters[$or][1][ext]=.csv&fields=name&sort=name',
  'filters[$not][mime][$startsWith]=image&fields=name&sort=name',
  'filters[provider]=local&fields=name&sort=name',
  'filters[nope]=1',
  'filters[name][$nope]=1',
  'filters[folderPath]=/',
  'filters[folder][name]=a',
  'filters[width]=x',
  'filters[id]=999999',
  'pagination[page]=1&pagination[pageSize]=2&sort=name&fields=name',
  'pagination[page]=2&pagination[pageSize]=2&sort=name&fields=name',
  'pagination[start]=1&pagination[limit]=1&sort=name&fields=name',
  'pagination[limit]=1&sort=name&fields=name',
  'pagination[page]=x&sort=name&fields=name',
  'start=1&limit=2&sort=name&fields=name',
  'page=1&pageSize=2&sort=name&fields=name',
  'populate=*&sort=name&filters[ext]=.txt',
  'populate=related&sort=name&filters[ext]=.txt',
  'populate=folder&filters[ext]=.txt',
  'populate=nope',
  'nope=1&fields=name&sort=name',
  'status=draft&fields=name&sort=name',
  'status=published&fields=name&sort=name',
  'locale=fr&fields=name&sort=name',
] as const;

const one = [
  '',
  'fields=name',
  'fields=nope',
  'populate=*',
  'populate=related',
  'populate=nope',
  'filters[name]=nope',
  'sort=name',
  'status=draft',
] as const;

export default {
  uses: ['files', 'albums'],
  play: async ({ get, file, make }) => {
    const note = await file('note.txt', { fileInfo: { caption: 'one' } });
    for (const name of ['list.csv', 'small.png', 'wide.png', 'drawing.svg'] as const) await file(name);
    await make('/api/albums?status=draft', { title: 'of notes', papers: [note.id] });
    await get('all', '/api/upload/files?sort=id');
    for (const query of queries) await get(query, `/api/upload/files?${query}`);
    for (const query of one) await get(`one: ${query}`, `/api/upload/files/${note.id}?${query}`);
    await get('one: by documentId', `/api/upload/files/${note.documentId}`);
    await get('one: not there', '/api/upload/files/999999');
    await get('one: at a text', '/api/upload/files/nope');
    await get('pages', '/api/upload/files/page?sort=id&fields=name');
  },
} satisfies Scenario;
