// Media in documents, components and zones: writing, populating, filtering, sorting, and deleting the files.
import type { Scenario } from '../player.ts';

const query =
  'fields=title&populate[cover][fields]=name&populate[shots][fields]=name' +
  '&populate[frame][populate][photo][fields]=name&populate[frame][populate][sketches][fields]=name' +
  '&populate[frames][populate][photo][fields]=name' +
  '&populate[body][on][garden.frame][populate][photo][fields]=name&populate[body][on][garden.frame][populate][sketches][fields]=name';

/** Queries on /api/albums; each is also the label of its step. */
const queries = [
  'populate=cover&fields=title&sort=title',
  'populate=*&sort=title',
  'populate[shots]=true&fields=title&sort=title',
  'populate[shots][fields]=name,mime&fields=title&sort=title',
  'populate[shots][fields]=nope',
  'populate[shots][sort]=name:desc&populate[shots][fields]=name&fields=title&sort=title',
  'populate[shots][filters][ext]=.txt&populate[shots][fields]=name&fields=title&sort=title',
  'populate[cover][filters][ext]=.txt&populate[cover][fields]=name&fields=title&sort=title',
  'populate[shots][filters][nope]=1',
  'populate[shots][count]=true&fields=title&sort=title',
  'populate[frame][populate]=*&fields=title&sort=title',
  'populate=frame.photo&fields=title&sort=title',
  'populate[body][populate]=*&fields=title&sort=title',
  'filters[cover][name]=small.png&fields=title&sort=title',
  'filters[cover][ext]=.png&fields=title&sort=title',
  'filters[cover][width][$gt]=100&fields=title&sort=title',
  'filters[cover][$null]=true&fields=title&sort=title',
  'filters[cover][id][$null]=true&fields=title&sort=title',
  'filters[cover][name][$ne]=small.png&fields=title&sort=title',
  'filters[shots][name]=note.txt&fields=title&sort=title',
  'filters[shots][ext][$in][0]=.txt&filters[shots][ext][$in][1]=.svg&fields=title&sort=title',
  'filters[shots][name][$ne]=note.txt&fields=title&sort=title',
  'filters[frame][photo][name]=small.png&fields=title&sort=title',
  'filters[frame][sketches][ext]=.svg&fields=title&sort=title',
  'filters[frames][photo][name]=wide.png&fields=title&sort=title',
  'filters[cover][nope]=1',
  'filters[cover][folderPath]=/',
  'sort=cover.name,title&filters[cover][id][$notNull]=true&fields=title',
  'sort=cover.size:desc,title&filters[cover][id][$notNull]=true&fields=title',
  'sort=cover',
  'fields=cover',
] as const;

export default {
  uses: ['files', 'albums'],
  play: async ({ get, post, put, delete: remove, file, upload, make }) => {
    const [small, wide, svg, note] = [
      await file('small.png'),
      await file('wide.png'),
      await file('drawing.svg'),
      await file('note.txt'),
    ];
    const albums = '/api/albums';
    const full = {
      cover: small.id,
      shots: [wide.id, note.id, svg.id],
      frame: { caption: 'f', photo: small.id, sketches: [svg.id, wide.id] },
      frames: [{ photo: wide.id }, { photo: null }, { caption: 'bare' }],
      body: [
        { __component: 'garden.frame', photo: small.id, sketches: [svg.id] },
        { __component: 'garden.quote', body: 'q' },
      ],
    };
    await post('filled', `${albums}?${query}`, { title: 'a filled', ...full });
    await post('one is not', `${albums}?${query}`, { title: 'b empty' });
    await post('with a wide cover', `${albums}?${query}`, { title: 'c wide', cover: wide.id, shots: [note.id] });
    for (const query of queries) await get(query, `${albums}?${query}`);

    const covers: Readonly<Record<string, unknown>> = {
      'an object': { id: wide.id },
      'an integer in a text': String(wide.id),
      'a list': [small.id],
      'a list of two': [small.id, wide.id],
      'an empty list': [],
      'connect an object': { connect: [{ id: wide.id }] },
      connect: { connect: [small.id] },
      set: { set: [wide.id] },
      'disconnect another': { disconnect: [small.id] },
      disconnect: { disconnect: [wide.id] },
      'an unknown one': 999_999,
      'an unknown object': { id: 999_999 },
      'a text': 'nope',
      'an object without an id': { name: 'nope' },
      true: true,
      'a whole record': small,
      'what is not an image': note.id,
      null: null,
    };
    const { documentId } = await make(albums, { title: 'covers', shots: [small.id] });
    for (const [label, cover] of Object.entries(covers))
      await put(`cover: ${label}`, `${albums}/${documentId}?${query}`, { cover });

    const lists: Readonly<Record<string, unknown>> = {
      'of three': [svg.id, small.id, note.id],
      'in another order': [note.id, svg.id, small.id],
      'of objects': [{ id: small.id }, { id: wide.id }],
      'of texts': [String(svg.id), String(wide.id)],
      'of one twice': [small.id, small.id],
      'one, bare': wide.id,
      'connect at the end': { connect: [small.id] },
      'disconnect one': { disconnect: [wide.id] },
      'disconnect an object': { disconnect: [{ id: small.id }] },
      set: { set: [{ id: wide.id }, { id: svg.id }] },
      'connect at the start': { connect: [{ id: note.id, position: { start: true } }] },
      'set again': { set: [wide.id, svg.id] },
      'connect before': { connect: [{ id: note.id, position: { before: svg.id } }] },
      'with an unknown one': [small.id, 999_999],
      'connect an unknown one': { connect: [999_999] },
      'with a null': [small.id, null],
      'connect with options': { options: { strict: false }, connect: [{ id: wide.id, position: 'end' }] },
      'an unknown key': { nope: [] },
      none: [],
      null: null,
    };
    for (const [label, shots] of Object.entries(lists))
      await put(`shots: ${label}`, `${albums}/${documentId}?${query}`, { shots });
    await put('papers that are pictures', `${albums}/${documentId}?populate=papers`, { papers: [small.id] });

    const ids: Readonly<Record<string, unknown>> = {
      documentId: wide.documentId,
      'an object with documentId': { documentId: wide.documentId },
      'a list with documentId': [{ documentId: wide.documentId }],
      'connect documentId': { connect: [{ documentId: wide.documentId }] },
    };
    for (const [label, value] of Object.entries(ids)) {
      await put(`cover by ${label}`, `${albums}/${documentId}?${query}`, { cover: value });
      await put(`shots by ${label}`, `${albums}/${documentId}?${query}`, { shots: value });
    }

    await post('an unknown photo', albums, { title: 'x', frame: { photo: 999_999 } });
    await post('an unknown photo in a list', albums, { title: 'x', frames: [{}, { photo: 999_999 }] });
    await post('an unknown photo in a zone', albums, {
      title: 'x',
      body: [{ __component: 'garden.frame', photo: 999_999 }],
    });
    await put('a draft has another cover', `${albums}/${documentId}?status=draft&${query}`, { cover: small.id });
    await get('what is published has not', `${albums}/${documentId}?${query}`);

    await put('before it goes', `${albums}/${documentId}?${query}`, full);
    await upload('changed in its place', [], { fileInfo: { name: 'renamed.png' } }, `?id=${small.id}`);
    await get('is changed in documents', `${albums}/${documentId}?${query}`);
    await remove('a file goes', `/api/upload/files/${small.id}`);
    await get('and is in no document', `${albums}/${documentId}?${query}`);
    await get('nor in a draft', `${albums}/${documentId}?status=draft&${query}`);
    await remove('another goes', `/api/upload/files/${svg.id}`);
    await get('the order of the rest stays', `${albums}/${documentId}?${query}`);
    await remove('a document goes', `${albums}/${documentId}`);
    await get('its files do not', `/api/upload/files?sort=name&fields=name`);
  },
} satisfies Scenario;
