// Documents that the caller may not find, in components, zones, locales and morph relations; and drafts.
import type { Scenario } from '../player.ts';

const types = ['api::tool.tool', 'api::plant.plant', 'api::gardener.gardener'];
const must = { body: 'b' };

export default {
  uses: ['users', 'guides', 'gardeners', 'tools', 'plants', 'remarks', 'rules'],
  play: async ({ get, make, member, allow, put, send }) => {
    const ada = await make('/api/gardeners', { name: 'Ada' });
    const rake = await make('/api/tools', { name: 'rake' });
    const rose = await make('/api/plants', { name: 'rose' });
    const guide = (
      await make('/api/guides', {
        title: 'one',
        must,
        care: { title: 'c', gardener: ada.documentId, tools: [rake.documentId] },
        tips: [{ text: 'tip', tool: rake.documentId }],
        steps: [{ text: 's' }],
        body: [
          {
            __component: 'garden.gallery',
            caption: 'g',
            plants: [rose.documentId],
            main: rose.documentId,
            steps: [{ text: 's' }],
          },
          { __component: 'garden.care', title: 'z', gardener: ada.documentId },
        ],
        ends: [{ __component: 'garden.tip', text: 'end', tool: rake.documentId }],
      })
    ).documentId;
    const mentions = [rake, rose, ada].map(({ id }, at) => ({ id, __type: types[at] }));
    await make('/api/remarks', { text: 'said', mentions });
    const { as } = await member('may');
    await allow('public', ['guide.find', 'guide.findOne', 'tool.find', 'remark.find', 'rule.find']);
    const one = `/api/guides/${guide}`;
    const queries = [
      'populate=care',
      'populate=care.gardener',
      'populate=care.tools',
      'populate[care][populate]=*',
      'populate=tips.tool',
      'populate=body',
      'populate[body][populate]=*',
      'populate[body][on][garden.gallery][populate]=*',
      'populate[body][on][garden.gallery][populate]=plants',
      'populate[body][on][garden.care][populate]=gardener',
      'populate[ends][on][garden.tip][populate]=tool',
      'filters[care][gardener][name]=Ada',
      'filters[care][tools][name]=rake',
      'filters[tips][tool][name]=rake',
      'filters[tips][tool][plants][name]=x',
      'filters[care][title]=c',
      'filters[care][hidden]=c',
      'sort=care.gardener.name',
      'sort=care.title',
    ];
    for (const query of queries) await get(`public: ${query}`, `/api/guides?fields=title&${query}`, { as: null });
    await get('public: one with all', `${one}?populate[care][populate]=*&fields=title`, { as: null });
    await get('public: tools and where they are', '/api/tools?populate=plants,owner,spare', { as: null });
    await get('public: remarks', '/api/remarks?populate=*', { as: null });
    await get('public: what remarks mention', '/api/remarks?populate=mentions', { as: null });
    await get(
      'public: what they mention by type',
      `/api/remarks?${types.map((uid) => `populate[mentions][on][${uid}]=true`).join('&')}`,
      {
        as: null,
      },
    );
    await get('public: only what is hidden', `/api/remarks?populate[mentions][on][${types[2]}]=true`, { as: null });
    await get('public: an odd key of what is hidden', `/api/remarks?populate[mentions][on][${types[2]}][nope]=1`, {
      as: null,
    });
    await get('public: what is no type', '/api/remarks?populate[mentions][on][api::nope.nope]=true', { as: null });
    await get('a token: what remarks mention', '/api/remarks?populate=mentions', { as: 'read-only' });
    await get('public: what may not be found', '/api/gardeners', { as: null });

    const sketch = (await make('/api/plants?status=draft', { name: 'sketch' })).documentId;
    await put('a draft changes', `/api/plants/${rose.documentId}?status=draft&fields=name`, { name: 'rosa' });
    await allow('public', ['plant.find', 'plant.findOne']);
    await allow('authenticated', ['plant.find', 'plant.findOne', 'plant.update']);
    const readers = { 'the public': null, 'who may update': as, 'the read-only token': 'read-only' } as const;
    for (const [who, by] of Object.entries(readers)) {
      const call = { as: by };
      await get(`${who}: what is published`, '/api/plants?sort=name&fields=name', call);
      await get(`${who}: drafts`, '/api/plants?status=draft&sort=name&fields=name', call);
      await get(`${who}: one draft`, `/api/plants/${sketch}?status=draft&fields=name`, call);
      await get(`${who}: one that is not published`, `/api/plants/${sketch}?fields=name`, call);
      await get(`${who}: one that differs`, `/api/plants/${rose.documentId}?status=draft&fields=name`, call);
      await get(`${who}: an odd status`, '/api/plants?status=nope', call);
    }
    await get('who may find no one sees no drafts', '/api/gardeners?status=draft', { as });

    await make('/api/rules', { title: 'english', number: 1, gardeners: [ada.documentId] });
    await allow('public', ['rule.find']);
    await get('public: rules', '/api/rules?populate=*&fields=title', { as: null });
    await get('public: locales', '/api/i18n/locales', { as: null });
    await allow('public', ['rule.find', 'locales.listLocales']);
    await get('public: locales that may be listed', '/api/i18n/locales', { as: null });
    await get('public: rules in french', '/api/rules?locale=fr', { as: null });
    await get('public: their locales', '/api/rules?populate=localizations&fields=title', { as: null });
    await send('public: no rule is made', 'POST', '/api/rules', { body: { data: { title: 'x' } }, as: null });
  },
} satisfies Scenario;
