// One populate for types whose dynamic zones differ, and lists of names beside objects.
import type { Scenario } from '../player.ts';

export default {
  uses: ['chapters', 'plants', 'beds', 'gardeners', 'remarks'],
  play: async ({ get, make }) => {
    const ada = (await make('/api/gardeners', { name: 'Ada' })).documentId;
    const bed = (await make('/api/beds', { name: 'north', gardener: ada })).documentId;
    await make('/api/plants', { name: 'fern', bed, gardeners: [ada] });
    await make('/api/chapters', {
      title: 'one',
      must: { body: 'q' },
      tips: [{ text: 'water' }, { text: 'light' }],
      body: [{ __component: 'garden.quote', body: 'said' }],
    });
    for (const on of [
      '[garden.quote]=true&populate[body][on][garden.tip]=true',
      '[garden.tip]=true',
      '[garden.tip][populate]=*',
      '[garden.tip][populate]=nope',
      '[garden.tip][fields]=nope',
      '[garden.tip][nope]=1',
      '[garden.nope]=true',
      '[api::bed.bed]=true',
    ])
      await get(`on ${on}`, `/api/chapters?fields=title&populate[body][on]${on}`);
    await get('on a component in a morph', '/api/remarks?populate[about][on][garden.tip]=true');

    for (const populate of [
      'populate[0]=gardeners&populate[bed][populate]=gardener',
      'populate[bed][populate]=gardener&populate[]=gardeners',
      'populate[0]=*&populate[bed][populate]=*',
      'populate[0]=nope&populate[bed]=true',
      'populate[bed][populate][0]=gardener&populate[bed][populate][plants][fields]=name',
      'populate[bed][0]=gardener&populate[bed][fields]=name',
      'populate=gardeners&populate[bed]=true',
    ])
      await get(populate, `/api/plants?fields=name&${populate}`);
  },
} satisfies Scenario;
