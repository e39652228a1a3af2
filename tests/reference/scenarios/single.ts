// A single type.
import type { Scenario } from '../player.ts';

export default {
  uses: ['garden', 'gardeners', 'beds'],
  play: async ({ send, get, post, put, make, delete: remove }) => {
    const ada = (await make('/api/gardeners', { name: 'Ada' })).documentId;
    const bed = (await make('/api/beds', { name: 'north' })).documentId;
    const all = '/api/garden?populate[head][fields]=name&populate[beds][fields]=name&populate[care]=true';
    await get('absent', '/api/garden');
    await get('absent draft', '/api/garden?status=draft');
    await put('lacks what is required', '/api/garden', { motto: 'm' });
    await get('still absent', '/api/garden');
    await put('a wrong value', '/api/garden', { name: 5 });
    await put('an unknown key', '/api/garden', { name: 'Eden', nope: 1 });
    await put('a draft', '/api/garden?status=draft', {});
    await get('not published', '/api/garden');
    await get('the draft', '/api/garden?status=draft');
    await put('publishing what lacks', '/api/garden', {});
    await put('published', all, { name: 'Eden', head: ada, beds: [bed], care: { title: 'c' } });
    await get('read', all);
    await put('others stay', all, { motto: 'm' });
    await put('the draft changes', `${all}&status=draft`, { motto: 'n', head: null });
    await get('published stays', all);
    await get('the draft changed', `${all}&status=draft`);
    await put('publishing as it stands', all, {});
    await put('required null', all, { name: null });
    await put('an unknown relation', all, { head: 'aaaaaaaaaaaaaaaaaaaaaaaa' });
    await get('fields', '/api/garden?fields=name');
    await get('filters that match', '/api/garden?filters[name]=Eden&fields=name');
    await get('filters that do not', '/api/garden?filters[name]=Nod&fields=name');
    await get('sort and page', '/api/garden?sort=name&pagination[page]=2&fields=name');
    await get('unknown filters', '/api/garden?filters[nope]=1');
    await post('post', '/api/garden', { name: 'x' });
    await get('by its plural', '/api/gardens');
    await send('read-only writes', 'PUT', '/api/garden', { as: 'read-only', body: { data: { name: 'x' } } });
    await send('no data', 'PUT', '/api/garden', { body: {} });
    await remove('delete', '/api/garden');
    await get('gone', '/api/garden?status=draft');
    await remove('delete again', '/api/garden');
    await put('made again', '/api/garden?fields=name,motto', { name: 'Eden' });
  },
} satisfies Scenario;
