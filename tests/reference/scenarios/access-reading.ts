// Reading with partial permissions: operations that are refused, and relations that are hidden.
import type { Scenario } from '../player.ts';
import type { Call } from '../sendRequest.ts';

/** Queries of a public role that may find only plants and beds. */
const queries = [
  'sort=name&fields=name',
  'sort=name&populate=bed',
  'sort=name&populate=gardeners',
  'sort=name&populate=*',
  'sort=name&populate=bed,gardeners,tools',
  'sort=name&populate[0]=bed&populate[1]=tools',
  'sort=name&populate[gardeners]=true&populate[bed]=true&fields=name',
  'sort=name&populate[gardeners][fields]=name',
  'sort=name&populate[gardeners][fields]=nope',
  'sort=name&populate[gardeners][filters][name]=Ada',
  'sort=name&populate[gardeners][sort]=name',
  'sort=name&populate[gardeners][populate]=toolbox',
  'sort=name&populate[gardeners][nope]=1',
  'sort=name&populate=gardeners.toolbox',
  'sort=name&populate=bed.gardener',
  'sort=name&populate=bed.plants&fields=name',
  'sort=name&populate=bed.plants.gardeners&fields=name',
  'sort=name&populate[bed][populate][gardener][fields]=name',
  'sort=name&populate[bed][populate]=*',
  'sort=name&populate[parent][populate]=*&fields=name',
  'sort=name&populate[gardeners][count]=true',
  'sort=name&populate[bed][filters][gardener][name]=Ada',
  'sort=name&populate[bed][sort]=gardener.name',
  'sort=name&populate=nope',
  'filters[gardeners][name]=Ada',
  'filters[gardeners][name][$contains]=A',
  'filters[gardeners][nope]=Ada',
  'filters[gardeners][documentId]=x',
  'filters[gardeners][id]=1',
  'filters[gardeners][$null]=true',
  'filters[gardeners]=1',
  'filters[planter][name]=Ada',
  'filters[planter][$notNull]=true',
  'filters[bed][name]=north&sort=name&fields=name',
  'filters[bed][gardener][name]=Ada',
  'filters[bed][plants][gardeners][name]=Ada',
  'filters[bed][plants][name]=rose&sort=name&fields=name',
  'filters[parent][tools][name]=rake',
  'filters[parent][name]=rose&fields=name',
  'filters[$or][0][gardeners][name]=Ada&filters[$or][1][name]=rose',
  'filters[$and][0][$not][gardeners][name]=Ada',
  'filters[$not][tools][name]=rake',
  'filters[nope]=1',
  'sort=gardeners.name',
  'sort=planter.name',
  'sort[planter][name]=asc',
  'sort[0]=name&sort[1]=planter.name',
  'sort=bed.name,name&fields=name',
  'sort=bed.gardener.name',
  'sort=planter.nope',
  'fields=gardeners',
  'fields=name&filters[createdBy][id]=1',
  'fields=name&filters[updatedBy][username]=x',
  'sort=createdBy.id',
  'sort=name&fields=name&populate=createdBy',
  '_q=Ada&fields=name',
] as const;

export default {
  uses: ['users', 'plants', 'beds', 'gardeners', 'tools', 'signs', 'garden', 'guides'],
  play: async ({ get, send, make, member, allow }) => {
    const ada = (await make('/api/gardeners', { name: 'Ada' })).documentId;
    const rake = (await make('/api/tools', { name: 'rake', owner: ada })).documentId;
    const north = (await make('/api/beds', { name: 'north', gardener: ada })).documentId;
    const south = (await make('/api/beds', { name: 'south' })).documentId;
    const all = { gardeners: [ada], tools: [rake], planter: ada };
    const rose = (await make('/api/plants', { name: 'rose', bed: north, ...all })).documentId;
    await make('/api/plants', { name: 'fern', bed: south, parent: rose });
    await send('a garden', 'PUT', '/api/garden', { body: { data: { name: 'Eden', head: ada, beds: [north] } } });
    const { as } = await member('may');

    const asks: Readonly<Record<string, Call>> = {
      'the public': { as: null },
      'a member': { as },
      'a token that is none': { as: { token: 'none' } },
    };
    for (const [who, call] of Object.entries(asks)) {
      await get(`${who}, closed: list`, '/api/plants', call);
      await get(`${who}, closed: one`, `/api/plants/${rose}`, call);
      await get(`${who}, closed: one that is not there`, '/api/plants/aaaaaaaaaaaaaaaaaaaaaaaa', call);
      await get(`${who}, closed: an odd query`, '/api/plants?filters[nope]=1', call);
      await get(`${who}, closed: a single type`, '/api/garden', call);
      await get(`${who}, closed: an absent type`, '/api/nopes', call);
      await get(`${who}, closed: locales`, '/api/i18n/locales', call);
    }
    await get('the read-only token: list', '/api/plants?sort=name&populate=*&fields=name', { as: 'read-only' });
    await get('the read-only token: one', `/api/plants/${rose}?populate=gardeners.toolbox`, { as: 'read-only' });
    await get('the read-only token: through relations', '/api/plants?filters[gardeners][name]=Ada&fields=name', {
      as: 'read-only',
    });
    await get('the read-only token: a single type', '/api/garden?populate=*', { as: 'read-only' });

    await allow('public', ['plant.find', 'bed.find']);
    for (const query of queries) await get(query, `/api/plants?${query}`, { as: null });
    await get('beds with what may be seen', '/api/beds?sort=name&populate=*', { as: null });
    await get('one is another operation', `/api/plants/${rose}`, { as: null });
    await get('a member has a role of their own', '/api/plants', { as });
    await get('a single type stays closed', '/api/garden', { as: null });

    await allow('public', ['plant.findOne', 'garden.find']);
    await get('who may find one: one', `/api/plants/${rose}`, { as: null });
    await get('who may find one: list', '/api/plants', { as: null });
    await get('who may find one: populate itself', `/api/plants/${rose}?populate=children,bed`, { as: null });
    await get('who may find one: absent', '/api/plants/aaaaaaaaaaaaaaaaaaaaaaaa', { as: null });
    await get('a single type with what may not be seen', '/api/garden?populate=*', { as: null });
    await get('a single type and a filter', '/api/garden?filters[head][name]=Ada', { as: null });

    await allow('authenticated', ['plant.find', 'plant.findOne', 'gardener.find']);
    await get('a member sees gardeners', `/api/plants/${rose}?populate=*&fields=name`, { as });
    await get('a member filters by them', '/api/plants?filters[gardeners][name]=Ada&fields=name', { as });
    await get('a member sorts by them', '/api/plants?sort=planter.name,name&fields=name', { as });
    await get('a member sees no tools of theirs', `/api/plants/${rose}?populate=gardeners.toolbox&fields=name`, { as });
    await get('a member filters by tools of theirs', '/api/plants?filters[gardeners][toolbox][name]=rake', { as });
    await get('a member counts them', '/api/plants?sort=name&fields=name&populate[gardeners][count]=true', { as });
  },
} satisfies Scenario;
