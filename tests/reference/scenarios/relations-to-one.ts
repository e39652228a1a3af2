// To-one relations: every form that a body may use, from the owning and the inverse side.
import type { Scenario } from '../player.ts';

export default {
  uses: ['plants', 'beds', 'signs', 'gardeners', 'tools'],
  play: async ({ get, post, put, make }) => {
    const bed = await make('/api/beds', { name: 'north' });
    const other = await make('/api/beds', { name: 'south' });
    const [north, south] = [bed.documentId, other.documentId] as const;
    const query = 'fields=name&populate[bed][fields]=name';
    const forms: Readonly<Record<string, unknown>> = {
      'a documentId': north,
      'an id': bed.id,
      'a documentId in an object': { documentId: north },
      'an id in an object': { id: bed.id },
      'a list': [north],
      'an empty list': [],
      two: [north, south],
      set: { set: [north] },
      'set of objects': { set: [{ documentId: north }] },
      'set without a list': { set: { documentId: north } },
      'set of nothing': { set: [] },
      connect: { connect: [north] },
      'connect of objects': { connect: [{ documentId: north }] },
      'connect of an id': { connect: [{ id: bed.id }] },
      'connect without a list': { connect: { documentId: north } },
      'connect of nothing': { connect: [] },
      'connect with a position as a text': { connect: [{ documentId: north, position: 'start' }] },
      'connect with options': { options: { strict: true }, connect: [north] },
      'set with options': { options: {}, set: [north] },
      'only options': { options: {} },
      disconnect: { disconnect: [north] },
      null: null,
      'an empty object': {},
      'an unknown documentId': 'aaaaaaaaaaaaaaaaaaaaaaaa',
      'an unknown documentId in an object': { documentId: 'aaaaaaaaaaaaaaaaaaaaaaaa' },
      'connect of an unknown one': { connect: ['aaaaaaaaaaaaaaaaaaaaaaaa'] },
      'disconnect of an unknown one': { disconnect: ['aaaaaaaaaaaaaaaaaaaaaaaa'] },
      true: true,
      'an unknown key': { nope: north },
      'an empty text': '',
    };
    for (const [label, value] of Object.entries(forms))
      await post(`create with ${label}`, `/api/plants?${query}`, { name: label, bed: value });

    const { documentId } = await make('/api/plants', { name: 'rose', bed: north });
    const rose = `/api/plants/${documentId}?${query}`;
    await put('another takes its place', rose, { bed: south });
    await put('others stay without it', rose, { name: 'red rose' });
    await put('an unknown one changes nothing', rose, { name: 'lost', bed: 'aaaaaaaaaaaaaaaaaaaaaaaa' });
    await get('as before', rose);
    await put('disconnect of what it is not', rose, { bed: { disconnect: [north] } });
    await put('disconnect', rose, { bed: { disconnect: [{ documentId: south }] } });
    await put('connect', rose, { bed: { connect: [south] } });
    await put('connect takes its place', rose, { bed: { connect: [north] } });
    await put('connect and disconnect', rose, { bed: { connect: [south], disconnect: [north] } });
    await put('null', rose, { bed: null });
    await put('null again', rose, { bed: null });
    await put('set', rose, { bed: { set: [{ documentId: north }] } });
    await put('set of nothing', rose, { bed: { set: [] } });
    await put('an empty list', rose, { bed: [] });

    const sign = (await make('/api/signs', { text: 'roses' })).documentId;
    const elm = (await make('/api/plants', { name: 'elm' })).documentId;
    const oak = (await make('/api/plants', { name: 'oak' })).documentId;
    const withSign = 'fields=name&populate[sign][fields]=text';
    const withPlant = 'fields=text&populate[plant][fields]=name';
    await put('one-to-one', `/api/plants/${elm}?${withSign}`, { sign });
    await get('seen from the other side', `/api/signs/${sign}?${withPlant}`);
    await put('another takes it', `/api/plants/${oak}?${withSign}`, { sign: { connect: [sign] } });
    await get('the first has lost it', `/api/plants/${elm}?${withSign}`);
    await get('the other side follows', `/api/signs/${sign}?${withPlant}`);
    await put('given from the other side', `/api/signs/${sign}?${withPlant}`, { plant: elm });
    await get('the second has lost it', `/api/plants/${oak}?${withSign}`);
    await get('the first has it again', `/api/plants/${elm}?${withSign}`);
    await post('a new sign takes the plant', `/api/signs?${withPlant}`, { text: 'new', plant: elm });
    await get('the old sign has none', `/api/signs/${sign}?${withPlant}`);
    await get('the plant has the new one', `/api/plants/${elm}?${withSign}`);
    await put('null from the other side', `/api/signs/${sign}?${withPlant}`, { plant: null });
    await put('null from the side that keeps it', `/api/plants/${elm}?${withSign}`, { sign: null });

    const ada = (await make('/api/gardeners', { name: 'Ada' })).documentId;
    await post('one-way one-to-one', '/api/plants?fields=name&populate[planter][fields]=name', {
      name: 'fern',
      planter: ada,
    });
    await post('one-way one-to-one shared', '/api/plants?fields=name&populate[planter][fields]=name', {
      name: 'moss',
      planter: ada,
    });
    await get(
      'after sharing',
      '/api/plants?fields=name&sort=name&filters[name][$in][0]=fern&filters[name][$in][1]=moss&populate[planter][fields]=name',
    );
    await post('one-way many-to-one', '/api/plants?fields=name&populate[origin][fields]=name', {
      name: 'ivy',
      origin: north,
    });
    await post('one-way many-to-one shared', '/api/plants?fields=name&populate[origin][fields]=name', {
      name: 'yew',
      origin: { connect: [north] },
    });
    await post('one-way from a type without drafts', '/api/beds?fields=name&populate[gardener][fields]=name', {
      name: 'west',
      gardener: ada,
    });
    await post('itself, one-way', '/api/tools?fields=name&populate[spare][fields]=name', {
      name: 'saw',
      spare: (await make('/api/tools', { name: 'old saw' })).documentId,
    });
  },
} satisfies Scenario;
