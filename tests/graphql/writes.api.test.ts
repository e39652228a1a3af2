// What mutations write: as REST, with the answer of the selection.
import { beforeAll, describe, expect, it } from 'vitest';
import { addFile, addMember, permit } from '../setup/accounts.ts';
import { createBy, createGarden } from './gardenApi.ts';

const garden = createGarden();
const { api, send, dataOf } = garden;
let tools: readonly string[];

beforeAll(async () => {
  tools = [await createBy(garden, 'Tool', { name: 'rake' }), await createBy(garden, 'Tool', { name: 'hoe' })];
  await api.request('POST', '/api/i18n/locales', { body: { code: 'fr' } });
});

const updatePlant = (documentId: string, data: object, selection = 'tools { name }', status = 'PUBLISHED') =>
  dataOf(
    `mutation($id: ID!, $data: PlantInput!) { updatePlant(documentId: $id, status: ${status}, data: $data) { ${selection} } }`,
    { id: documentId, data },
  );

/** Somebody who may write tools and plants, and find only those with this name. */
const writerOf = async (name: string) => {
  const filters = { name: { $eq: name } };
  const actions = ['find', 'findOne', 'create', 'update', 'publish'];
  return addMember(
    api.service(),
    ['tool', 'plant'].flatMap((type) =>
      actions.map((action) => ({
        action: `api::${type}.${type}.${action}`,
        ...(action === 'create' || action === 'publish' ? {} : { filters }),
      })),
    ),
  );
};

const bothSorts = 'name a: plants(sort: "name") { name } b: plants(sort: "name:desc") { name }';

describe('what was written is answered', () => {
  it('also if its writer may not read it: with the error of what could not be read after it', async () => {
    const { as } = await writerOf('visible');
    for (const name of ['hidden', 'visible']) {
      const { body } = await send(`mutation { createTool(data: { name: "${name}" }) { ${bothSorts} } }`, {}, as);
      expect(body.data.createTool).toEqual({ name, a: [], b: [] });
      expect(body.errors?.map((one: { path: unknown }) => one.path)).toEqual(
        name === 'hidden' ? [['createTool']] : undefined,
      );
    }
  });

  it('also if an argument of its answer is wrong', async () => {
    const { body } = await send(
      'mutation { made: createTool(data: { name: "once" }) { name a: plants(sort: "name") { name } b: plants(sort: "absent") { name } } }',
    );
    expect(body.data.made).toEqual({ name: 'once', a: [], b: [] });
    expect(body.errors).toMatchObject([{ path: ['made'], extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  it('a document that does not exist is null, without an error', async () => {
    const query = `mutation { updateTool(documentId: "absent", data: { name: "x" }) { ${bothSorts} } }`;
    expect(await dataOf(query)).toEqual({ updateTool: null });
  });

  it('as it is stored, where a variable is missing in JSON', async () => {
    const query = 'mutation($x: JSON) { createSeed(data: { data: { a: $x, b: [$x], c: 1 } }) { documentId data } }';
    const { documentId, data } = (await dataOf(query)).createSeed;
    expect((await dataOf(`{ seed(documentId: "${documentId}") { data } }`)).seed.data).toEqual(data);
  });
});

describe('a mutation', () => {
  it('creates a draft, and publishes it', async () => {
    const id = await createBy(garden, 'Plant', { name: 'draft' }, 'DRAFT');
    const read = `{ plant(documentId: "${id}") { name } draft: plant(documentId: "${id}", status: DRAFT) { name publishedAt } }`;
    expect(await dataOf(read)).toEqual({ plant: null, draft: { name: 'draft', publishedAt: null } });
    await updatePlant(id, {});
    expect(await dataOf(read)).toEqual({ plant: { name: 'draft' }, draft: { name: 'draft', publishedAt: null } });
  });

  it('takes whole numbers as numbers and texts', async () => {
    const query =
      'mutation { a: createSeed(data: { total: 12 }) { total } b: createSeed(data: { total: 9007199254740993 }) { total } }';
    expect(await dataOf(query)).toEqual({ a: { total: 12 }, b: { total: '9007199254740993' } });
  });

  it('sets relations', async () => {
    const id = await createBy(garden, 'Plant', { name: 'fern', tools });
    const rake = { name: 'rake' };
    const hoe = { name: 'hoe' };
    expect(await updatePlant(id, { tools: [...tools].reverse() })).toEqual({ updatePlant: { tools: [hoe, rake] } });
    expect(await updatePlant(id, { tools: tools[0] })).toEqual({ updatePlant: { tools: [rake] } });
    expect(await updatePlant(id, { tools: null, twin: id }, 'tools { name } twin { name }')).toEqual({
      updatePlant: { tools: [], twin: { name: 'fern' } },
    });
  });

  it('sets files by either id', async () => {
    const file = await addFile(api.service(), 'fern.jpg');
    const { uploadFiles } = await dataOf('{ uploadFiles { documentId name } }');
    const one = { name: 'fern.jpg' };
    for (const id of [file, uploadFiles[0].documentId]) {
      const query =
        'mutation($data: AlbumInput!) { createAlbum(data: $data) { cover { name } papers { name } papers_connection { nodes { name } } } }';
      expect(await dataOf(query, { data: { papers: [id] } })).toEqual({
        createAlbum: { cover: null, papers: [one], papers_connection: { nodes: [one] } },
      });
    }
  });

  it('answers relations with other arguments', async () => {
    const data = { name: 'fern', tools };
    const query =
      'mutation($data: PlantInput!) { createPlant(data: $data) { a: tools(sort: "name") { name } b: tools(pagination: { limit: 1 }) { name } } }';
    const count = async (): Promise<number> =>
      (await dataOf('{ p: plants_connection { pageInfo { total } } }')).p.pageInfo.total;
    const before = await count();
    expect(await dataOf(query, { data })).toEqual({
      createPlant: { a: [{ name: 'hoe' }, { name: 'rake' }], b: [{ name: 'rake' }] },
    });
    expect(await count()).toBe(before + 1);
  });

  it('writes components, and entries of zones with their type', async () => {
    const data = {
      care: { title: 'c', hidden: 'h', steps: [{ text: 'a', done: true }] },
      must: { body: 'm' },
      body: [{ __typename: 'ComponentGardenQuote', body: 'q' }],
    };
    const selection = 'care { id title steps { done } } body { __typename ... on ComponentGardenQuote { body } }';
    const { createGuide: guide } = await dataOf(
      `mutation($data: GuideInput!) { createGuide(data: $data) { documentId ${selection} } }`,
      { data },
    );
    expect(guide).toMatchObject({ care: { title: 'c', steps: [{ done: true }] }, body: [{ body: 'q' }] });
    const { updateGuide } = await dataOf(
      `mutation { updateGuide(documentId: "${guide.documentId}", data: {
        care: { id: "${guide.care.id}", title: "d" } body: [{ __typename: "ComponentGardenGallery", caption: "x" }]
      }) { ${selection} } }`,
    );
    expect(updateGuide).toEqual({
      care: { id: guide.care.id, title: 'd', steps: [] },
      body: [{ __typename: 'ComponentGardenGallery' }],
    });
  });

  it('writes one locale, and deletes it', async () => {
    const id = await createBy(garden, 'Rule', { title: 'one' });
    const { updateRule } = await dataOf(
      `mutation { updateRule(documentId: "${id}", locale: "fr", data: { title: "un" }) { title locale localizations { title } } }`,
    );
    expect(updateRule).toEqual({ title: 'un', locale: 'fr', localizations: [{ title: 'one' }] });
    const { deleteRule } = await dataOf(`mutation { deleteRule(documentId: "${id}", locale: "fr") { documentId } }`);
    expect(deleteRule).toEqual({ documentId: id });
    expect((await dataOf('{ rules(locale: "*") { title } }')).rules).toEqual([{ title: 'one' }]);
  });

  it('writes and deletes a single type', async () => {
    const { updateGarden } = await dataOf('mutation { updateGarden(data: { name: "g" }) { documentId name } }');
    expect(await dataOf('{ garden { name } }')).toEqual({ garden: { name: 'g' } });
    expect((await dataOf('mutation { deleteGarden { documentId } }')).deleteGarden).toEqual({
      documentId: updateGarden.documentId,
    });
    expect(await dataOf('{ garden { name } }')).toEqual({ garden: null });
    expect((await send('mutation { deleteGarden { documentId } }')).body).toMatchObject({
      errors: [{ path: ['deleteGarden'], extensions: { code: 'STRAPI_NOT_FOUND_ERROR' } }],
      data: { deleteGarden: null },
    });
  });

  it('deletes a single type for a caller who may not read it, and does not say its id', async () => {
    await dataOf('mutation { updateGarden(data: { name: "g" }) { name } }');
    const { as } = await addMember(api.service(), permit('api::garden.garden', ['delete']));
    expect((await send('mutation { deleteGarden { documentId } }', {}, as)).body).toMatchObject({
      errors: [{ extensions: { code: 'MISSING_VALUE' } }],
    });
    expect(await dataOf('{ garden { name } }')).toEqual({ garden: null });
    await dataOf('mutation { updateGarden(data: { name: "g" }) { name } }');
    expect(await dataOf('mutation { deleteGarden { __typename } }', {}, as)).toEqual({
      deleteGarden: { __typename: 'DeleteMutationResponse' },
    });
    expect(await dataOf('{ garden { name } }')).toEqual({ garden: null });
  });

  it('answers null for a document that it cannot update, and the id of one that it need not delete', async () => {
    expect(
      await dataOf(
        'mutation { updateTool(documentId: "nope", data: {}) { name } deleteTool(documentId: "nope") { documentId } }',
      ),
    ).toEqual({ updateTool: null, deleteTool: { documentId: 'nope' } });
  });

  it('runs its fields in order, and goes on after one that fails', async () => {
    const { body } = await send(`mutation {
      a: createTool(data: { name: "a" }) { name } c: createSeed(data: { count: 99 }) { name } b: createTool(data: { name: "b" }) { name }
    }`);
    expect(body).toMatchObject({ data: { a: { name: 'a' }, c: null, b: { name: 'b' } }, errors: [{ path: ['c'] }] });
    expect((await dataOf('{ tools(sort: "createdAt:desc", pagination: { limit: 2 }) { name } }')).tools).toEqual([
      { name: 'b' },
      { name: 'a' },
    ]);
  });

  it('answers null for a draft of which it selects what is required and missing, as the schema says', async () => {
    const id = await createBy(garden, 'Chapter', {}, 'DRAFT');
    await createBy(garden, 'Chapter', {}, 'DRAFT');
    await createBy(garden, 'Chapter', { title: 'c', must: { body: 'b' } });
    const missing = (...path: (string | number)[]) => ({
      message: 'Cannot return null for non-nullable field Chapter.title.',
      ...{ path, extensions: { code: 'MISSING_VALUE' } },
    });
    const { body } = await send(
      `query($id: ID!) {
      list: chapters(status: DRAFT, sort: "title") { documentId title }
      one: chapter(documentId: $id, status: DRAFT) { must { body } t: title }
      chapters_connection(status: DRAFT) { nodes { title } pageInfo { total } }
      others: chapters_connection(status: DRAFT, sort: "title") { nodes { tips { text } } }
    }`,
      { id },
    );
    expect(body.data).toEqual({
      list: [null, null, { documentId: expect.any(String), title: 'c' }],
      one: null,
      chapters_connection: null,
      others: { nodes: [{ tips: [] }, { tips: [] }, { tips: [] }] },
    });
    expect(body.errors).toHaveLength(4);
    expect(body.errors).toEqual(
      expect.arrayContaining([
        missing('list', 0, 'title'),
        missing('list', 1, 'title'),
        { ...missing('one', 'must'), message: 'Cannot return null for non-nullable field Chapter.must.' },
        missing('chapters_connection', 'nodes', 0, 'title'),
      ]),
    );
  });
});

it('whoever may delete a single type deletes it, and learns its documentId if they may read it', async () => {
  const actions = { none: ['delete'], published: ['find', 'delete'] };
  for (const [reads, may] of Object.entries(actions)) {
    await dataOf('mutation { updateGarden(data: { name: "x" }) { documentId } }');
    const { as } = await addMember(api.service(), permit('api::garden.garden', may));
    const { body } = await send('mutation { deleteGarden { documentId } }', {}, as);
    expect(typeof body.data.deleteGarden?.documentId).toBe(reads === 'none' ? 'undefined' : 'string');
    expect(await dataOf('{ garden { documentId } }')).toEqual({ garden: null });
  }
});
