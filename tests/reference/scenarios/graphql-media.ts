// GraphQL: files and media in documents.
import type { Scenario } from '../player.ts';

const absent = 'aaaaaaaaaaaaaaaaaaaaaaaa';

export default {
  uses: ['files', 'albums'],
  play: async ({ query, file }) => {
    const small = await file('small.png', { fileInfo: { alternativeText: 'a', caption: 'c' } });
    const wide = await file('wide.png');
    const note = await file('note.txt');
    await query(
      null,
      '{ uploadFiles(sort: "name") { documentId name alternativeText caption focalPoint width height hash ext mime size url previewUrl provider provider_metadata createdAt updatedAt publishedAt } }',
    );
    await query(null, '{ uploadFiles(sort: "name") { name formats } }');
    await query(null, '{ uploadFiles(filters: { ext: { eq: ".txt" } }) { name size } }');
    await query(null, '{ uploadFiles(filters: { width: { gt: 100 } }) { name } }');
    await query(
      null,
      '{ uploadFiles(filters: { mime: { startsWith: "image/" } }, sort: "name:desc", pagination: { limit: 1 }) { name } }',
    );
    await query(null, '{ uploadFiles(filters: { folder: { name: { eq: "a" } } }) { name } }');
    await query(null, '{ uploadFiles(filters: { folderPath: { eq: "/" } }) { name } }');
    await query(null, '{ uploadFiles(sort: "nope") { name } }');
    await query(
      null,
      '{ uploadFiles_connection(sort: "name", pagination: { pageSize: 2 }) { nodes { name } pageInfo { total page pageSize pageCount } } }',
    );
    await query(null, '{ uploadFiles(sort: "name") { id name } }');
    await query(null, '{ uploadFiles(sort: "name") { name folder { name } } }');
    await query(null, '{ uploadFiles(sort: "name") { name folderPath } }');
    const one = 'query($id: ID!) { uploadFile(documentId: $id) { name alternativeText } }';
    await query('one', one, { id: small.documentId });
    await query('one by a number', one, { id: small.id });
    await query('one that is not there', one, { id: absent });

    const album =
      'title cover { name url } shots { name } shots_connection { nodes { name } } papers { name } frame { caption photo { name } sketches { name } } frames { photo { name } } body { __typename ... on ComponentGardenFrame { photo { name } sketches(sort: "name") { name } } }';
    const create = `mutation($d: AlbumInput!) { createAlbum(data: $d) { documentId ${album} } }`;
    const id = (
      await query('an album', create, {
        d: {
          title: 'a',
          cover: small.documentId,
          shots: [wide.documentId, note.documentId, small.documentId],
          frame: { caption: 'f', photo: wide.documentId, sketches: [small.documentId, note.documentId] },
          frames: [{ photo: small.documentId }, { caption: 'bare' }],
          body: [{ __typename: 'ComponentGardenFrame', photo: wide.documentId, sketches: [note.documentId] }],
        },
      })
    ).body.data?.createAlbum?.documentId;
    await query('an album by numbers', create, { d: { title: 'b', cover: small.id, shots: [note.id, wide.id] } });
    await query('an empty album', create, { d: { title: 'c' } });
    const update =
      'mutation($id: ID!, $d: AlbumInput!) { updateAlbum(documentId: $id, data: $d) { cover { name } shots { name } } }';
    const updates: Readonly<Record<string, unknown>> = {
      'an unknown cover': { cover: absent },
      'an unknown number': { cover: 99_999_999 },
      'a number as a text': { cover: String(wide.id) },
      'a cover in a list': { cover: [1] },
      'an object': { cover: { id: 1 } },
      'no cover': { cover: null },
      'one shot without a list': { shots: small.id },
      'another order': { shots: [small.id, note.id, wide.id] },
      'no shots': { shots: [] },
      'an unknown shot': { shots: [small.id, 99_999_999] },
      'a cover that is a text': { cover: note.id },
      'a cover that is a picture': { cover: small.id, shots: [wide.id] },
    };
    for (const [label, d] of Object.entries(updates)) await query(`update: ${label}`, update, { id, d });
    for (const selection of [
      `{ ${album} }`,
      '{ title cover { name formats width } }',
      '{ title shots(sort: "name:desc") { name } }',
      '{ title shots(filters: { ext: { eq: ".txt" } }) { name } }',
      '{ title shots(pagination: { limit: 1 }) { name } }',
      '{ title shots_connection(sort: "name", filters: { mime: { contains: "png" } }) { nodes { name } } }',
      '{ title frame { sketches(sort: "name") { name } sketches_connection { nodes { name } } } }',
      '{ title cover { name related { __typename } } }',
      '{ title cover { id } }',
    ])
      await query(selection, `{ albums(sort: "title") ${selection} }`);
    await query(null, '{ albums(filters: { cover: { name: { eq: "small.png" } } }) { title } }');
    await query(null, '{ albums(filters: { frame: { photo: { name: { eq: "wide.png" } } } }) { title } }');
    await query(null, '{ albums(sort: "cover.name") { title } }');
    await query(null, '{ uploadFiles(sort: "name") { name related { __typename ... on Album { title } } } }');

    const info =
      'mutation($id: ID!, $i: FileInfoInput) { updateUploadFile(id: $id, info: $i) { documentId name alternativeText caption } }';
    await query('info', info, { id: small.id, i: { name: 'renamed.png', alternativeText: 'alt', caption: 'cap' } });
    await query('a part of info', info, { id: small.id, i: { caption: 'other' } });
    await query('info is null', info, { id: small.id, i: null });
    await query('an empty info', info, { id: small.id, i: {} });
    await query('no info', 'mutation($id: ID!) { updateUploadFile(id: $id) { name } }', { id: small.id });
    await query('a value is null', info, { id: small.id, i: { caption: null } });
    await query('an unknown key of info', info, { id: small.id, i: { url: 'x' } });
    await query('info of a documentId', info, { id: small.documentId, i: { caption: 'x' } });
    await query('info of one that is not there', info, { id: 99_999_999, i: { caption: 'x' } });
    const remove = 'mutation($id: ID!) { deleteUploadFile(id: $id) { documentId name } }';
    await query('delete', remove, { id: note.id });
    await query('delete again', remove, { id: note.id });
    await query(
      'read without it',
      '{ albums(filters: { title: { eq: "b" } }) { shots { name } } uploadFiles(sort: "name") { name } }',
    );
    await query('delete by documentId', remove, { id: wide.documentId });
    await query('delete a text', remove, { id: 'nope' });
    await query(null, 'mutation { createUploadFile(data: {}) { name } }');
    await query(null, 'mutation { upload(file: null) { name } }');
  },
} satisfies Scenario;
