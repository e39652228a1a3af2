// To-many relations: every form that a body may use, and the order that results.
import type { Scenario } from '../player.ts';

export default {
  uses: ['plants', 'gardeners', 'tools'],
  play: async ({ get, post, put, make }) => {
    const made = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) made.push(await make('/api/tools', { name }));
    const [a, b, c, d, e] = made.map(({ documentId }) => documentId as string) as [
      string,
      string,
      string,
      string,
      string,
    ];
    const ids = made.map(({ id }) => id as number);
    const query = 'fields=name&populate[tools][fields]=name';
    const unknown = 'aaaaaaaaaaaaaaaaaaaaaaaa';
    const forms: Readonly<Record<string, unknown>> = {
      documentIds: [b, a, c],
      ids: [ids[1], ids[0]],
      'ids as texts': [String(ids[1])],
      objects: [{ documentId: c }, { documentId: a }],
      'objects with an id': [{ id: ids[2] }, { id: ids[0] }],
      mixed: [{ documentId: c }, a, ids[1]],
      'twice the same': [a, b, a],
      'a documentId': a,
      'an id': ids[0],
      'an object': { documentId: a },
      'an empty list': [],
      null: null,
      'an empty object': {},
      set: { set: [c, b] },
      'set of objects': { set: [{ documentId: c }] },
      'set of nothing': { set: [] },
      'set null': { set: null },
      connect: { connect: [c, b] },
      'connect without a list': { connect: c },
      'connect twice the same': { connect: [c, c, b] },
      disconnect: { disconnect: [a] },
      'an unknown one': [a, unknown],
      'connect of an unknown one': { connect: [unknown] },
      'set of an unknown one': { set: [unknown] },
      'two unknown ones': [unknown, 'bbbbbbbbbbbbbbbbbbbbbbbb'],
      'null in a list': [null],
      'an empty object in a list': [{}],
      true: true,
      'a text that is no id': 'nope',
      'an unknown id': [99999999],
    };
    for (const [label, value] of Object.entries(forms))
      await post(`create with ${label}`, `/api/plants?${query}`, { name: label, tools: value });

    const places: Readonly<Record<string, unknown>> = {
      'at the end': { connect: [{ documentId: d, position: { end: true } }] },
      'at the start': { connect: [{ documentId: d, position: { start: true } }] },
      'before b': { connect: [{ documentId: d, position: { before: b } }] },
      'after b': { connect: [{ documentId: d, position: { after: b } }] },
      'before the first': { connect: [{ documentId: d, position: { before: a } }] },
      'after the last': { connect: [{ documentId: d, position: { after: c } }] },
      'without a place': { connect: [d] },
      'two at the start': {
        connect: [
          { documentId: d, position: { start: true } },
          { documentId: e, position: { start: true } },
        ],
      },
      'one after the other': {
        connect: [
          { documentId: d, position: { after: a } },
          { documentId: e, position: { after: d } },
        ],
      },
      'one before another that comes later': {
        connect: [
          { documentId: d, position: { before: e } },
          { documentId: e, position: { start: true } },
        ],
      },
      'what is there, to the end': { connect: [{ documentId: a, position: { end: true } }] },
      'what is there, to the start': { connect: [{ documentId: c, position: { start: true } }] },
      'what is there, before another': { connect: [{ documentId: c, position: { before: b } }] },
      'what is there, without a place': { connect: [a] },
      'beside an unknown one': { connect: [{ documentId: d, position: { before: unknown } }] },
      'beside one that is not there': { connect: [{ documentId: d, position: { before: e } }] },
      'a place by id': { connect: [{ id: ids[3], position: { before: ids[1] } }] },
      'an odd place': { connect: [{ documentId: d, position: { middle: true } }] },
      'one goes, another comes': { connect: [d], disconnect: [a] },
      'one goes and comes': { connect: [a], disconnect: [a] },
      'two go': { disconnect: [a, { documentId: c }] },
      'one goes that is not there': { disconnect: [e] },
      'an unknown one goes': { disconnect: [unknown] },
      'all go': { disconnect: [a, b, c] },
      'its place goes, another comes': { connect: [{ documentId: d, position: { before: b } }], disconnect: [b] },
      'the end as a text': { connect: [{ documentId: a, position: 'end' }] },
      'the start as a text': { connect: [{ documentId: d, position: 'start' }, e] },
      'no options': { options: {}, connect: [{ documentId: d, position: { start: true } }] },
      'options beside set': { options: { strict: true }, set: [d] },
      'strict, beside one that is not there': {
        options: { strict: true },
        connect: [{ documentId: d, position: { before: e } }],
      },
      'not strict, beside one that is not there': {
        options: { strict: false },
        connect: [
          { documentId: d, position: { before: e } },
          { documentId: c, position: { start: true } },
        ],
      },
      'not strict, beside one that comes': {
        options: { strict: false },
        connect: [
          { documentId: d, position: { before: e } },
          { documentId: e, position: { start: true } },
        ],
      },
      'not strict, in a circle': {
        options: { strict: false },
        connect: [
          { documentId: d, position: { before: e } },
          { documentId: e, position: { before: d } },
        ],
      },
      'not strict, beside an unknown one': {
        options: { strict: false },
        connect: [{ documentId: d, position: { before: unknown } }],
      },
      'odd options': { options: { strict: 'no' }, connect: [d] },
      'others are set': { set: [e, a] },
      'nothing is set': { set: [] },
      null: null,
      'nothing said': {},
      'a list': [c, a],
    };
    for (const [label, value] of Object.entries(places)) {
      const { documentId } = await make('/api/plants', { name: label, tools: [a, b, c] });
      await put(`update: ${label}`, `/api/plants/${documentId}?${query}`, { tools: value });
    }

    const { documentId } = await make('/api/plants', { name: 'kept', tools: [a, b] });
    await put('a fault elsewhere changes nothing', `/api/plants/${documentId}?${query}`, { tools: [c], height: 'x' });
    await put('an unknown one changes nothing', `/api/plants/${documentId}?${query}`, {
      name: 'lost',
      tools: [c, unknown],
    });
    await get('as before', `/api/plants/${documentId}?${query}`);

    const [ada, bo] = [
      (await make('/api/gardeners', { name: 'Ada' })).documentId,
      (await make('/api/gardeners', { name: 'Bo' })).documentId,
    ];
    await post('one-way one-to-many', '/api/plants?fields=name&populate[visitors][fields]=name', {
      name: 'fern',
      visitors: [bo, ada],
    });
    await post('one-way one-to-many takes one away', '/api/plants?fields=name&populate[visitors][fields]=name', {
      name: 'moss',
      visitors: [ada],
    });
    await get('the first has lost it', '/api/plants?filters[name]=fern&fields=name&populate[visitors][fields]=name');
    await post('one-way many-to-many', '/api/plants?fields=name&populate[wishes][fields]=name', {
      name: 'ivy',
      wishes: [e, d],
    });
    await post('one-way many-to-many shares', '/api/plants?fields=name&populate[wishes][fields]=name', {
      name: 'yew',
      wishes: [d],
    });
  },
} satisfies Scenario;
