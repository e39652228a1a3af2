// GraphQL: what the public, members and tokens may do and see.
import type { Call } from '../sendRequest.ts';
import type { Scenario } from '../player.ts';

/** Selections of a public role that may find only plants and beds. */
const selections = [
  '{ name }',
  '{ name bed { name } }',
  '{ name bed { name plants(sort: "name") { name } } }',
  '{ name planter { name } }',
  '{ name gardeners { name } }',
  '{ name gardeners_connection { nodes { name } } }',
  '{ name bed { name gardener { name } } }',
  '{ name parent { name tools { name } } }',
  '{ name parent { name children(sort: "name") { name } } }',
  '{ name sign { text } twin { name } }',
] as const;

const queries = [
  '(filters: { planter: { name: { eq: "Ada" } } })',
  '(filters: { gardeners: { name: { contains: "A" } } })',
  '(filters: { bed: { gardener: { name: { eq: "Ada" } } } })',
  '(filters: { bed: { name: { eq: "north" } } }, sort: "name")',
  '(filters: { or: [{ tools: { name: { eq: "rake" } } }, { name: { eq: "fern" } }] })',
  '(filters: { not: { tools: { name: { eq: "rake" } } } })',
  '(sort: "planter.name")',
  '(sort: "bed.gardener.name")',
  '(sort: ["bed.name", "name"])',
] as const;

export default {
  uses: ['users', 'plants', 'beds', 'gardeners', 'tools', 'garden', 'guides', 'badges', 'files', 'albums', 'rules'],
  play: async ({ query, make, send, member, allow, file }) => {
    const ada = (await make('/api/gardeners', { name: 'Ada' })).documentId;
    const rake = (await make('/api/tools', { name: 'rake' })).documentId;
    const north = (await make('/api/beds', { name: 'north', gardener: ada })).documentId;
    const fern = (
      await make('/api/plants', { name: 'fern', bed: north, gardeners: [ada], planter: ada, tools: [rake] })
    ).documentId;
    await make('/api/plants', { name: 'moss', parent: fern });
    await make('/api/plants?status=draft', { name: 'a draft', parent: fern });
    await send('a garden', 'PUT', '/api/garden', { body: { data: { name: 'Eden', head: ada, beds: [north] } } });
    const may = await member('may');
    const badge = await make('/api/badges', { title: 'gold', owner: may.documentId, holders: [may.documentId] });
    const picture = await file('small.png');
    await make('/api/albums', { title: 'a', cover: picture.id, shots: [picture.id] });
    await make('/api/guides', {
      ...{
        title: 'g',
        must: { body: 'm' },
        steps: [{ text: 's' }],
        care: { title: 'c', gardener: ada, tools: [rake] },
      },
      body: [{ __component: 'garden.gallery', caption: 'g', steps: [{ text: 's' }], plants: [fern], main: fern }],
      ends: [{ __component: 'garden.quote', body: 'e' }],
    });

    const one = 'query($id: ID!) { plant(documentId: $id) { name } }';
    const write = 'mutation { createPlant(data: { name: "new" }) { name } }';
    const asks: Readonly<Record<string, Call['as']>> = {
      'the public': null,
      'a member': may.as,
      'the read-only token': 'read-only',
      'a token that is none': { token: 'none' },
    };
    for (const [who, as] of Object.entries(asks)) {
      await query(`${who}: list`, '{ plants(sort: "name") { name } }', undefined, as);
      await query(`${who}: connection`, '{ plants_connection { nodes { name } pageInfo { total } } }', undefined, as);
      await query(`${who}: one`, one, { id: fern }, as);
      await query(`${who}: absent`, one, { id: 'aaaaaaaaaaaaaaaaaaaaaaaa' }, as);
      await query(`${who}: single type`, '{ garden { name } }', undefined, as);
      await query(`${who}: two lists`, '{ plants { name } beds { name } }', undefined, as);
      await query(
        `${who}: two that may be null`,
        '{ garden { name } plants_connection { pageInfo { total } } }',
        undefined,
        as,
      );
      await query(`${who}: create`, write, undefined, as);
      await query(
        `${who}: update`,
        'mutation($id: ID!) { updatePlant(documentId: $id, data: {}) { name } }',
        { id: fern },
        as,
      );
      await query(
        `${who}: delete`,
        'mutation($id: ID!) { deletePlant(documentId: $id) { documentId } }',
        { id: 'aaaaaaaaaaaaaaaaaaaaaaaa' },
        as,
      );
      await query(`${who}: update a single type`, 'mutation { updateGarden(data: {}) { name } }', undefined, as);
      await query(`${who}: locales`, '{ i18NLocales { code } }', undefined, as);
      await query(`${who}: files`, '{ uploadFiles { name } }', undefined, as);
      await query(`${who}: users`, '{ usersPermissionsUsers { username } }', undefined, as);
      await query(`${who}: roles`, '{ usersPermissionsRoles_connection { nodes { type } } }', undefined, as);
      await query(`${who}: a document that is not valid`, '{ plants { nope } }', undefined, as);
    }

    await allow('public', ['plant.find', 'bed.find']);
    for (const selection of selections)
      await query(selection, `{ plants(sort: "name") ${selection} }`, undefined, null);
    for (const args of queries) await query(args, `{ plants${args} { name } }`, undefined, null);
    await query('drafts', '{ plants(status: DRAFT, sort: "name") { name } }', undefined, null);
    await query('drafts of relations', '{ beds(status: DRAFT) { plants(sort: "name") { name } } }', undefined, null);
    await query(
      'what was never published',
      '{ plants(status: DRAFT, publicationFilter: NEVER_PUBLISHED) { name } }',
      undefined,
      null,
    );
    await query('a list and one that is refused', '{ plants(sort: "name") { name } garden { name } }', undefined, null);
    await query('one is another permission', one, { id: fern }, null);
    await query(
      'one and a list',
      'query($id: ID!) { plants(sort: "name") { name } plant(documentId: $id) { name } }',
      { id: fern },
      null,
    );
    await query('introspection of what is refused', '{ __type(name: "Gardener") { name } }', undefined, null);

    await allow('public', ['plant.find', 'plant.create', 'plant.update', 'bed.find']);
    await query('who may create', write, undefined, null);
    await query(
      'who may create: answers what may be seen',
      'mutation { createPlant(data: { name: "with" }) { name bed { name } tools { name } } }',
      undefined,
      null,
    );
    const relate =
      'mutation($b: ID, $t: [ID]) { createPlant(data: { name: "related", bed: $b, tools: $t }) { name bed { name } } }';
    await query('who may create: relates what may be found', relate, { b: north }, null);
    await query('who may create: relates what may not be found', relate, { b: north, t: [rake] }, null);
    await query('what was related', '{ plants(filters: { name: { eq: "related" } }) { bed { name } tools { name } } }');
    await query(
      'who may not delete',
      'mutation($id: ID!) { deletePlant(documentId: $id) { documentId } }',
      { id: fern },
      null,
    );
    await query(
      'who may update: a draft',
      'mutation($id: ID!) { updatePlant(documentId: $id, status: DRAFT, data: { name: "fern" }) { name publishedAt } }',
      { id: fern },
      null,
    );
    await query(
      'who may update: drafts',
      '{ plants(status: DRAFT, filters: { name: { eq: "a draft" } }) { name } }',
      undefined,
      null,
    );

    await allow('public', ['album.find', 'guide.find']);
    await query(
      'media of a document',
      '{ albums { title cover { name } shots { name } shots_connection { nodes { name } } } }',
      undefined,
      null,
    );
    await query('relations in components', '{ guides { care { title gardener { name } } } }', undefined, null);
    await query('lists of relations in components', '{ guides { care { title tools { name } } } }', undefined, null);
    await query(
      'relations in zones',
      '{ guides { body { ... on ComponentGardenGallery { caption main { name } } } } }',
      undefined,
      null,
    );
    await query(
      'lists of relations in zones',
      '{ guides { body { ... on ComponentGardenGallery { caption plants { name } } } } }',
      undefined,
      null,
    );
    await query(
      'filters in components',
      '{ guides(filters: { care: { gardener: { name: { eq: "Ada" } } } }) { title } }',
      undefined,
      null,
    );

    await allow('authenticated', ['badge.find', 'badge.create', 'badge.update', 'rule.find', 'plant.find']);
    const { as } = may;
    await query('a member: badges', '{ badges { title } }', undefined, as);
    await query('a member: their owner', '{ badges { title owner { username } } }', undefined, as);
    await query('a member: their holders', '{ badges { title holders { username } } }', undefined, as);
    await query(
      'a member: by owner',
      '{ badges(filters: { owner: { username: { eq: "may" } } }) { title } }',
      undefined,
      as,
    );
    await query(
      'a member: by role',
      '{ badges(filters: { owner: { role: { type: { eq: "public" } } } }) { title } }',
      undefined,
      as,
    );
    await query(
      'a member: by a secret',
      '{ badges(filters: { owner: { password: { notNull: true } } }) { title } }',
      undefined,
      as,
    );
    await query('a member: sorted by owner', '{ badges(sort: "owner.username") { title } }', undefined, as);
    await query(
      'a member: gives',
      'mutation($o: ID) { createBadge(data: { title: "tin", owner: $o }) { title } }',
      { o: may.documentId },
      as,
    );
    await query(
      'a member: takes',
      'mutation($id: ID!) { updateBadge(documentId: $id, data: { owner: null }) { title } }',
      { id: badge.documentId },
      as,
    );
    await query('a member: localizations', '{ rules { title localizations { title } } }', undefined, as);
    await allow('authenticated', ['badge.find', 'user.find']);
    await query(
      'who may find users: their owner',
      '{ badges(filters: { title: { eq: "gold" } }) { title owner { username email role { name } } } }',
      undefined,
      as,
    );
    await query(
      'who may find users: names',
      '{ badges(filters: { title: { eq: "gold" } }) { title owner { username email } holders { username } } }',
      undefined,
      as,
    );
    await query(
      'the full-access token: badges',
      '{ badges(filters: { title: { eq: "gold" } }) { title owner { username role { name } } holders { username } } }',
    );

    await allow('public', ['content-api.find', 'content-api.findOne', 'locales.listLocales']);
    await query(
      'who may find files',
      '{ uploadFiles { name } uploadFiles_connection { pageInfo { total } } }',
      undefined,
      null,
    );
    await query(
      'who may find one file',
      'query($id: ID!) { uploadFile(documentId: $id) { name } }',
      { id: picture.documentId },
      null,
    );
    await query(
      'who may find files: changes',
      'mutation($id: ID!) { updateUploadFile(id: $id, info: { caption: "x" }) { name } }',
      { id: picture.id },
      null,
    );
    await query(
      'who may find files: deletes',
      'mutation($id: ID!) { deleteUploadFile(id: $id) { name } }',
      { id: picture.id },
      null,
    );
    await query('who may list locales', '{ i18NLocales { code } }', undefined, null);
    await query('who may list locales: connection', '{ i18NLocales_connection { nodes { code } } }', undefined, null);
    await allow('public', ['content-api.upload', 'content-api.destroy']);
    await query(
      'who may upload',
      'mutation($id: ID!) { updateUploadFile(id: $id, info: { caption: "x" }) { caption } }',
      { id: picture.id },
      null,
    );
    await query(
      'who may destroy',
      'mutation($id: ID!) { deleteUploadFile(id: $id) { name } }',
      { id: picture.id },
      null,
    );
  },
} satisfies Scenario;
