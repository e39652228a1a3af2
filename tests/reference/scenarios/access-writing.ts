// Writing with partial permissions: operations, bodies that name hidden documents, and drafts.
import type { Scenario } from '../player.ts';
import type { Call } from '../sendRequest.ts';

const absent = 'aaaaaaaaaaaaaaaaaaaaaaaa';

export default {
  uses: ['users', 'plants', 'beds', 'gardeners', 'tools', 'guides', 'garden', 'remarks'],
  play: async ({ get, post, put, delete: remove, make, member, allow }) => {
    const ada = (await make('/api/gardeners', { name: 'Ada' })).documentId;
    const tool = await make('/api/tools', { name: 'rake' });
    const bed = await make('/api/beds', { name: 'north' });
    const [rake, north] = [tool.documentId, bed.documentId];
    const rose = (await make('/api/plants', { name: 'rose', bed: north, gardeners: [ada], tools: [rake] })).documentId;
    const one = `/api/plants/${rose}`;
    const { as } = await member('may');
    const who = { 'the public': null, 'a member': as, 'the read-only token': 'read-only' } as const;
    const asks: Readonly<Record<string, Call>> = Object.fromEntries(
      Object.entries(who).map(([name, by]) => [name, { as: by }]),
    );
    for (const [name, call] of Object.entries(asks)) {
      await post(`${name}: create`, '/api/plants', { name: 'x' }, call);
      await post(`${name}: create what does not fit`, '/api/plants', { nope: 1 }, call);
      await put(`${name}: update`, one, { name: 'x' }, call);
      await put(`${name}: update what is not there`, `/api/plants/${absent}`, { name: 'x' }, call);
      await put(`${name}: a single type`, '/api/garden', { name: 'x' }, call);
      await remove(`${name}: delete`, one, call);
      await remove(`${name}: delete what is not there`, `/api/plants/${absent}`, call);
      await remove(`${name}: delete a single type`, '/api/garden', call);
    }
    await get('nothing changed', `${one}?fields=name`);

    await allow('public', ['plant.create', 'plant.find', 'bed.find']);
    const anyone = { as: null };
    const plants = '/api/plants?fields=name';
    const fresh = (await post('may create', plants, { name: 'new' }, anyone)).body.data.documentId;
    await post('may create a draft', `${plants}&status=draft`, { name: 'draft' }, anyone);
    await put('may not update', one, { name: 'x' }, anyone);
    await remove('may not delete', one, anyone);
    await get('may not read it by itself', `/api/plants/${fresh}`, anyone);
    await post('relates to what may be found', `${plants}&populate=bed`, { name: 'b', bed: north }, anyone);
    await post('relates to what may be found, and is not there', plants, { name: 'b', bed: absent }, anyone);
    await post('relates to itself', `${plants}&populate[parent][fields]=name`, { name: 'b', parent: rose }, anyone);
    await post('relates to what may not be found', plants, { name: 'b', gardeners: [ada] }, anyone);
    await post('relates to one that may not be found', plants, { name: 'b', planter: ada }, anyone);
    await post('relates by connecting', plants, { name: 'b', tools: { connect: [rake] } }, anyone);
    await post('relates by setting', plants, { name: 'b', tools: { set: [{ documentId: rake }] } }, anyone);
    await post('relates by disconnecting', plants, { name: 'b', tools: { disconnect: [rake] } }, anyone);
    await post('relates to nothing there', plants, { name: 'b', gardeners: [] }, anyone);
    await post('relates to null there', plants, { name: 'b', planter: null }, anyone);
    await post('relates to what may not be found and is not there', plants, { name: 'b', planter: absent }, anyone);
    await post('relates, and is otherwise wrong', plants, { name: 5, gardeners: [ada] }, anyone);
    await post('an unknown key', plants, { name: 'b', nope: 1 }, anyone);
    await post('createdBy', plants, { name: 'b', createdBy: 1 }, anyone);
    await post('a wrong value', plants, { name: 5 }, anyone);
    await post('answers what may be seen', `${plants}&populate=*`, { name: 'b', bed: north }, anyone);
    await post('answers no gardeners', `${plants}&populate=gardeners`, { name: 'b' }, anyone);
    await post('answers no odd fields', '/api/plants?fields=nope', { name: 'never' }, anyone);
    await post('answers no odd relations', '/api/plants?populate=nope', { name: 'never' }, anyone);
    await allow('public', ['plant.create', 'plant.find', 'bed.find', 'remark.create', 'remark.find']);
    const remarks = '/api/remarks?fields=text&populate=mentions';
    const mention = (uid: string, { id }: { readonly id: number }) => [{ __type: `api::${uid}.${uid}`, id }];
    await post('mentions what may be found', remarks, { text: 'm', mentions: mention('bed', bed) }, anyone);
    await post('mentions what may not be found', remarks, { text: 'm', mentions: mention('tool', tool) }, anyone);
    await post('mentions nothing', remarks, { text: 'm', mentions: [] }, anyone);
    await get('what was not written', '/api/plants?filters[name]=never', anyone);

    await allow('authenticated', ['plant.update', 'plant.delete', 'garden.update', 'bed.find', 'guide.create']);
    const mine = { as };
    await put('may update', `${one}?fields=name`, { name: 'rosa' }, mine);
    await put('may publish', `${one}?fields=name`, {}, mine);
    await put('may update a draft', `${one}?fields=name&status=draft`, { name: 'rosae' }, mine);
    await put('updates what is not there', `/api/plants/${absent}`, { name: 'x' }, mine);
    await put('updates a bed', `${one}?fields=name&populate=bed`, { bed: null }, mine);
    await put('updates gardeners', one, { gardeners: [] }, mine);
    await put('updates gardeners by connecting', one, { gardeners: { connect: [ada] } }, mine);
    await put('updates friends, whom they may not find', one, { friends: [fresh] }, mine);
    await put('answers what may be seen of it', `${one}?populate=*&fields=name`, { height: 1 }, mine);
    await post('may not create', '/api/plants', { name: 'x' }, mine);
    await get('may not find', '/api/plants', mine);
    await put('may make a single type', '/api/garden?populate=*', { name: 'Eden' }, mine);
    await put('may change a single type', '/api/garden', { beds: [north] }, mine);
    await put('relates a single type', '/api/garden', { head: ada }, mine);
    await get('may not find a single type', '/api/garden', mine);
    await remove('may not delete a single type', '/api/garden', mine);
    const guide = {
      title: 'g',
      must: { body: 'b' },
      steps: [{ text: 's' }],
      ends: [{ __component: 'garden.quote', body: 'b' }],
    };
    const guides = '/api/guides?fields=title';
    await post('writes components', guides, guide, mine);
    await post('relates in a component', guides, { ...guide, care: { title: 'c', gardener: ada } }, mine);
    await post('relates in a repeatable', guides, { ...guide, tips: [{ text: 'tip', tool: rake }] }, mine);
    await post(
      'relates in a zone',
      guides,
      { ...guide, body: [{ __component: 'garden.care', title: 'c', gardener: ada }] },
      mine,
    );
    await remove('may delete', one, mine);
    await remove('deletes what is not there', one, mine);
    await get('all that is there', '/api/plants?sort=id&fields=name&populate=*');
  },
} satisfies Scenario;
