// Everything around the values: envelopes, unknown keys, system attributes, tokens, methods, and the answers to writes.
import type { Scenario } from '../player.ts';

export default {
  uses: ['seeds', 'packets'],
  play: async ({ send, get, post, put, make, delete: remove }) => {
    const { documentId } = await make('/api/seeds', { name: 'one' });
    const one = `/api/seeds/${documentId}`;
    const bodies: Readonly<Record<string, unknown>> = {
      'no data': {},
      'data null': { data: null },
      'data a text': { data: 'x' },
      'data a number': { data: 5 },
      'data a list': { data: [] },
      'data beside others': { data: { name: 'a' }, meta: { b: 1 } },
      'a list': '[]',
      malformed: '{"data":',
      empty: '',
      null: 'null',
    };
    for (const [label, body] of Object.entries(bodies)) {
      await send(`create: ${label}`, 'POST', '/api/seeds?fields=name', { body });
      await send(`update: ${label}`, 'PUT', `${one}?fields=name`, { body });
    }
    await send('create without a body', 'POST', '/api/seeds?fields=name');
    await send('update without a body', 'PUT', `${one}?fields=name`);

    for (const contentEncoding of ['gzip', 'deflate', 'br', 'zstd', 'gzip, gzip'])
      await send(`create with ${contentEncoding}`, 'POST', '/api/seeds?fields=name', {
        ...{ contentEncoding, body: { data: { name: 'a' } } },
      });
    const form = new URLSearchParams({ 'data[name]': 'a' });
    await send('create with a form', 'POST', '/api/seeds?fields=name', { body: form });

    await post('unknown key', '/api/seeds', { nope: 1 });
    await post('two unknown keys', '/api/seeds', { nope: 1, neither: 2 });
    await post('unknown key beside a fault', '/api/seeds', { nope: 1, name: 5 });
    await post('unknown key in a component', '/api/packets?status=draft', { care: { title: 'a', nope: 1 } });
    await post('unknown key in a nested component', '/api/packets?status=draft', {
      care: { title: 'a', first: { text: 'b', nope: 1 } },
    });
    await post('unknown key in a repeatable', '/api/packets?status=draft', {
      care: { title: 'a', steps: [{ text: 'b' }, { text: 'c', nope: 1 }] },
    });
    for (const key of [
      'id',
      'documentId',
      'createdAt',
      'updatedAt',
      'publishedAt',
      'locale',
      'createdBy',
      'localizations',
      '__proto__x',
      '$set',
      'a.b',
    ])
      await post(`data with ${key}`, '/api/seeds?fields=name', {
        name: 'a',
        [key]: key === 'id' ? 5 : '2024-01-31T00:00:00.000Z',
      });
    await put('documentId in an update', `${one}?fields=name`, { documentId: 'aaaaaaaaaaaaaaaaaaaaaaaa' });
    await put('publishedAt null in an update', `${one}?fields=name`, { publishedAt: null });

    await put('an absent document', '/api/seeds/aaaaaaaaaaaaaaaaaaaaaaaa', { name: 'a' });
    await put('an absent document with a fault', '/api/seeds/aaaaaaaaaaaaaaaaaaaaaaaa', { name: 5 });
    await put('an absent packet', '/api/packets/aaaaaaaaaaaaaaaaaaaaaaaa', { name: 'abc' });
    await remove('an absent document goes', '/api/seeds/aaaaaaaaaaaaaaaaaaaaaaaa');
    await get('an absent document is not found', '/api/seeds/aaaaaaaaaaaaaaaaaaaaaaaa');
    await post('an absent type', '/api/nopes', { name: 'a' });
    await post('the singular of a collection', '/api/seed', { name: 'a' });
    await post('a type by its uid', '/api/api::seed.seed', { name: 'a' });
    await put('a list', '/api/seeds', { name: 'a' });
    await remove('delete a list', '/api/seeds');
    await post('a document', one, { name: 'a' });
    await send('patch', 'PATCH', one, { body: { data: { name: 'a' } } });

    await send('read-only creates', 'POST', '/api/seeds', { as: 'read-only', body: { data: { name: 'a' } } });
    await send('read-only updates', 'PUT', one, { as: 'read-only', body: { data: { name: 'a' } } });
    await send('read-only deletes', 'DELETE', one, { as: 'read-only' });
    await send('read-only creates what is wrong', 'POST', '/api/seeds', {
      as: 'read-only',
      body: { data: { nope: 1 } },
    });
    await send('nobody creates', 'POST', '/api/seeds', { as: null, body: { data: { name: 'a' } } });
    await send('nobody reads', 'GET', '/api/seeds', { as: null });
    await get('read-only reads', `${one}?fields=name`, { as: 'read-only' });

    await post('fields of a new document', '/api/seeds?fields[0]=name&fields[1]=count', { name: 'a', count: 3 });
    await post('unknown fields of a new document', '/api/seeds?fields=nope', { name: 'a' });
    await post('populate of a new document', '/api/packets?status=draft&fields=name&populate[care][populate]=*', {
      name: 'abc',
      care: { title: 'a', first: { text: 'b' } },
    });
    await post('unknown populate of a new document', '/api/seeds?populate=nope', { name: 'a' });
    await put('fields of an update', `${one}?fields=name`, { name: 'b' });
    await put('unknown fields of an update', `${one}?fields=nope`, { name: 'c' });
    await get('after it', `${one}?fields=name`);
    await put('filters on an update', `${one}?fields=name&filters[name]=nope`, { name: 'd' });
    await remove('delete with fields', `${one}?fields=name`);
    await remove('delete again', one);
  },
} satisfies Scenario;
