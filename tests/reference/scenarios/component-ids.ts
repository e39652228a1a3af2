// Ids of components in answers, filters, sorts and bodies.
import type { Scenario } from '../player.ts';

interface Part {
  readonly id: number;
}

export default {
  uses: ['guides', 'chapters'],
  componentIds: true,
  play: async ({ get, post, put, make }) => {
    const populate =
      'fields=title&populate[must]=true&populate[steps]=true&populate[tips]=true&populate[ends]=true' +
      '&populate[care][populate][0]=steps&populate[care][populate][1]=first';
    const body = (title: string) => ({
      title,
      must: { body: 'b' },
      steps: [{ text: `${title}1` }, { text: `${title}2` }],
      tips: [{ text: 'tip' }],
      care: { title: 'care', hidden: 'h', first: { text: 'first' }, steps: [{ text: 'c1' }, { text: 'c2' }] },
      ends: [
        { __component: 'garden.tip', text: 'end' },
        { __component: 'garden.quote', body: 'q' },
      ],
    });
    const one = await make(`/api/guides?${populate}`, body('one'));
    await make('/api/guides', body('two'));
    await get('list', `/api/guides?${populate}&sort=title`);
    const url = `/api/guides/${one.documentId}`;
    await get('fields', `${url}?fields=title&populate[steps][fields]=text&populate[must][fields]=id`);
    await get('count', `${url}?fields=title&populate[steps][count]=true`);

    const [first, second] = one.steps as readonly [Part, Part];
    for (const [label, filter] of Object.entries({
      'by id': `[steps][id]=${second.id}`,
      'by id with $eq': `[steps][id][$eq]=${second.id}`,
      'by ids': `[steps][id][$in][0]=${first.id}&filters[steps][id][$in][1]=${second.id}`,
      'by the component': `[steps]=${second.id}`,
      'by the component with $in': `[must][$in]=${one.must.id}`,
      'by a single one': `[must][id]=${one.must.id}`,
      'by a nested single one': `[care][first][id]=${one.care.first.id}`,
      'by a nested one': `[care][steps][id]=${one.care.steps[1].id}`,
      'by the id of another attribute': `[care][first][id]=${second.id}`,
      'by two conditions on one': `[steps][id]=${second.id}&filters[steps][text]=one2`,
      'by two conditions on two': `[steps][id]=${second.id}&filters[steps][text]=one1`,
      'by no component': `[tips][id][$null]=true`,
      'by a text': `[steps][id]=abc`,
      'by part of the id': `[steps][id][$contains]=1`,
      'by an entry of a zone': `[ends][id]=1`,
    }))
      await get(label, `/api/guides?fields=title&sort=title&filters${filter}`);
    await get('not by id', `/api/guides?fields=title&sort=title&filters[must][id][$ne]=${one.must.id}`);
    await get('greater', `/api/guides?fields=title&sort=title&filters[must][id][$gt]=${one.must.id}`);
    for (const sort of ['must.id', 'must.id:desc', 'steps.id', 'steps.id:desc', 'care.first.id:desc'])
      await get(`sort=${sort}`, `/api/guides?fields=title&sort=${sort}`);
    await get('sort=steps', '/api/guides?sort=steps');
    await get('filtered parts', `${url}?fields=title&populate[steps][filters][id]=${second.id}`);
    await get('sorted parts', `${url}?fields=title&populate[steps][sort]=id:desc`);

    await put('what was read', `${url}?${populate}`, {
      ...{ must: one.must, steps: one.steps, tips: one.tips, care: one.care, ends: one.ends },
    });
    await put('an id as text', `${url}?${populate}`, { must: { id: String(one.must.id), body: 'text' } });
    await put('a new one beside one with an id', `${url}?${populate}`, {
      steps: [{ text: 'new' }, { id: one.steps[0].id, text: 'old' }],
    });
    for (const id of [99_999_999, 0, null, 'abc', true])
      await put(`an unknown id ${String(id)}`, `${url}?${populate}`, { must: { id, body: 'b' } });
    await put('an unknown id in a list', `${url}?${populate}`, { tips: [{ id: 99_999_999, text: 'abc' }] });
    await put('an unknown id in a zone', `${url}?${populate}`, {
      ends: [{ __component: 'garden.tip', id: 99_999_999, text: 'abc' }],
    });
    await put('an unknown id beside a fault', `${url}?${populate}`, { title: 5, must: { id: 99_999_999, body: 'b' } });
    const { care } = (await get('read again', `${url}?${populate}`)).body.data;
    await put('a part of a component', `${url}?${populate}`, { care: { id: care.id, title: 'changed' } });
    await put('an unknown id inside a new component', `${url}?${populate}`, {
      care: { title: 'a', steps: [{ id: 99_999_999, text: 'a' }] },
    });
    await put('an unknown id inside one with an id', `${url}?${populate}`, {
      care: { id: care.id, title: 'a', steps: [{ id: 99_999_999, text: 'a' }] },
    });

    const chapter = `/api/chapters/${(await make('/api/chapters', { title: 'c', must: { body: 'b' } })).documentId}`;
    const published = (await get('published', `${chapter}?populate=must`)).body.data.must as Part;
    const draft = (await get('draft', `${chapter}?populate=must&status=draft`)).body.data.must as Part;
    for (const [label, { id }] of Object.entries({ published, draft }))
      for (const status of ['published', 'draft'])
        await get(
          `${status} by the id in ${label}`,
          `/api/chapters?fields=title&filters[must][id]=${id}&status=${status}`,
        );
    await put('the id of the draft', `${chapter}?populate=must`, { must: { id: draft.id, body: 'changed' } });
    await put('the id of the published version', `${chapter}?populate=must`, {
      must: { id: published.id, body: 'changed' },
    });
    await post('ids in a new document', `/api/guides?${populate}`, {
      ...body('new'),
      must: { id: one.must.id, body: 'b' },
      tips: [{ id: null, text: 'abc' }],
    });
  },
} satisfies Scenario;
