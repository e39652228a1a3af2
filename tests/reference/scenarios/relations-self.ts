// Relations of a type to itself.
import type { Scenario } from '../player.ts';

export default {
  uses: ['plants'],
  play: async ({ get, post, put, make, delete: remove }) => {
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) ids.push((await make('/api/plants', { name })).documentId);
    const [a, b, c] = ids as [string, string, string];
    const family = 'fields=name&populate[parent][fields]=name&populate[children][fields]=name';
    const friends = 'fields=name&populate[friends][fields]=name&populate[friendOf][fields]=name';
    const one = (id: string, query: string): string => `/api/plants/${id}?${query}`;

    await put('a parent', one(b, family), { parent: a });
    await get('has a child', one(a, family));
    await put('children', one(a, family), { children: [c, b] });
    await get('has a parent', one(c, family));
    await put('a parent no more', one(b, family), { parent: null });
    await put('a circle', one(a, family), { parent: b });
    await get('the other half of the circle', one(b, family));
    await post('parent and children at once', `/api/plants?${family}`, { name: 'd', parent: a, children: [c] });
    await get('a child moved', one(a, family));

    await put('friends', one(a, friends), { friends: [c, b] });
    await get('friend of', one(b, friends));
    await put('from the other side', one(a, friends), { friendOf: [b] });
    await get('has a friend', one(b, friends));
    await put('placed', one(a, friends), { friends: { connect: [{ documentId: b, position: { before: c } }] } });
    await put('both sides at once', one(b, friends), { friends: [a, c], friendOf: [c] });
    await get('after both sides', one(c, friends));

    await put('a twin', one(a, 'fields=name&populate[twin][fields]=name'), { twin: b });
    await put('its own twin', one(b, 'fields=name&populate[twin][fields]=name'), { twin: b });
    await put('its own friend', one(c, friends), { friends: [c] });
    await put('a friend no more', one(c, friends), { friends: [] });
    await put('its own parent', one(c, family), { parent: c });
    await get('is its own child', one(c, family));
    await put('its own child no more', one(c, family), { parent: null });

    await remove('one goes', `/api/plants/${b}`);
    await get('its friend', one(a, friends));
    await get('its twin', one(a, 'fields=name&populate[twin][fields]=name'));
    await get('its family', one(a, family));
  },
} satisfies Scenario;
