// Documents in several locales.
import type { Scenario } from '../player.ts';

export default {
  uses: ['rules', 'posters', 'gardeners', 'beds'],
  play: async ({ get, post, put, make, delete: remove }) => {
    const ada = (await make('/api/gardeners', { name: 'Ada' })).documentId;
    const bed = (await make('/api/beds', { name: 'north' })).documentId;
    const query = 'fields=title,number,locale&populate[localizations][fields]=title,locale,number';
    const a = (
      await post('in the default locale', `/api/rules?${query}`, {
        title: 'Shut the gate',
        number: 1,
        shared: { body: 's' },
        care: { title: 'en' },
      })
    ).body.data.documentId;
    const one = `/api/rules/${a}?${query}`;
    await get('absent in french', `${one}&locale=fr`);
    await put('french', `${one}&locale=fr`, { title: 'Fermez la porte' });
    await get('english', one);
    await get('french again', `${one}&locale=fr`);
    await get('shared component in french', `/api/rules/${a}?locale=fr&fields=title&populate=shared,care`);
    await put('what is shared changes in french', `${one}&locale=fr`, { number: 2, shared: { body: 't' } });
    await get('it follows in english', `/api/rules/${a}?fields=title,number&populate=shared`);
    await get('and in the english draft', `/api/rules/${a}?status=draft&fields=title,number&populate=shared`);
    await put('what is shared changes in english', one, { number: 3 });
    await get('it follows in french', `${one}&locale=fr`);
    await put('a shared value of a draft', `${one}&status=draft`, { number: 4 });
    await get('of the french draft', `${one}&status=draft&locale=fr`);
    await get('not of what is published', `${one}&locale=fr`);
    await put('publishing english', one, {});
    await get('then french', `${one}&locale=fr`);
    await put('a french draft alone', `${one}&locale=fr&status=draft`, { title: 'Fermez bien' });
    await get('published french stays', `${one}&locale=fr`);
    await put('french lacks what is required', `${one}&locale=fr`, { title: null });
    await put('german lacks what is required', `${one}&locale=de`, { number: 9 });
    await post('first in french', `/api/rules?locale=fr&${query}`, { title: 'Premier', number: 7 });
    await get('list in english', `/api/rules?sort=title&${query}`);
    await get('list in french', `/api/rules?sort=title&locale=fr&${query}`);
    await get('list in german', `/api/rules?locale=de&${query}`);
    await get('list in all', `/api/rules?sort=title&locale=*&${query}`);
    await get('list of drafts in all', `/api/rules?sort=title&locale=*&status=draft&fields=title,locale`);
    await get('filter by locale', `/api/rules?sort=title&locale=*&filters[locale]=fr&fields=title`);
    await get('populate everything', `/api/rules/${a}?locale=fr&populate=*`);
    await post('locale in the body', `/api/rules?${query}`, { title: 'Body', locale: 'fr' });

    await put(
      'related in english',
      `/api/rules/${a}?fields=title&populate[gardeners][fields]=name&populate[bed][fields]=name`,
      { gardeners: [ada], bed },
    );
    await get(
      'a localized relation in french',
      `/api/rules/${a}?locale=fr&fields=title&populate[gardeners][fields]=name`,
    );
    await get('a shared relation in french', `/api/rules/${a}?locale=fr&fields=title&populate[bed][fields]=name`);
    const b = (await make('/api/rules', { title: 'Sweep' })).documentId;
    await put('the next rule', `/api/rules/${a}?fields=title&populate[next][fields]=title,locale`, { next: b });
    await put(
      'the next rule in french is not there',
      `/api/rules/${a}?locale=fr&fields=title&populate[next][fields]=title,locale`,
      { next: b },
    );
    await put('it comes', `/api/rules/${b}?locale=fr&fields=title`, { title: 'Balayez' });
    await put('and is related', `/api/rules/${a}?locale=fr&fields=title&populate[next][fields]=title,locale`, {
      next: { documentId: b, locale: 'fr' },
    });
    await get('each its own', `/api/rules/${a}?locale=*&fields=title&populate[next][fields]=title,locale`);

    await remove('french goes', `/api/rules/${a}?locale=fr`);
    await get('french is gone', `${one}&locale=fr`);
    await get('english stays', one);
    await put('french comes back', `${one}&locale=fr`, { title: 'Encore' });
    await remove('the default goes', `/api/rules/${a}`);
    await get('english is gone', one);
    await get('french stays', `${one}&locale=fr`);
    await remove('all go', `/api/rules/${a}?locale=*`);
    await get('all are gone', `${one}&locale=fr&status=draft`);

    const posters = 'fields=title,year,locale';
    const p = (await post('a poster', `/api/posters?${posters}`, { title: 'Spring', year: 2024, rules: [b] })).body.data
      .documentId;
    await put('a poster in french', `/api/posters/${p}?locale=fr&${posters}`, { title: 'Spring' });
    await post('taken in this locale', `/api/posters?${posters}`, { title: 'Spring' });
    await post('free in another', `/api/posters?locale=de&${posters}`, { title: 'Spring' });
    await get('its rules', `/api/posters/${p}?fields=title&populate[rules][fields]=title,locale`);
    await get('its rules in french', `/api/posters/${p}?locale=fr&fields=title&populate[rules][fields]=title,locale`);
    await get('the parameter on a type without locales', '/api/beds?locale=fr&fields=name');
    await post('written on a type without locales', '/api/beds?locale=fr&fields=name', { name: 'south' });
    await get('an unknown locale', '/api/rules?locale=xx&fields=title');
  },
} satisfies Scenario;
