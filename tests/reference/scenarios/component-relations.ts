// Relations inside components and zones.
import type { Scenario } from '../player.ts';

const base = { must: { body: 'b' }, steps: [{ text: 's' }], ends: [{ __component: 'garden.quote', body: 'q' }] };

export default {
  uses: ['guides', 'chapters', 'plants', 'gardeners', 'tools'],
  play: async ({ get, post, put, make, delete: remove }) => {
    const id = async (type: string, data: unknown, query = ''): Promise<string> =>
      (await make(`/api/${type}${query}`, data)).documentId as string;
    const [saw, axe, hoe] = [
      await id('tools', { name: 'saw' }),
      await id('tools', { name: 'axe' }),
      await id('tools', { name: 'hoe' }),
    ];
    const ada = await id('gardeners', { name: 'Ada' });
    const unknown = 'aaaaaaaaaaaaaaaaaaaaaaaa';
    const query =
      'fields=title&populate[care][populate][gardener][fields]=name&populate[care][populate][tools][fields]=name';
    const lists: Readonly<Record<string, unknown>> = {
      'a list': [axe, saw],
      objects: [{ documentId: axe }, { documentId: saw }],
      set: { set: [axe] },
      connect: { connect: [hoe, { documentId: saw, position: { start: true } }] },
      'connect before another': { connect: [hoe, { documentId: saw, position: { before: hoe } }] },
      'connect with options': { options: {}, connect: [{ documentId: hoe, position: 'start' }] },
      'not strict': { options: { strict: false }, connect: [{ documentId: hoe, position: { before: saw } }] },
      disconnect: { disconnect: [axe] },
      none: [],
      null: null,
      'an unknown one': [unknown],
    };
    for (const [label, tools] of Object.entries(lists))
      await post(`tools: ${label}`, `/api/guides?${query}`, { ...base, care: { title: 'a', tools } });
    const gardeners: Readonly<Record<string, unknown>> = {
      'a documentId': ada,
      'an object': { documentId: ada },
      connect: { connect: [ada] },
      set: { set: [ada] },
      'a list': [ada],
      null: null,
      'an unknown one': unknown,
    };
    for (const [label, gardener] of Object.entries(gardeners))
      await post(`gardener: ${label}`, `/api/guides?${query}`, { ...base, care: { title: 'a', gardener } });

    const guide = await id('guides', { ...base, title: 't', care: { title: 'a', tools: [saw, axe], gardener: ada } });
    const one = `/api/guides/${guide}?${query}`;
    await put('a new component has its own', one, { care: { title: 'b', tools: { connect: [hoe] } } });
    await put('given again', one, { care: { title: 'b', tools: [saw, axe, hoe], gardener: { connect: [ada] } } });
    await remove('a tool goes', `/api/tools/${axe}`);
    await get('it is gone from the component', one);
    await put('an unknown one changes nothing', one, { title: 'u', care: { title: 'c', gardener: unknown } });
    await get('as before', one);
    await get(
      'filter through a component',
      `/api/guides?fields=title&filters[care][gardener][name]=Ada&filters[title]=t`,
    );
    await get(
      'filter through a list in a component',
      `/api/guides?fields=title&filters[care][tools][name]=hoe&filters[title]=t`,
    );
    await get('private in a component', `/api/guides?filters[care][hidden]=h`);
    await post('tips with tools', '/api/guides?fields=title&populate[tips][populate][tool][fields]=name', {
      ...base,
      tips: [{ text: 'one', tool: hoe }, { text: 'two', tool: { documentId: saw } }, { text: 'none' }],
    });

    const [rose, fern] = [await id('plants', { name: 'rose' }), await id('plants', { name: 'fern' }, '?status=draft')];
    const gallery = (plants: unknown, main: unknown): unknown => ({
      __component: 'garden.gallery',
      caption: 'g',
      steps: [{ text: 's' }],
      plants,
      main,
    });
    const zone =
      'fields=title&populate[body][on][garden.gallery][populate][plants][fields]=name&populate[body][on][garden.gallery][populate][main][fields]=name';
    const chapter = { title: 'c', must: { body: 'b' } };
    const first = (
      await post('a zone with plants', `/api/chapters?${zone}`, { ...chapter, body: [gallery([rose], rose)] })
    ).body.data?.documentId;
    await post('a zone with connect', `/api/chapters?${zone}`, {
      ...chapter,
      body: [gallery({ connect: [rose] }, { connect: [rose] })],
    });
    await post('a zone with an unknown plant', `/api/chapters?${zone}`, {
      ...chapter,
      body: [gallery([unknown], null)],
    });
    await post('a zone with a plant not published', `/api/chapters?${zone}`, {
      ...chapter,
      title: 'late',
      body: [gallery([rose, fern], fern)],
    });
    await get('the draft shows it', `/api/chapters?filters[title]=late&status=draft&${zone}`);
    await put('publishing keeps them', `/api/chapters/${first}?${zone}`, {});
    await put('two galleries', `/api/chapters/${first}?${zone}`, { body: [gallery([], rose), gallery([rose], null)] });
    await remove('the plant goes', `/api/plants/${rose}`);
    await get('it is gone from the zone', `/api/chapters/${first}?${zone}`);
    await get('and from its draft', `/api/chapters/${first}?status=draft&${zone}`);
  },
} satisfies Scenario;
