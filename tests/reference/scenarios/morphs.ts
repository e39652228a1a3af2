// Polymorphic relations, as far as REST supports them.
import type { Scenario } from '../player.ts';

export default {
  uses: ['remarks', 'plants', 'beds'],
  play: async ({ get, post, put, make, delete: remove }) => {
    const plant = await make('/api/plants', { name: 'rose' });
    const bed = await make('/api/beds', { name: 'north' });
    const rose = { __type: 'api::plant.plant', id: plant.id };
    const north = { __type: 'api::bed.bed', id: bed.id };
    const query =
      'fields=text&populate[about][on][api::plant.plant][fields]=name&populate[about][on][api::bed.bed][fields]=name';
    const many =
      'fields=text&populate[mentions][on][api::plant.plant][fields]=name&populate[mentions][on][api::bed.bed][fields]=name';
    const first = (await post('about a bed', `/api/remarks?${query}`, { text: 'one', about: north })).body.data
      ?.documentId;
    await get('read', `/api/remarks/${first}?${query}`);
    await get('populated by name', `/api/remarks/${first}?fields=text&populate=about`);
    await put('cleared', `/api/remarks/${first}?${query}`, { about: null });
    await post('without a type', '/api/remarks', { about: { id: bed.id } });
    await post('an unknown type', '/api/remarks', { about: { __type: 'api::nope.nope', id: bed.id } });
    await post('an unknown target', '/api/remarks', { about: { __type: 'api::bed.bed', id: 99999999 } });
    const second = (await post('mentions', `/api/remarks?${many}`, { text: 'two', mentions: [north] })).body.data
      ?.documentId;
    await get('mentions read', `/api/remarks/${second}?${many}`);
    await put('mentions of two types', `/api/remarks/${second}?fields=text`, { mentions: [rose, north] });
    await put('mentions null', `/api/remarks/${second}?${many}`, { mentions: null });
    await put('mentions cleared', `/api/remarks/${second}?${many}`, { mentions: [] });
    await remove('a remark goes', `/api/remarks/${second}`);
  },
} satisfies Scenario;
