// Filters on the locale of documents: at the top level they choose the locales of a read.
import type { Scenario } from '../player.ts';

/** Queries on /api/rules; each is also the label of its step. */
const queries = [
  'filters[locale]=fr',
  'filters[locale][$eq]=fr',
  'filters[locale][$eqi]=FR',
  'filters[locale][$in]=fr',
  'filters[locale][$in][0]=fr&filters[locale][$in][1]=de',
  'filters[locale][0]=fr&filters[locale][1]=en',
  'filters[locale][$ne]=en',
  'filters[locale][$notIn][0]=en',
  'filters[locale][$contains]=r',
  'filters[locale][$startsWith]=d',
  'filters[locale][$null]=true',
  'filters[locale][$notNull]=true',
  'filters[locale][$not][$eq]=en',
  'filters[locale]=xx',
  'filters[locale]=*',
  'filters[locale]=',
  'locale=fr&filters[locale]=fr',
  'locale=en&filters[locale]=fr',
  'locale=fr&filters[locale][$ne]=fr',
  'locale=fr&filters[locale][$in][0]=de',
  'locale=*&filters[locale]=fr',
  'locale=*&filters[locale][$ne]=fr',
  'locale=&filters[locale]=fr',
  'filters[$and][0][locale]=fr',
  'filters[$or][0][locale]=fr',
  'filters[$or][0][locale]=fr&filters[$or][1][locale]=en',
  'filters[$or][0][locale]=fr&filters[$or][1][number]=1',
  'filters[$not][locale]=en',
  'filters[$and][0][locale]=fr&filters[locale]=de',
  'filters[$and][0][locale][$ne]=de&filters[locale][$ne]=en',
  'filters[locale]=fr&filters[number]=1',
  'filters[locale]=fr&filters[title][$contains]=B',
  'filters[locale]=fr&filters[$or][0][number]=1&filters[$or][1][number]=3',
  'filters[0][locale]=fr',
  'filters[locale]=fr&_q=B fr',
  'filters[locale]=fr&pagination[pageSize]=1',
  'filters[locale][$ne]=de&pagination[pageSize]=2&pagination[page]=2',
  'filters[locale]=fr&pagination[start]=1&pagination[limit]=1',
  'filters[locale]=fr&status=draft',
  'filters[locale][$ne]=en&status=draft',
  'filters[locale]=fr&populate[next][fields]=title,locale',
  'filters[locale][$in][0]=fr&filters[locale][$in][1]=en&populate[next][fields]=title,locale',
  'filters[locale]=fr&populate[gardeners][fields]=name&populate[bed][fields]=name',
  'filters[locale]=fr&filters[gardeners][name]=Ada',
  'filters[locale]=fr&filters[next][title][$notNull]=true',
  'filters[next][locale]=fr',
  'filters[next][locale]=en',
  'filters[locale]=fr&filters[next][locale]=fr',
  'populate[next][fields]=title,locale&populate[next][filters][locale]=fr',
  'filters[locale][$nope]=fr',
  'filters[locale][id]=1',
];

export default {
  uses: ['rules', 'gardeners', 'beds'],
  play: async ({ get, put, make, delete: remove }) => {
    const fields = 'fields=title,locale';
    const ada = (await make('/api/gardeners', { name: 'Ada' })).documentId;
    const bo = (await make('/api/gardeners', { name: 'Bo' })).documentId;
    const bed = (await make('/api/beds', { name: 'north' })).documentId;
    const c = (await make('/api/rules?locale=fr', { title: 'C fr', number: 3 })).documentId;
    const b = (await make('/api/rules', { title: 'B en', number: 2 })).documentId;
    await put('b in french', `/api/rules/${b}?locale=fr&${fields}`, { title: 'B fr' });
    const a = (await make('/api/rules', { title: 'A en', number: 1, next: b, gardeners: [ada], bed })).documentId;
    const next = { documentId: b, locale: 'fr' };
    await put('a in french', `/api/rules/${a}?locale=fr&${fields}`, { title: 'A fr', next, gardeners: [bo] });
    await put('a in german', `/api/rules/${a}?locale=de&${fields}`, { title: 'A de' });
    await put('a french draft', `/api/rules/${b}?locale=fr&status=draft&${fields}`, { title: 'B draft' });
    for (const query of queries) await get(query, `/api/rules?sort=title&${fields}&${query}`);

    const one = (label: string, id: string, query: string) => get(label, `/api/rules/${id}?${fields}&${query}`);
    await one('one: the locale', a, 'filters[locale]=fr');
    await one('one: $eq', a, 'filters[locale][$eq]=de');
    await one('one: $ne', b, 'filters[locale][$ne]=en');
    await one('one: $in', a, 'filters[locale][$in][0]=fr');
    await one('one: a locale that it lacks', b, 'filters[locale]=de');
    await one('one: without the default locale', c, 'filters[locale]=fr');
    await one('one: beside the same locale', a, 'locale=fr&filters[locale]=fr');
    await one('one: beside another locale', a, 'locale=fr&filters[locale]=de');
    await one('one: beside all locales', a, 'locale=*&filters[locale]=fr');
    await one('one: all locales', a, 'locale=*');
    await one('one: in $and', a, 'filters[$and][0][locale]=fr');
    await one('one: with another filter', a, 'filters[locale]=fr&filters[title]=A fr');
    await one('one: with a filter that fails', a, 'filters[locale]=fr&filters[title]=A en');
    await one('one: with a related document', a, 'filters[locale]=fr&populate[next][fields]=title,locale');
    await one('one: a draft', b, 'filters[locale]=fr&status=draft');
    await get('a type without locales', '/api/beds?fields=name&filters[locale]=fr');
    await get('the parameter of a type without locales', '/api/beds?fields=name&locale=fr');
    await put('an update ignores it', `/api/rules/${a}?${fields}&filters[locale]=fr`, { title: 'A en' });
    await remove('a deletion does not', `/api/rules/${a}?filters[locale]=fr`);
    await get('what is left', `/api/rules?sort=title&${fields}&locale=*`);
  },
} satisfies Scenario;
