// Dynamic zones: accepted entries, order, limits, and populate.
import type { Scenario } from '../player.ts';

const quote = { __component: 'garden.quote', body: 'q' };
const tip = { __component: 'garden.tip', text: 'tip' };
const base = { must: { body: 'b' }, steps: [{ text: 's' }], ends: [quote] };

export default {
  uses: ['guides', 'chapters', 'plants'],
  play: async ({ get, post, put, make }) => {
    const query = 'fields=title&populate[body][populate]=*';
    const bodies: Readonly<Record<string, unknown>> = {
      one: [quote],
      'several, in order': [
        { __component: 'garden.gallery', caption: 'g', steps: [{ text: 's' }] },
        quote,
        { ...quote, body: 'r' },
      ],
      none: [],
      null: null,
      'an object': quote,
      'a text': 'q',
      'no component named': [{ body: 'q' }],
      'an unknown component': [{ __component: 'garden.nope', body: 'q' }],
      'a component named by a number': [{ __component: 5 }],
      'a component that is not allowed': [tip],
      'an entry null': [null],
      'an entry a text': ['q'],
      'one that lacks': [{ __component: 'garden.quote' }],
      'two that lack': [{ __component: 'garden.quote' }, { __component: 'garden.care' }],
      'a wrong value': [{ ...quote, body: 5 }],
      'an unknown key': [{ ...quote, nope: 1 }],
      'the key of another component': [{ ...quote, caption: 'c' }],
      nested: [{ __component: 'garden.care', title: 'c', first: { text: 'f' }, steps: [{ text: 's' }] }],
      'nested that lacks': [{ __component: 'garden.care', title: 'c', first: {}, steps: [{ text: 's' }, {}] }],
      'a gallery without steps': [{ __component: 'garden.gallery', caption: 'g', steps: [] }],
      'a gallery that says nothing of steps': [{ __component: 'garden.gallery', caption: 'g' }],
    };
    for (const [label, body] of Object.entries(bodies))
      await post(`body: ${label}`, `/api/guides?${query}`, { ...base, body });
    const ends: Readonly<Record<string, unknown>> = {
      'too few': [],
      enough: [tip, quote],
      'too many': [tip, quote, tip],
      null: null,
    };
    for (const [label, value] of Object.entries(ends))
      await post(`ends: ${label}`, '/api/guides?fields=title&populate=ends', { ...base, ends: value });
    await post('ends missing', '/api/guides', { must: base.must, steps: base.steps });

    const rose = (await make('/api/plants', { name: 'rose' })).documentId;
    const body = [
      quote,
      { __component: 'garden.gallery', caption: 'g', steps: [{ text: 's' }], plants: [rose], main: rose },
      { __component: 'garden.care', title: 'c', first: { text: 'f' } },
    ];
    const { documentId } = await make('/api/guides', { ...base, title: 't', body });
    const one = `/api/guides/${documentId}`;
    await get('not populated', `${one}?fields=title`);
    await get('by name', `${one}?fields=title&populate=body`);
    await get('all one level', `${one}?fields=title&populate[body][populate]=*`);
    await get('everything', `${one}?fields=title&populate=*`);
    await get('one component', `${one}?fields=title&populate[body][on][garden.quote]=true`);
    await get(
      'two components',
      `${one}?fields=title&populate[body][on][garden.quote][fields]=body&populate[body][on][garden.gallery][populate][main][fields]=name`,
    );
    await get(
      'deep',
      `${one}?fields=title&populate[body][on][garden.gallery][populate][0]=steps&populate[body][on][garden.gallery][populate][1]=plants&populate[body][on][garden.care][populate]=first`,
    );
    await get('an unknown component', `${one}?populate[body][on][garden.nope]=true`);
    await get('unknown fields in a component', `${one}?populate[body][on][garden.quote][fields]=nope`);
    await get('a filter on a zone', '/api/guides?filters[body][body]=q');
    await get('a sort by a zone', '/api/guides?sort=body');
    await get('a zone in fields', '/api/guides?fields=body');

    await put('others stay', `${one}?fields=title&populate=body`, { title: 'u' });
    await put('replaced', `${one}?fields=title&populate[body][populate]=*`, { body: [body[2], quote] });
    await put('a fault changes nothing', `${one}?fields=title`, {
      title: 'v',
      body: [quote, { ...quote, body: 5 }],
    });
    await get('as before', `${one}?fields=title&populate=body`);
    await put('emptied', `${one}?fields=title&populate=body`, { body: [] });
    await put('an id that is not its own', one, { body: [{ ...quote, id: 99999999 }] });

    const chapter = { title: 'c', must: { body: 'b' } };
    await post('chapter', '/api/chapters?fields=title&populate=body,ends', { ...chapter, body: [quote], ends: [tip] });
    await post('chapter with too many', '/api/chapters', { ...chapter, ends: [tip, tip, tip] });
    await post('draft with too many', '/api/chapters?status=draft&fields=title', { ...chapter, ends: [tip, tip, tip] });
    await post('draft that lacks', '/api/chapters?status=draft&fields=title&populate=body', {
      body: [{ __component: 'garden.quote' }],
    });
    await post('draft with a wrong value', '/api/chapters?status=draft', {
      body: [{ __component: 'garden.quote', body: 5 }],
    });
    await post('draft without a component', '/api/chapters?status=draft', { body: [{ body: 'q' }] });
    await post('draft with an unknown component', '/api/chapters?status=draft', {
      body: [{ __component: 'garden.nope' }],
    });
    await post('draft with a short tip', '/api/chapters?status=draft&fields=title&populate=ends', {
      ends: [{ ...tip, text: 'a' }],
    });
  },
} satisfies Scenario;
