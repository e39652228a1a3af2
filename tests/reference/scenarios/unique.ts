// Unique values.
import type { Scenario } from '../player.ts';

const whole = { count: 1, sown: '2024-01-31', key: 'secret' };

export default {
  uses: ['seeds', 'packets'],
  play: async ({ get, post, put, make, delete: remove }) => {
    const [seeds, packets] = ['/api/seeds?fields=label,slug', '/api/packets?fields=name,code,slug'];
    const a = (await make('/api/seeds', { label: 'a', slug: 'a' })).documentId;
    const b = (await make('/api/seeds', { label: 'b', slug: 'b' })).documentId;
    await post('label taken', seeds, { label: 'a' });
    await post('slug taken', seeds, { slug: 'a' });
    await post('both taken', seeds, { label: 'a', slug: 'b' });
    await post('other case', seeds, { label: 'A', slug: 'A' });
    await post('null', seeds, { label: null, slug: null });
    await post('null again', seeds, { label: null, slug: null });
    await post('empty text', '/api/seeds?fields=label', { label: '', slug: 'e1' });
    await post('taken and otherwise wrong', seeds, { label: 'a', count: 'x' });
    await put('its own', `/api/seeds/${a}?fields=label,slug`, { label: 'a', slug: 'a' });
    await put('that of another', `/api/seeds/${b}?fields=label,slug`, { label: 'a' });
    await put('slug of another', `/api/seeds/${b}?fields=label,slug`, { slug: 'a' });
    await get('nothing changed', `/api/seeds/${b}?fields=label,slug`);
    await put('moves on', `/api/seeds/${a}?fields=label,slug`, { label: 'c', slug: 'c' });
    await put('what was left is free', `/api/seeds/${b}?fields=label,slug`, { label: 'a', slug: 'a' });
    await remove('delete', `/api/seeds/${b}`);
    await post('what was deleted is free', seeds, { label: 'a', slug: 'a' });

    const one = (await make('/api/packets', { ...whole, name: 'one', code: 'one', slug: 'one' })).documentId;
    const two = (await make('/api/packets?status=draft', { ...whole, name: 'two', code: 'two', slug: 'two' }))
      .documentId;
    await post('published code taken', packets, { ...whole, name: 'aa', code: 'one', slug: 'x1' });
    await post('published slug taken', packets, { ...whole, name: 'aa', code: 'xb', slug: 'one' });
    await post('draft with a published code', `${packets}&status=draft`, { name: 'aa', code: 'one', slug: 'x3' });
    await post('draft with the code of a draft', `${packets}&status=draft`, { name: 'aa', code: 'two', slug: 'x4' });
    await post('draft with a published slug', `${packets}&status=draft`, { name: 'aa', slug: 'one' });
    await put('publishing its own', `/api/packets/${one}?fields=code,slug`, {});
    await put('a draft takes another', `/api/packets/${one}?fields=code,slug&status=draft`, {
      code: 'three',
      slug: 'three',
    });
    await put('the second publishes', `/api/packets/${two}?fields=code,slug`, {});
    await put('what a draft has taken', `/api/packets/${two}?fields=code,slug`, { slug: 'four' });
    await get('published first', `/api/packets/${one}?fields=code,slug`);
    await put('the first publishes', `/api/packets/${one}?fields=code,slug`, {});
    await remove('the first goes', `/api/packets/${one}`);
    await post('code of the deleted', packets, { ...whole, name: 'aa', code: 'three', slug: 'three' });
  },
} satisfies Scenario;
