// GraphQL: components and dynamic zones.
import type { Scenario } from '../player.ts';

const quote = { __typename: 'ComponentGardenQuote', body: 'q' };
const tip = { __typename: 'ComponentGardenTip', text: 'tip' };
const zone =
  'body { __typename ... on ComponentGardenQuote { body by } ... on ComponentGardenGallery { caption steps { text } main { name } plants { name } } ... on ComponentGardenCare { title first { text } } }';

/** Selections of guides. */
const selections = [
  '{ title care { title steps { text minutes done } first { text } gardener { name } tools { name } } }',
  '{ care { tools_connection { nodes { name } } tools(sort: "name:desc", pagination: { limit: 1 }) { name } } }',
  '{ must { body by } tips { text tool { name } } steps { text } }',
  '{ steps(sort: "text:desc") { text } }',
  '{ steps(sort: []) { text } }',
  '{ steps(pagination: { limit: 1 }) { text } }',
  '{ steps(pagination: { page: 2, pageSize: 1 }) { text } }',
  '{ steps(filters: { text: { ne: "b" } }) { text } }',
  '{ steps(filters: { minutes: { gt: 5 } }) { text minutes } }',
  '{ steps(filters: { nope: { eq: 1 } }) { text } }',
  '{ steps(sort: "nope") { text } }',
  '{ a: steps(filters: { text: { eq: "a" } }) { text } b: steps(sort: "text") { text } }',
  '{ care { steps(filters: { text: { eq: "c1" } }, sort: "text") { text } } }',
  '{ care { hidden } }',
  '{ care { nope } }',
  `{ ${zone} }`,
  '{ body { __typename } ends { __typename } }',
  '{ body { ... on ComponentGardenQuote { body } } }',
  '{ body { ...Q ...G } } fragment Q on ComponentGardenQuote { body } fragment G on ComponentGardenGallery { caption plants_connection { nodes { name } } }',
  '{ body { ... on ComponentGardenGallery { plants(sort: "name", filters: { name: { ne: "moss" } }) { name bed { name } } } } }',
  '{ body { ... on ComponentGardenGallery { steps(filters: { text: { eq: "z" } }) { text } } } }',
  '{ body { ... on ComponentGardenQuote { text: body } ... on ComponentGardenGallery { text: caption } } }',
  '{ body { ... on ComponentGardenQuote { body } ... on ComponentGardenCare { body: title } } }',
  '{ body { ... on Error { code message } } }',
  '{ body { ... on ComponentGardenTip { text } } }',
  '{ body { body } }',
  '{ body }',
  '{ body { ... on ComponentGardenQuote { hidden } } }',
  '{ ends { ... on ComponentGardenTip { text tool { name } } ... on ComponentGardenQuote { body } } }',
] as const;

const filters = [
  '{ care: { title: { eq: "care" } } }',
  '{ care: { steps: { text: { eq: "c1" } } } }',
  '{ care: { gardener: { name: { eq: "Ada" } } } }',
  '{ care: { not: { title: { eq: "care" } } } }',
  '{ care: { hidden: { eq: "h" } } }',
  '{ steps: { text: { in: ["a"] } } }',
  '{ steps: { and: [{ text: { eq: "a" } }, { minutes: { eq: 9 } }] } }',
  '{ and: [{ steps: { text: { eq: "a" } } }, { steps: { minutes: { eq: 9 } } }] }',
  '{ tips: { tool: { name: { eq: "rake" } } } }',
  '{ body: { body: { eq: "q" } } }',
  '{ must: { id: { eq: 1 } } }',
] as const;

/** Values of a zone as variables. */
const bodies: Readonly<Record<string, unknown>> = {
  one: [quote],
  'one without a list': quote,
  several: [
    { __typename: 'ComponentGardenGallery', caption: 'g', steps: [{ text: 's' }] },
    quote,
    { ...quote, body: 'r' },
  ],
  nested: [{ __typename: 'ComponentGardenCare', title: 'c', hidden: 'h', first: { text: 'f' } }],
  none: [],
  null: null,
  'a text': 'q',
  'a number': 5,
  'an entry that is null': [null],
  'an entry that is a text': ['q'],
  'an entry that is a list': [[]],
  'no type named': [{ body: 'q' }],
  'an unknown type': [{ __typename: 'ComponentGardenNope', body: 'q' }],
  'a type that is a content type': [{ __typename: 'Plant', name: 'q' }],
  'a uid': [{ __typename: 'garden.quote', body: 'q' }],
  'the key of REST': [{ __component: 'garden.quote', body: 'q' }],
  'a component that is not allowed': [tip],
  'one that lacks a value': [{ __typename: 'ComponentGardenQuote' }],
  'a wrong value': [{ ...quote, body: 5 }],
  'an unknown key': [{ ...quote, nope: 1 }],
};

export default {
  uses: ['guides', 'chapters', 'plants', 'beds', 'gardeners', 'tools'],
  play: async ({ query, make }) => {
    const ada = (await make('/api/gardeners', { name: 'Ada' })).documentId;
    const rake = (await make('/api/tools', { name: 'rake' })).documentId;
    const hoe = (await make('/api/tools', { name: 'hoe' })).documentId;
    const spade = (await make('/api/tools', { name: 'spade' })).documentId;
    const north = (await make('/api/beds', { name: 'north' })).documentId;
    const rose = (await make('/api/plants', { name: 'rose', bed: north })).documentId;
    const moss = (await make('/api/plants', { name: 'moss' })).documentId;
    const created = await query(
      'create',
      `mutation($d: GuideInput!) { createGuide(data: $d) { documentId title care { title steps { text minutes } } must { body by } ${zone} } }`,
      {
        d: {
          title: 'full',
          care: {
            ...{ title: 'care', hidden: 'h', first: { text: 'first' }, gardener: ada, tools: [spade, rake, hoe] },
            steps: [{ text: 'c1' }, { text: 'c2', minutes: 1, done: true }],
          },
          must: { body: 'must' },
          tips: [{ text: 'tip', tool: rake }],
          steps: [{ text: 'b' }, { text: 'c', minutes: 9 }, { text: 'a' }],
          body: [
            quote,
            {
              __typename: 'ComponentGardenGallery',
              caption: 'g',
              steps: [{ text: 'z' }],
              plants: [rose, moss],
              main: rose,
            },
          ],
          ends: [tip],
        },
      },
    );
    const id = created.body.data.createGuide.documentId;
    const minimum = { must: { body: 'm' }, steps: [{ text: 's' }] };
    await make('/api/guides', { title: 'second', ...minimum, ends: [{ __component: 'garden.quote', body: 'e' }] });
    for (const one of selections) {
      const [selection, ...fragments] = one.split(' fragment ');
      await query(one, [`{ guides(sort: "title") ${selection} }`, ...fragments].join(' fragment '));
    }
    for (const one of filters) await query(one, `{ guides(filters: ${one}, sort: "title") { title } }`);
    for (const sort of ['care.title', 'must.body:desc', 'care.first.text', 'body', 'care', 'steps.text'])
      await query(`sort: ${sort}`, `{ guides(sort: ["${sort}", "title"]) { title } }`);
    await query(
      'ids',
      '{ guides(filters: { title: { eq: "full" } }) { care { id first { id text } steps { id } } body { ... on ComponentGardenQuote { id } } } }',
    );

    const create = `mutation($d: GuideInput!) { createGuide(data: $d) { ${zone} } }`;
    const ends = [{ __typename: 'ComponentGardenQuote', body: 'e' }];
    for (const [label, body] of Object.entries(bodies))
      await query(`body: ${label}`, create, { d: { ...minimum, ends, body } });
    const literal = (value: string): string =>
      `mutation { createGuide(data: { must: { body: "m" }, steps: [{ text: "s" }], ends: [{ __typename: "ComponentGardenQuote", body: "e" }], body: ${value} }) { ${zone} } }`;
    for (const value of [
      '[{ __typename: "ComponentGardenQuote", body: "literal" }]',
      '{ __typename: "ComponentGardenQuote", body: "literal" }',
      '[{ body: "literal" }]',
      '[{ __typename: "Nope" }]',
      '"text"',
      '[5]',
      '[null]',
      'null',
    ])
      await query(`body as a literal: ${value}`, literal(value));
    await query(
      'a variable in a literal of a zone',
      `mutation($b: String!) { createGuide(data: { must: { body: "m" }, steps: { text: "s" }, ends: [{ __typename: "ComponentGardenQuote", body: $b }] }) { ends { ... on ComponentGardenQuote { body } } } }`,
      { b: 'of a variable' },
    );

    const update = `mutation($id: ID!, $d: GuideInput!) { updateGuide(documentId: $id, data: $d) { title care { title steps { text } first { text } } must { body } tips { text } steps { text } ${zone} } }`;
    const updates: Readonly<Record<string, unknown>> = {
      'others stay': { title: 'new' },
      'a component is replaced': { care: { title: 'other' } },
      'a component lacks a value': { care: { steps: [] } },
      'a component goes': { care: null },
      'a required component goes': { must: null },
      'a component comes': { care: { title: 'again', steps: [{ text: 'x' }] } },
      'a list is replaced': { steps: [{ text: 'c' }, { text: 'a' }, { text: 'b' }] },
      'a list is one value': { steps: { text: 'one' } },
      'a list is too long': { steps: [{ text: 'a' }, { text: 'b' }, { text: 'c' }, { text: 'd' }] },
      'a list is empty': { steps: [] },
      'a list is null': { tips: null },
      'a list holds null': { steps: [null] },
      'a value is too long': { steps: [{ text: 'longer than twelve' }] },
      'an unknown key in a component': { care: { title: 'a', nope: 1 } },
      'an unknown id in a component': { care: { id: 99_999_999, title: 'a' } },
      'a zone is replaced': { body: [{ __typename: 'ComponentGardenCare', title: 'z' }, quote] },
      'a zone is emptied': { body: [] },
      'a zone has too few': { ends: [] },
      'a zone has too many': { ends: [tip, tip, tip] },
      'an unknown relation in a component': { care: { title: 'a', gardener: 'aaaaaaaaaaaaaaaaaaaaaaaa' } },
    };
    for (const [label, d] of Object.entries(updates)) await query(label, update, { id, d });
    await query(
      'order after a change',
      'query($id: ID!) { guide(documentId: $id) { steps { text } care { title } } }',
      { id },
    );

    const chapter = 'title must { body } tips { text } body { __typename } ends { __typename }';
    await query('a chapter', `mutation($d: ChapterInput!) { createChapter(data: $d) { ${chapter} } }`, {
      d: {
        title: 'c',
        must: { body: 'b' },
        tips: [tip, tip].map(({ text }) => ({ text })),
        body: [quote],
        ends: [tip],
      },
    });
    await query('a chapter that lacks', `mutation { createChapter(data: {}) { ${chapter} } }`);
    await query('a draft that lacks', 'mutation { createChapter(status: DRAFT, data: {}) { documentId publishedAt } }');
    await query(
      'a draft that lacks, with what it lacks',
      `mutation { createChapter(status: DRAFT, data: {}) { ${chapter} } }`,
    );
    await query('drafts', `{ chapters(status: DRAFT, sort: "createdAt") { ${chapter} } }`);
    await query(
      'drafts without what they lack',
      '{ chapters(status: DRAFT, sort: "createdAt") { tips { text } body { __typename } } }',
    );
    await query(
      'a draft with too few',
      'mutation { createChapter(status: DRAFT, data: { tips: [{ text: "one" }] }) { tips { text } } }',
    );
  },
} satisfies Scenario;
