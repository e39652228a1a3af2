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
    const [south, west] = [await make('/api/beds', { name: 'south' }), await make('/api/beds', { name: 'west' })];
    const mentioned = { __type: 'api::bed.bed', documentId: west.documentId };
    const positions: Readonly<Record<string, unknown>> = {
      'the type of the entry is that of its neighbour': { before: bed.documentId },
      'the neighbour has a type': { after: bed.documentId, __type: 'api::bed.bed' },
      'the neighbour is unknown': { before: 'aaaaaaaaaaaaaaaaaaaaaaaa' },
      'the neighbour is not mentioned': { before: south.documentId },
      'the start': { start: true },
      'the start as a text': 'start',
      'the end as a text': 'end',
    };
    for (const [label, position] of Object.entries(positions)) {
      const { documentId } = await make('/api/remarks', { text: label, mentions: [rose, north] });
      await put(label, `/api/remarks/${documentId}?${many}`, { mentions: { connect: [{ ...mentioned, position }] } });
    }
    const options: Readonly<Record<string, unknown>> = {
      'no options': {},
      'strict options': { strict: true },
      'options that are not strict': { strict: false },
      'unknown options': { loose: true },
    };
    for (const [label, value] of Object.entries(options)) {
      const { documentId } = await make('/api/remarks', { text: label, mentions: [rose, north] });
      await put(label, `/api/remarks/${documentId}?${many}`, {
        mentions: { options: value, connect: [{ ...mentioned, position: { before: south.documentId } }] },
      });
    }
    await put('mentions null', `/api/remarks/${second}?${many}`, { mentions: null });
    await put('mentions cleared', `/api/remarks/${second}?${many}`, { mentions: [] });
    await remove('a remark goes', `/api/remarks/${second}`);
  },
} satisfies Scenario;
