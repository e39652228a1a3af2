// Components: single, repeatable, nested, with their own rules.
import type { Scenario } from '../player.ts';

const must = { body: 'b' };
const steps = [{ text: 'one' }];

export default {
  uses: ['guides', 'chapters'],
  play: async ({ get, post, put, make }) => {
    const query = 'fields=title&populate[care][populate][0]=steps&populate[care][populate][1]=first';
    const all = { must, steps, ends: [{ __component: 'garden.tip', text: 'abc' }] };
    const cares: Readonly<Record<string, unknown>> = {
      'title alone': { title: 'a' },
      nothing: {},
      'title null': { title: null },
      'a wrong title': { title: 5 },
      null: null,
      'a list': [{ title: 'a' }],
      'a text': 'a',
      'a private value': { title: 'a', hidden: 'h' },
      'a nested one': { title: 'a', first: { text: 'f', done: true } },
      'a nested one that lacks': { title: 'a', first: {} },
      'a nested null': { title: 'a', first: null },
      'nested steps': { title: 'a', steps: [{ text: 's1' }, { text: 's2', minutes: 1 }] },
      'nested steps that lack': { title: 'a', steps: [{ text: 's1' }, { minutes: 1 }, {}] },
      'nested steps too many': { title: 'a', steps: [1, 2, 3, 4].map((n) => ({ text: `s${n}` })) },
      'nested steps too long': { title: 'a', steps: [{ text: '0123456789012' }] },
      'nested steps null': { title: 'a', steps: null },
      'nested steps empty': { title: 'a', steps: [] },
      'nested steps an object': { title: 'a', steps: { text: 's1' } },
      'a step null': { title: 'a', steps: [null] },
      'a step a text': { title: 'a', steps: ['s'] },
      'faults everywhere': { title: 5, first: { text: 6, minutes: 'x' }, steps: [{ text: 7 }, { minutes: 'y' }] },
    };
    for (const [label, care] of Object.entries(cares))
      await post(`care: ${label}`, `/api/guides?${query}`, { ...all, care });

    const repeatables: Readonly<Record<string, unknown>> = {
      one: [{ text: 'a' }],
      'three, in order': [{ text: 'c' }, { text: 'a' }, { text: 'b' }],
      'too few': [],
      'too many': [{ text: 'a' }, { text: 'b' }, { text: 'c' }, { text: 'd' }],
      null: null,
      'an object': { text: 'a' },
      'a default overridden': [
        { text: 'a', minutes: null },
        { text: 'b', minutes: 0 },
      ],
    };
    for (const [label, value] of Object.entries(repeatables))
      await post(`steps: ${label}`, '/api/guides?fields=title&populate=steps', { ...all, steps: value });
    await post('required component missing', '/api/guides', { steps, ends: all.ends });
    await post('required component null', '/api/guides', { ...all, must: null });
    await post('required component lacks', '/api/guides', { ...all, must: {} });
    await post('an optional repeatable', '/api/guides?fields=title&populate=tips', {
      ...all,
      tips: [{ text: 'abc' }, {}],
    });

    const { documentId } = await make('/api/guides', {
      ...all,
      title: 't',
      care: { title: 'a', first: { text: 'f' }, steps },
    });
    const one = `/api/guides/${documentId}?${query}&populate[steps]=true&populate[must]=true`;
    await put('others stay', one, { title: 'u' });
    await put('replaced as a whole', one, { care: { title: 'b' } });
    await put('what is required must be there again', one, { care: { first: { text: 'f' } } });
    await get('nothing changed', one);
    await put('a repeatable is replaced', `/api/guides/${documentId}?fields=title&populate=steps`, {
      steps: [{ text: 'z', minutes: 9 }, { text: 'y' }],
    });
    await put('a repeatable too few', `/api/guides/${documentId}?fields=title&populate=steps`, { steps: [] });
    await put('cleared', one, { care: null });
    await put('an id that is not its own', one, { care: { id: 99999999, title: 'a' } });
    await put('required null', one, { must: null });

    const chapter = { title: 'c', must, tips: [{ text: 'abc' }, { text: 'abc' }] };
    await post('chapter', '/api/chapters?populate=must,tips', chapter);
    await post('chapter with too few', '/api/chapters', { ...chapter, tips: [{ text: 'abc' }] });
    await post('chapter with none', '/api/chapters?populate=tips', { ...chapter, tips: [] });
    await post('chapter without', '/api/chapters?populate=tips', { title: 'c', must });
    await post('chapter lacks much', '/api/chapters', { care: {}, tips: [{ text: 'a' }] });
    await post('draft lacks much', '/api/chapters?status=draft&populate=must,care', { care: {} });
    await post('draft with too few', '/api/chapters?status=draft&populate=tips', { tips: [{ text: 'abc' }] });
    await post('draft with a faulty tip', '/api/chapters?status=draft&populate=tips', {
      tips: [{ text: 'a' }, { text: 5 }],
    });
    const draft = (await make('/api/chapters?status=draft', { must: {} })).documentId;
    await put('publishing a lacking draft', `/api/chapters/${draft}?populate=must`, {});
    await put('publishing it with what lacks', `/api/chapters/${draft}?populate=must,tips`, { title: 'd', must });
  },
} satisfies Scenario;
