// GraphQL: polymorphic relations.
import type { Scenario } from '../player.ts';

export default {
  uses: ['remarks', 'plants', 'beds', 'tools'],
  play: async ({ query, make, post }) => {
    const rake = await make('/api/tools', { name: 'rake' });
    const north = await make('/api/beds', { name: 'north' });
    const mentions = [
      { __type: 'api::bed.bed', id: north.id },
      { __type: 'api::tool.tool', id: rake.id },
    ];
    await make('/api/remarks', { text: 'one', mentions });
    await post('about a bed', '/api/remarks?fields=text', { text: 'two', about: mentions[0] });
    await query(null, '{ remarks(sort: "text") { text } }');
    await query(null, '{ remarks(sort: "text") { text about { __typename ... on Bed { name } } } }');
    await query(
      null,
      '{ remarks(sort: "text") { text mentions { __typename ... on Bed { name } ... on Tool { name } } } }',
    );
    await query(null, '{ remarks(sort: "text") { text mentions { ... on Plant { name } } } }');
    await query(null, '{ remarks(sort: "text") { text mentions { name } } }');
    await query(null, '{ tools(sort: "name") { name remarks { text } } }');
    await query(null, '{ remarks(filters: { about: { name: { eq: "north" } } }) { text } }');
    await query(
      null,
      'mutation { createRemark(data: { text: "three" }) { text about { __typename } mentions { __typename } } }',
    );
    await query(null, 'mutation { createRemark(data: { text: "four", about: "a" }) { text } }');
  },
} satisfies Scenario;
