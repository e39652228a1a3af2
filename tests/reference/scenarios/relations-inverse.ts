// Relations written from the inverse side, and the order on both sides afterwards.
import type { Scenario } from '../player.ts';

export default {
  uses: ['plants', 'beds', 'gardeners', 'tools'],
  play: async ({ get, post, put, make, delete: remove }) => {
    const ids: string[] = [];
    for (const name of ['p', 'q', 'r']) ids.push((await make('/api/plants', { name })).documentId);
    const [p, q, r] = ids as [string, string, string];
    const beds = 'fields=name&populate[plants][fields]=name';
    const plant = (id: string): string => `/api/plants/${id}?fields=name&populate[bed][fields]=name`;

    const north = (await post('one-to-many', `/api/beds?${beds}`, { name: 'north', plants: [q, p] })).body.data
      .documentId;
    await get('its first', plant(p));
    await get('its second', plant(q));
    const south = (await post('takes one away', `/api/beds?${beds}`, { name: 'south', plants: [p] })).body.data
      .documentId;
    await get('the plant moved', plant(p));
    await get('the bed lost it', `/api/beds/${north}?${beds}`);
    await put('connect', `/api/beds/${south}?${beds}`, { plants: { connect: [r] } });
    await put('connect at the start', `/api/beds/${south}?${beds}`, {
      plants: { connect: [{ documentId: q, position: { start: true } }] },
    });
    await put('moved within', `/api/beds/${south}?${beds}`, {
      plants: { connect: [{ documentId: r, position: { before: p } }] },
    });
    const single = (await make('/api/plants', { name: 'apart' })).documentId;
    const connectBeside = { connect: [{ documentId: q, position: { after: single } }] };
    await put('not strict, beside one that is not there', `/api/beds/${south}?${beds}`, {
      plants: { options: { strict: false }, ...connectBeside },
    });
    await put('strict, beside one that is not there', `/api/beds/${south}?${beds}`, {
      plants: { options: {}, ...connectBeside },
    });
    await put('the start as a text', `/api/beds/${south}?${beds}`, {
      plants: { connect: [{ documentId: r, position: 'start' }] },
    });
    await put('disconnect', `/api/beds/${south}?${beds}`, { plants: { disconnect: [p] } });
    await get('the plant has none', plant(p));
    await put('set', `/api/beds/${south}?${beds}`, { plants: { set: [p, r] } });
    await put('an unknown one', `/api/beds/${south}?${beds}`, { plants: ['aaaaaaaaaaaaaaaaaaaaaaaa'] });
    await put('from the other side', plant(q), { bed: south });
    await get('comes last', `/api/beds/${south}?${beds}`);
    await put('null', `/api/beds/${south}?${beds}`, { plants: null });
    await get('none has it', '/api/plants?fields=name&sort=name&populate[bed][fields]=name');

    const gardener = 'fields=name&populate[plants][fields]=name';
    const tended = 'fields=name&populate[gardeners][fields]=name';
    const ada = (await post('many-to-many', `/api/gardeners?${gardener}`, { name: 'Ada', plants: [r, p] })).body.data
      .documentId;
    const bo = (
      await post('many-to-many shares', `/api/gardeners?${gardener}`, { name: 'Bo', plants: { connect: [p, q] } })
    ).body.data.documentId;
    await get('the side that keeps it', `/api/plants/${p}?${tended}`);
    await put('reordered there', `/api/plants/${p}?${tended}`, { gardeners: [bo, ada] });
    await get('the other keeps its own order', `/api/gardeners/${ada}?${gardener}`);
    await put('placed from the other side', `/api/gardeners/${ada}?${gardener}`, {
      plants: { connect: [{ documentId: q, position: { before: p } }] },
    });
    await get('comes last on the side that keeps it', `/api/plants/${q}?${tended}`);
    await put('reordered on the other side', `/api/gardeners/${ada}?${gardener}`, { plants: [p, q, r] });
    await get('the order there stays', `/api/plants/${p}?${tended}`);
    await put('one goes', `/api/gardeners/${ada}?${gardener}`, { plants: { disconnect: [p] } });
    await get('it has one left', `/api/plants/${p}?${tended}`);
    await put('all go', `/api/gardeners/${bo}?${gardener}`, { plants: [] });
    await get('it has none left', `/api/plants/${p}?${tended}`);

    const tool = 'fields=name&populate[owner][fields]=name';
    const owner = 'fields=name&populate[toolbox][fields]=name';
    const [saw, axe] = [
      (await make('/api/tools', { name: 'saw' })).documentId,
      (await make('/api/tools', { name: 'axe' })).documentId,
    ];
    await put('from drafts to a type without', `/api/gardeners/${ada}?${owner}`, { toolbox: [saw, axe] });
    await get('its owner', `/api/tools/${saw}?${tool}`);
    await put('a tool changes hands', `/api/tools/${saw}?${tool}`, { owner: bo });
    await get('the first owner', `/api/gardeners/${ada}?${owner}`);
    await get('the second owner', `/api/gardeners/${bo}?${owner}`);

    await remove('a gardener goes', `/api/gardeners/${bo}`);
    await get('the tool has no owner', `/api/tools/${saw}?${tool}`);
    await remove('a plant goes', `/api/plants/${r}`);
    await get('the gardener has one less', `/api/gardeners/${ada}?${gardener}`);
  },
} satisfies Scenario;
