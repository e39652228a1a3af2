// GraphQL: drafts and published versions, also of relations, and what filters by them.
import type { Scenario } from '../player.ts';

const modes = [
  'NEVER_PUBLISHED',
  'HAS_PUBLISHED_VERSION',
  'MODIFIED',
  'UNMODIFIED',
  'NEVER_PUBLISHED_DOCUMENT',
  'HAS_PUBLISHED_VERSION_DOCUMENT',
  'PUBLISHED_WITHOUT_DRAFT',
  'PUBLISHED_WITH_DRAFT',
] as const;

/** Selections of plants. */
const selections = [
  '{ name publishedAt }',
  '{ name bed { name plants(sort: "name") { name } } }',
  '{ name gardeners(sort: "name") { name } gardeners_connection(sort: "name") { nodes { name publishedAt } } }',
  '{ name parent { name } children(sort: "name") { name publishedAt parent { name } } }',
  '{ name sign { text plant { name } } planter { name } }',
] as const;

export default {
  uses: ['plants', 'beds', 'gardeners', 'signs', 'garden', 'tools', 'guides'],
  play: async ({ query, make, put, send }) => {
    const ada = (await make('/api/gardeners', { name: 'Ada' })).documentId;
    const bob = (await make('/api/gardeners?status=draft', { name: 'Bob' })).documentId;
    const north = (await make('/api/beds', { name: 'north' })).documentId;
    const sign = (await make('/api/signs?status=draft', { text: 'soon' })).documentId;
    const links = { bed: north, gardeners: [ada, bob], planter: bob, sign };
    const fern = (await make('/api/plants', { name: 'fern', height: 1, ...links })).documentId;
    const moss = (await make('/api/plants', { name: 'moss', height: 2, parent: fern })).documentId;
    const ivy = (await make('/api/plants?status=draft', { name: 'ivy', height: 3, bed: north, parent: fern }))
      .documentId;
    await put('fern changes', `/api/plants/${fern}?status=draft&fields=name`, { name: 'a fern' });

    for (const one of selections)
      for (const status of ['PUBLISHED', 'DRAFT'])
        await query(`${status}: ${one}`, `{ plants(status: ${status}, sort: "height") ${one} }`);
    for (const status of ['PUBLISHED', 'DRAFT']) {
      await query(
        `beds with ${status}`,
        `{ beds(status: ${status}) { name plants(sort: "name") { name publishedAt } } }`,
      );
      await query(
        `beds_connection with ${status}`,
        `{ beds_connection(status: ${status}) { nodes { plants_connection(sort: "name") { nodes { name } } } pageInfo { total } } }`,
      );
      await query(
        `counted: ${status}`,
        `{ plants_connection(status: ${status}, sort: "height") { nodes { name } pageInfo { total } } }`,
      );
      await query(
        `filtered through relations: ${status}`,
        `{ beds(status: ${status}, filters: { plants: { name: { contains: "i" } } }) { name } }`,
      );
      await query(
        `filtered by publishedAt: ${status}`,
        `{ plants(status: ${status}, filters: { publishedAt: { notNull: true } }, sort: "height") { name } }`,
      );
    }
    const one = 'query($id: ID!, $s: PublicationStatus) { plant(documentId: $id, status: $s) { name publishedAt } }';
    for (const [name, id] of Object.entries({ fern, moss, ivy }))
      for (const s of ['DRAFT', 'PUBLISHED', null]) await query(`${name} as ${String(s)}`, one, { id, s });

    for (const status of ['DRAFT', 'PUBLISHED'])
      for (const mode of modes)
        await query(
          `${status}, ${mode}`,
          `{ plants_connection(status: ${status}, publicationFilter: ${mode}, sort: "height") { nodes { name gardeners(sort: "name") { name } } pageInfo { total } } }`,
        );
    for (const value of ['true', 'false', 'null'])
      for (const status of ['DRAFT', 'PUBLISHED'])
        await query(
          `${status}, hasPublishedVersion ${value}`,
          `{ plants(status: ${status}, hasPublishedVersion: ${value}, sort: "height") { name children(sort: "name") { name } } }`,
        );
    await query(
      null,
      '{ plants(status: DRAFT, hasPublishedVersion: true, publicationFilter: NEVER_PUBLISHED) { name } }',
    );
    await query(null, '{ plants(publicationFilter: NOPE) { name } }');
    await query(null, '{ plants(publicationFilter: null, sort: "height") { name } }');
    await query(null, '{ plants(hasPublishedVersion: "true") { name } }');
    await query(
      null,
      '{ plants_connection(status: DRAFT, publicationFilter: MODIFIED, filters: { name: { eq: "a fern" } }) { nodes { name } pageInfo { total } } }',
    );
    const filtered =
      'query($id: ID!, $f: PublicationFilter) { plant(documentId: $id, status: DRAFT, publicationFilter: $f) { name } }';
    await query('a draft that was never published', filtered, { id: ivy, f: 'NEVER_PUBLISHED' });
    await query('a draft that has a published version', filtered, { id: fern, f: 'NEVER_PUBLISHED' });
    await query('types without drafts as drafts', '{ tools(status: DRAFT) { name publishedAt } }');
    await query('types without drafts, modified', '{ beds(publicationFilter: MODIFIED) { name } }');

    await send('a garden', 'PUT', '/api/garden', { body: { data: { name: 'Eden', head: ada } } });
    await put('the garden changes', '/api/garden?status=draft&fields=name', { name: 'Paradise', head: bob });
    await query(null, '{ garden { name head { name } } draft: garden(status: DRAFT) { name head { name } } }');
    await query(null, '{ garden(status: DRAFT, publicationFilter: MODIFIED) { name } }');
    await query(null, '{ garden(status: DRAFT, hasPublishedVersion: false) { name } }');
    await query(
      null,
      '{ published: plants(sort: "height") { name } drafts: plants(status: DRAFT, sort: "height") { name bed { plants(sort: "height") { name } } } }',
    );

    const gallery = {
      __component: 'garden.gallery',
      caption: 'g',
      steps: [{ text: 's' }],
      plants: [fern, ivy],
      main: ivy,
    };
    const care = { title: 'c', gardener: bob };
    await make('/api/guides', {
      ...{ title: 'g', care, must: { body: 'b' }, steps: [{ text: 's' }] },
      ...{ body: [gallery], ends: [{ __component: 'garden.quote', body: 'q' }] },
    });
    for (const status of ['PUBLISHED', 'DRAFT'])
      await query(
        `in components and zones: ${status}`,
        `{ guides(status: ${status}) { care { gardener { name } } body { ... on ComponentGardenGallery { main { name } plants(sort: "name") { name } plants_connection { nodes { name } } } } } }`,
      );

    const write =
      'mutation($id: ID!, $s: PublicationStatus, $d: PlantInput!) { updatePlant(documentId: $id, status: $s, data: $d) { name publishedAt } }';
    await query('a draft is written', write, { id: moss, s: 'DRAFT', d: { name: 'a moss' } });
    await query('what is published stays', one, { id: moss, s: 'PUBLISHED' });
    await query('it is published', write, { id: moss, s: 'PUBLISHED', d: {} });
    await query('what is published follows', one, { id: moss, s: 'PUBLISHED' });
    await query(
      'without a status',
      'mutation($id: ID!) { updatePlant(documentId: $id, data: { height: 5 }) { height publishedAt } }',
      {
        id: ivy,
      },
    );
    await query('with status null', write, { id: ivy, s: null, d: { height: 6 } });
    await query(null, 'mutation { createPlant(status: DRAFT, data: { name: "oak" }) { name publishedAt } }');
    await query(null, 'mutation { createPlant(data: { name: "elm", publishedAt: null }) { name publishedAt } }');
    await query(null, '{ plants(status: DRAFT, sort: "name") { name } }');
    await query(null, '{ plants(sort: "name") { name } }');
    const answer =
      '{ name parent { name publishedAt } children(sort: "name") { name publishedAt } gardeners(sort: "name") { name publishedAt } bed { plants(sort: "name") { name publishedAt } } }';
    await query(
      'relations in the answer of a mutation',
      `mutation($id: ID!) { updatePlant(documentId: $id, data: {}) ${answer} }`,
      {
        id: fern,
      },
    );
    await query(
      'relations in the answer of a draft',
      `mutation($id: ID!) { updatePlant(documentId: $id, status: DRAFT, data: {}) ${answer} }`,
      { id: fern },
    );
    await query('both versions go', 'mutation($id: ID!) { deletePlant(documentId: $id) { documentId } }', { id: fern });
    for (const s of ['DRAFT', 'PUBLISHED']) await query(`it is gone as ${s}`, one, { id: fern, s });
  },
} satisfies Scenario;
