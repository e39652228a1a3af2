// Relations between drafts, published versions, and types without drafts.
import type { Scenario } from '../player.ts';

export default {
  uses: ['plants', 'gardeners', 'beds', 'tools', 'signs'],
  play: async ({ get, put, make, delete: remove }) => {
    const make1 = async (type: string, data: unknown, query = ''): Promise<string> =>
      (await make(`/api/${type}${query}`, data)).documentId as string;
    const ada = await make1('gardeners', { name: 'Ada' });
    const bo = await make1('gardeners', { name: 'Bo' }, '?status=draft');
    const query = 'fields=name&populate[gardeners][fields]=name';
    const rose = await make1('plants', { name: 'rose', gardeners: [ada, bo] });
    const one = `/api/plants/${rose}?${query}`;
    await get('a published one shows what is published', one);
    await get('its draft shows all', `${one}&status=draft`);
    await get(
      'the draft gardener has the draft plant',
      `/api/gardeners/${bo}?status=draft&fields=name&populate[plants][fields]=name`,
    );
    await put('the gardener is published', `/api/gardeners/${bo}?fields=name&populate[plants][fields]=name`, {});
    await put('the draft loses one', `${one}&status=draft`, { gardeners: [bo] });
    await get('the draft has one', `${one}&status=draft`);
    await put('publishing', one, {});
    await get('after publishing', one);
    await get('the gardener has no plant', `/api/gardeners/${ada}?fields=name&populate[plants][fields]=name`);

    const bed = await make1('beds', { name: 'north', plants: [rose] });
    const beds = `/api/beds/${bed}?fields=name&populate[plants][fields]=name`;
    const withBed = `/api/plants/${rose}?fields=name&populate[bed][fields]=name`;
    await get('a bed without drafts', beds);
    await get('asked for drafts', `${beds}&status=draft`);
    await get('the plant has the bed', withBed);
    await get('the draft plant has the bed', `${withBed}&status=draft`);
    const fern = await make1('plants', { name: 'fern', bed }, '?status=draft');
    await get('a draft in the bed is not seen', beds);
    await get('a draft in the bed is seen by drafts', `${beds}&status=draft&populate[plants][sort]=name`);
    await put('the draft in the bed is published', `/api/plants/${fern}?fields=name&populate[bed][fields]=name`, {});
    await get('then it is seen', `${beds}&populate[plants][sort]=name`);
    await put('a draft leaves the bed', `${withBed}&status=draft`, { bed: null });
    await get('published it is still there', withBed);
    await get('the bed still has it', `${beds}&populate[plants][sort]=name`);
    await put('leaving is published', withBed, {});
    await get('the bed has it no more', beds);

    const sign = await make1('signs', { text: 'ferns' });
    const withSign = (id: string): string => `/api/plants/${id}?fields=name&populate[sign][fields]=text`;
    await put('a sign', withSign(fern), { sign });
    await get('the sign has the plant', `/api/signs/${sign}?fields=text&populate[plant][fields]=name`);
    await put('another draft takes it', `${withSign(rose)}&status=draft`, { sign });
    await get('the draft of the first has none', `${withSign(fern)}&status=draft`);
    await put('taking is published', withSign(rose), {});
    await get('the first has none', withSign(fern));

    const saw = await make1('tools', { name: 'saw', owner: ada });
    const ownedBy = `/api/tools/${saw}?fields=name&populate[owner][fields]=name`;
    await get('a type without drafts relates to a published one', ownedBy);
    await put('to a draft', ownedBy, { owner: await make1('gardeners', { name: 'Cy' }, '?status=draft') });
    await get('asked for with drafts', `${ownedBy}&status=draft`);
    await put('and back', ownedBy, { owner: ada });
    const dot = await make1('gardeners', { name: 'Dot' });
    await put('a draft takes it', `/api/gardeners/${dot}?status=draft&fields=name`, { toolbox: [saw] });
    await get('it has the new owner', ownedBy);
    await get('asked for with drafts it has the new owner', `${ownedBy}&status=draft`);
    await put('the new owner is published', `/api/gardeners/${dot}?fields=name`, {});
    await get('now it has the new owner', ownedBy);
    await put('and back again', ownedBy, { owner: ada });
    await remove('the owner goes', `/api/gardeners/${ada}`);
    await get('no owner', ownedBy);
    await get('nobody tends', `${one}&status=draft`);
  },
} satisfies Scenario;
