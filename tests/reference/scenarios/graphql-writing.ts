// GraphQL: create, update and delete, relations in data, and single types.
import type { Scenario } from '../player.ts';

const absent = 'aaaaaaaaaaaaaaaaaaaaaaaa';

export default {
  uses: ['plants', 'beds', 'gardeners', 'tools', 'signs', 'garden', 'seeds', 'rotas', 'letters'],
  play: async ({ query, make }) => {
    const rake = await make('/api/tools', { name: 'rake' });
    const hoe = await make('/api/tools', { name: 'hoe' });
    const spade = await make('/api/tools', { name: 'spade' });
    const north = await make('/api/beds', { name: 'north' });
    const south = await make('/api/beds', { name: 'south' });
    const ada = await make('/api/gardeners', { name: 'Ada' });
    const bob = await make('/api/gardeners?status=draft', { name: 'Bob' });

    await query(null, 'mutation { createPlant(data: {}) { name height publishedAt } }');
    await query(null, 'mutation { createPlant { name } }');
    await query(null, 'mutation { createPlant(data: null) { name } }');
    await query(null, 'mutation { createPlant(data: { name: "a" }) }');
    await query(null, 'mutation { createPlant(data: { name: "a" }) { nope } }');
    await query(null, 'mutation { createPlant(data: { nope: 1 }) { name } }');
    await query(null, 'mutation { createPlant(data: "a") { name } }');
    await query(null, 'mutation { createPlant(data: [{ name: "a" }]) { name } }');
    await query(null, 'mutation { createNope(data: {}) { name } }');
    await query(null, 'mutation { createPlants(data: {}) { name } }');
    await query(null, 'query { createPlant(data: {}) { name } }');
    const create = 'mutation($d: PlantInput!) { createPlant(data: $d) { name } }';
    await query('no variable', create);
    for (const d of [{ nope: 1 }, null, 'a', [], { name: 5 }, { height: 'x' }, { name: 'ok', height: null }])
      await query(`data: ${JSON.stringify(d)}`, create, { d });

    const id = (
      await query(
        'create with relations',
        'mutation($d: PlantInput!) { createPlant(data: $d) { documentId name bed { name } tools { name } tools_connection { nodes { name } } gardeners { name } } }',
        {
          d: {
            name: 'fern',
            bed: north.documentId,
            tools: [rake.documentId, hoe.documentId],
            gardeners: [ada.documentId],
          },
        },
      )
    ).body.data.createPlant.documentId;
    const relations =
      'mutation($id: ID!, $d: PlantInput!) { updatePlant(documentId: $id, data: $d) { name bed { name } tools { name } twin { name } } }';
    const updates: Readonly<Record<string, unknown>> = {
      'another order': { tools: [hoe.documentId, rake.documentId] },
      three: { tools: [spade.documentId, hoe.documentId, rake.documentId] },
      'one without a list': { tools: spade.documentId },
      'an id that is a number': { tools: [rake.id] },
      'an id that is a number as a text': { tools: [String(hoe.id)] },
      'one twice': { tools: [rake.documentId, rake.documentId] },
      'one null': { tools: [rake.documentId, null] },
      'an unknown one': { tools: [absent] },
      'a text that is no id': { tools: ['nope'] },
      connect: { tools: { connect: [spade.documentId] } },
      set: { tools: { set: [spade.documentId] } },
      disconnect: { tools: { disconnect: [spade.documentId] } },
      'an object': { tools: [{ documentId: spade.documentId }] },
      'others stay': { name: 'ferns' },
      none: { tools: [] },
      null: { tools: null },
      'to one: another': { bed: south.documentId },
      'to one: a number': { bed: north.id },
      'to one: a list': { bed: [south.documentId] },
      'to one: unknown': { bed: absent },
      'to one: of another type': { bed: rake.documentId },
      'to one: itself': { twin: id },
      'to one: null': { bed: null, twin: null },
      'an unknown one changes nothing': { name: 'never', bed: absent },
      'a wrong value changes nothing': { name: 'never', height: 'x' },
    };
    for (const [label, d] of Object.entries(updates)) await query(`update: ${label}`, relations, { id, d });
    await query(
      'from the inverse side',
      'mutation($id: ID!, $p: [ID]) { updateBed(documentId: $id, data: { plants: $p }) { name plants(sort: "name") { name } } }',
      {
        id: north.documentId,
        p: [id],
      },
    );
    await query(
      'to a draft',
      'mutation($id: ID!, $g: [ID]) { updatePlant(documentId: $id, data: { gardeners: $g }) { name } }',
      {
        id,
        g: [ada.documentId, bob.documentId],
      },
    );
    await query(null, '{ plants(filters: { name: { eq: "ferns" } }) { bed { name } gardeners { name } } }');
    await query(
      null,
      '{ plants(status: DRAFT, filters: { name: { eq: "ferns" } }) { bed { name } gardeners(sort: "name") { name } } }',
    );

    const update = 'mutation($id: ID!, $d: PlantInput!) { updatePlant(documentId: $id, data: $d) { name } }';
    await query('update an absent one', update, { id: absent, d: { name: 'a' } });
    await query('update without an id', update, { d: { name: 'a' } });
    await query('update by a number', update, { id: 1, d: { name: 'a' } });
    for (const odd of ['', '.', '../beds', '*', `${id}?status=draft`]) {
      const label = odd.replace(id, 'its id');
      await query(`update by "${label}"`, update, { id: odd, d: { name: 'odd' } });
      await query(`delete by "${label}"`, 'mutation($id: ID!) { deletePlant(documentId: $id) { __typename } }', {
        id: odd,
      });
    }
    await query('update without data', 'mutation($id: ID!) { updatePlant(documentId: $id) { name } }', { id });
    await query('update with nothing', update, { id, d: {} });
    await query(
      'update a null',
      'mutation($id: ID!) { updatePlant(documentId: $id, data: { height: null }) { height } }',
      { id },
    );

    await query(
      'several in order',
      'mutation { a: createTool(data: { name: "a" }) { name } b: createTool(data: { name: "b" }) { name } }',
    );
    await query(
      'one of several fails',
      'mutation { a: createTool(data: { name: "c" }) { name } b: createSeed(data: { count: 99 }) { name } c: createTool(data: { name: "d" }) { name } }',
    );
    await query(null, '{ tools(sort: "name") { name } }');
    await query(
      'the answer has an alias',
      'mutation($d: ToolInput!) { made: createTool(data: $d) { called: name ...T } } fragment T on Tool { __typename plants { name } owner { name } }',
      {
        d: { name: 'e', owner: ada.documentId },
      },
    );
    await query(
      'a mutation and a variable that is unused',
      'mutation($x: Int) { createTool(data: { name: "f" }) { name } }',
      { x: 1 },
    );
    await query(
      'a mutation that is skipped',
      'mutation($s: Boolean!) { createTool(data: { name: "g" }) @skip(if: $s) { name } }',
      { s: true },
    );
    await query(null, '{ tools(filters: { name: { eq: "g" } }) { name } }');

    const remove = 'mutation($id: ID!) { deletePlant(documentId: $id) { documentId } }';
    await query('delete', remove, { id });
    await query('delete again', remove, { id });
    await query('delete an absent one', remove, { id: absent });
    await query('delete by a number', remove, { id: 1 });
    await query('delete without an id', remove);
    await query('delete and read', 'mutation($id: ID!) { deletePlant(documentId: $id) { name } }', { id });
    await query('after delete', 'query($id: ID!) { plant(documentId: $id, status: DRAFT) { name } }', { id });
    await query('a deleted target', 'mutation($id: ID!) { deleteTool(documentId: $id) { documentId } }', {
      id: rake.documentId,
    });

    await query(null, '{ garden { name } }');
    await query(null, 'mutation { deleteGarden { documentId } }');
    await query(null, 'mutation { updateGarden(data: {}) { name } }');
    await query(null, 'mutation { createGarden(data: { name: "a" }) { name } }');
    await query(
      'a garden',
      'mutation($d: GardenInput!) { updateGarden(data: $d) { documentId name motto head { name } beds { name } care { title steps { text } } } }',
      {
        d: {
          name: 'Eden',
          head: ada.documentId,
          beds: [south.documentId, north.documentId],
          care: { title: 'c', steps: [{ text: 's' }] },
        },
      },
    );
    await query('the garden again', 'mutation { updateGarden(data: { motto: "bloom" }) { name motto } }');
    await query(
      'the draft of the garden',
      'mutation { updateGarden(status: DRAFT, data: { name: "Paradise" }) { name publishedAt } }',
    );
    await query(
      null,
      '{ garden { name motto head { name } beds { name } beds_connection(sort: "name") { nodes { name } } care { title } } }',
    );
    await query(null, '{ garden(documentId: "a") { name } }');
    await query(null, '{ garden(filters: {}) { name } }');
    await query(null, '{ garden(locale: "fr") { name } }');
    await query(null, 'mutation { updateGarden(documentId: "a", data: {}) { name } }');
    await query('the garden goes', 'mutation { deleteGarden { documentId } }');
    await query('after the garden', '{ garden { name } draft: garden(status: DRAFT) { name } }');

    await query(
      'odd names',
      'mutation { createRota(data: { name: "n", status: "s", created_by: "c", days: ["mon"] }) { name status created_by days } }',
    );
    await query(null, '{ rotas(filters: { status: { eq: "s" } }, sort: "status") { status days } }');
    await query(
      'a private value',
      'mutation { createLetter(data: { title: "t", secret: "hush" }) { title publishedAt } }',
    );
    await query(null, '{ letters { title createdAt } }');
    await query(null, '{ letters { title createdBy { username } } }');
    await query(null, '{ letters(sort: "createdAt") { title } }');
    await query(null, '{ letters(filters: { createdAt: { notNull: true } }) { title } }');
    await query(null, '{ letters(sort: "title") { title publishedAt reply { title } } }');
  },
} satisfies Scenario;
