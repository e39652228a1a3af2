// Content that relates to users: reading them, querying through them, and relating to them.
import type { Scenario } from '../player.ts';
import type { Call } from '../sendRequest.ts';

const queries = [
  'populate=owner',
  'populate=*',
  'populate[owner][fields]=username',
  'populate[owner][fields]=password',
  'populate[owner][fields]=resetPasswordToken',
  'populate[owner][populate]=role',
  'populate=owner.role',
  'populate[holders][sort]=username:desc&populate[holders][fields]=username',
  'populate[holders][filters][username]=bob',
  'populate[holders][filters][password][$notNull]=true',
  'populate[holders][sort]=password',
  'populate[holders][count]=true',
  'filters[owner][username]=ada',
  'filters[owner][email][$contains]=ADA',
  'filters[owner][email][$containsi]=ADA',
  'filters[owner][password][$startsWith]=$2',
  'filters[owner][resetPasswordToken][$notNull]=true',
  'filters[owner][role][type]=authenticated',
  'filters[owner][role][permissions][action]=x',
  'filters[holders][username][$in][0]=bob',
  'filters[owner][$null]=true',
  'filters[$or][0][owner][username]=ada&filters[$or][1][title]=gold',
  'sort=owner.username,title',
  'sort=owner.password',
  'sort=owner.role.name',
  'sort[owner][email]=desc',
] as const;

export default {
  uses: ['users', 'badges'],
  play: async ({ get, post, put, make, member, allow }) => {
    const ada = await member('ada');
    const bob = await member('bob');
    const gold = await make('/api/badges', { title: 'gold', owner: ada.documentId, holders: [ada.id, bob.id] });
    await make('/api/badges', { title: 'silver', owner: bob.documentId });
    const { as } = ada;

    const ask = async (who: string, call: Call): Promise<void> => {
      for (const query of queries)
        await get(
          `${who}: ${query}`,
          `/api/badges?fields=title${query.startsWith('sort') ? '' : '&sort=title'}&${query}`,
          call,
        );
    };
    await ask('the full-access token', {});
    await ask('the read-only token', { as: 'read-only' });
    await allow('public', ['badge.find', 'badge.findOne']);
    await ask('the public', { as: null });
    await allow('authenticated', ['badge.find', 'badge.findOne', 'user.find']);
    await ask('a member who may find users', { as });
    await get('one', `/api/badges/${gold.documentId}?populate=*`, { as });

    await allow('authenticated', ['badge.create', 'badge.update']);
    await post('a member who may not find users gives', '/api/badges', { title: 'tin', owner: bob.documentId }, { as });
    await post('gives to themself', '/api/badges', { title: 'tin', owner: ada.documentId }, { as });
    await post('gives to nobody', '/api/badges', { title: 'tin', holders: [] }, { as });
    await put('takes', `/api/badges/${gold.documentId}`, { owner: null }, { as });
    await put('a new title', `/api/badges/${gold.documentId}?populate=owner`, { title: 'golden' }, { as });
    await allow('authenticated', ['badge.create', 'badge.update', 'user.find']);
    const answered = '/api/badges?fields=title&populate[owner][fields]=username&populate[holders][fields]=username';
    await post('a member who may find users gives', answered, { title: 'tin', owner: bob.documentId }, { as });
    await post('gives by id', answered, { title: 'tin', owner: bob.id, holders: { connect: [ada.id] } }, { as });
    await post('gives to an unknown user', answered, { title: 'tin', owner: 999999 }, { as });
    await get('all', '/api/badges?sort=id&fields=title&populate[owner][fields]=username');
  },
} satisfies Scenario;
