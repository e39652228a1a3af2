// Drafts and published versions.
import type { Scenario } from '../player.ts';

export default {
  uses: ['plants', 'beds'],
  play: async ({ get, post, put, make, delete: remove }) => {
    const query = 'fields=name,height,publishedAt';
    const a = (await post('published at once', `/api/plants?${query}`, { name: 'a', height: 1 })).body.data.documentId;
    const b = (await post('a draft', `/api/plants?status=draft&${query}`, { name: 'b', height: 1 })).body.data
      .documentId;
    await post('said to be published', `/api/plants?status=published&${query}`, { name: 'c' });
    const [first, second] = [`/api/plants/${a}?${query}`, `/api/plants/${b}?${query}`];
    await get('published', first);
    await get('its draft', `${first}&status=draft`);
    await get('only a draft', second);
    await get('only a draft, asked for', `${second}&status=draft`);
    await get('list', `/api/plants?sort=name&${query}`);
    await get('list of drafts', `/api/plants?sort=name&status=draft&${query}`);
    await put('the draft changes', `${first}&status=draft`, { height: 2 });
    await get('published stays', first);
    await get('the draft changed', `${first}&status=draft`);
    await put('publishing as it stands', first, {});
    await get('now published', first);
    await put('changing and publishing', first, { name: 'aa' });
    await get('the draft follows', `${first}&status=draft`);
    await put('a draft is changed first', `${first}&status=draft`, { height: 3 });
    await put('publishing takes the draft along', first, { name: 'aaa' });
    await put('a draft is published', second, { height: 5 });
    await put('publishedAt is ignored', `${first}&status=draft`, { publishedAt: null });
    await put('publishedAt is ignored in publishing', first, { publishedAt: '2001-01-01T00:00:00.000Z' });
    await post('publishedAt null when new', `/api/plants?${query}`, { name: 'd', publishedAt: null });

    const e = (await make('/api/plants?status=draft', { name: 'e' })).documentId;
    await put('draft and published differ', `${second}&status=draft`, { height: 6 });
    for (const value of ['true', 'false'])
      await get(
        `hasPublishedVersion ${value}`,
        `/api/plants?status=draft&sort=name&fields=name&hasPublishedVersion=${value}`,
      );
    for (const value of [
      'never-published',
      'has-published-version',
      'modified',
      'unmodified',
      'never-published-document',
      'has-published-version-document',
      'published-without-draft',
      'published-with-draft',
    ])
      for (const status of ['draft', 'published'])
        await get(
          `publicationFilter ${value} of ${status}`,
          `/api/plants?status=${status}&sort=name&fields=name&publicationFilter=${value}`,
        );
    await get('publicationFilter nope', '/api/plants?publicationFilter=nope');
    await get('filter by publishedAt', '/api/plants?filters[publishedAt][$null]=true&fields=name');
    await get(
      'drafts by publishedAt',
      '/api/plants?status=draft&filters[publishedAt][$null]=true&fields=name&sort=name',
    );

    await remove('both go', `/api/plants/${a}`);
    await get('published is gone', first);
    await get('the draft is gone', `${first}&status=draft`);
    await put('what is gone cannot be changed', first, { name: 'x' });
    await put('nor its draft', `${first}&status=draft`, { name: 'x' });
    await remove('asked to delete a draft', `/api/plants/${b}?status=draft`);
    await get('published after it', second);
    await get('the draft after it', `${second}&status=draft`);
    await remove('a mere draft goes', `/api/plants/${e}`);
    await get('the mere draft is gone', `/api/plants/${e}?status=draft`);

    const bed = (await post('a type without drafts', '/api/beds?status=draft', { name: 'bed' })).body.data?.documentId;
    await get('asked for as a draft', `/api/beds/${bed}?status=draft&fields=name,publishedAt`);
    await get('asked for as published', `/api/beds/${bed}?status=published&fields=name,publishedAt`);
    await put('written as a draft', `/api/beds/${bed}?status=draft&fields=name`, { name: 'bett' });
    await get('written', `/api/beds/${bed}?fields=name`);
    await remove('deleted as a draft', `/api/beds/${bed}?status=draft`);
    await get('deleted', `/api/beds/${bed}`);
  },
} satisfies Scenario;
