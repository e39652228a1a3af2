// Required values and defaults, in drafts and published versions.
import type { Scenario } from '../player.ts';

const whole = { name: 'ab', count: 1, sown: '2024-01-31', key: 'secret' };
const without = (name: string): unknown => Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name));
const query = 'fields=name,code,count,sown,rare,colour,data,motto,weight';

export default {
  uses: ['packets'],
  play: async ({ get, post, put, make, delete: remove }) => {
    await post('defaults', `/api/packets?${query}`, whole);
    await post('defaults of a draft', `/api/packets?status=draft&${query}`, {});
    await post('nothing published', '/api/packets', {});
    for (const name of ['name', 'count', 'sown', 'key'])
      await post(`without ${name}`, '/api/packets?fields=name', without(name));
    for (const name of ['name', 'count', 'sown', 'rare', 'colour', 'data', 'key', 'motto', 'weight'])
      await post(`${name} null`, `/api/packets?${query}`, { ...whole, [name]: null });
    for (const name of ['name', 'count', 'sown', 'rare', 'colour', 'data', 'motto'])
      await post(`${name} null in a draft`, `/api/packets?status=draft&${query}`, { [name]: null });
    await post('empty text', '/api/packets?fields=name', { ...whole, name: '' });
    await post('empty password', '/api/packets?fields=name', { ...whole, key: '' });
    await post('empty date', '/api/packets?fields=name', { ...whole, sown: '' });
    await post('draft with a wrong type', '/api/packets?status=draft', { name: 5 });
    await post('draft too small', '/api/packets?status=draft&fields=count', { count: 0 });
    await post('draft with a wrong format', '/api/packets?status=draft', { code: 'A1' });
    await post('draft with an unknown value', '/api/packets?status=draft', { colour: 'blue' });
    await post('draft too short', '/api/packets?status=draft&fields=name', { name: 'a' });
    await post('draft with several', '/api/packets?status=draft', { name: 5, code: 'A', colour: 'blue' });
    await post('component lacks what it needs', '/api/packets', { ...whole, care: {} });
    await post('draft component lacks what it needs', '/api/packets?status=draft&fields=name&populate=care', {
      care: {},
    });
    await post('draft component with a wrong type', '/api/packets?status=draft', { care: { title: 5 } });

    const { documentId } = await make('/api/packets?status=draft', { name: 'first' });
    const one = `/api/packets/${documentId}`;
    await get('not published', one);
    await get('the draft', `${one}?status=draft&${query}`);
    await put('publishing what lacks', one, {});
    await get('still not published', `${one}?fields=name`);
    await put('publishing what lacks less', one, { count: 2, key: 'secret' });
    await get('the draft after a refusal', `${one}?status=draft&${query}`);
    await put('the draft is mended', `${one}?status=draft&${query}`, { count: 2, sown: '2024-01-31', key: 'secret' });
    await put('and published', `${one}?${query}`, {});
    await put('a draft loses what is required', `${one}?status=draft&${query}`, { name: null });
    await get('published keeps it', `${one}?${query}`);
    await put('publishing fails', `${one}?${query}`, {});
    await put('required null', `${one}?${query}`, { name: null });
    await get('published still keeps it', `${one}?${query}`);
    await put('publishing with it', `${one}?${query}`, { name: 'second' });
    await remove('delete', one);
    await get('deleted draft', `${one}?status=draft`);
  },
} satisfies Scenario;
