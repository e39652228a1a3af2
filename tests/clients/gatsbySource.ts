// Tests `gatsby-source-strapi`.
import { expect } from 'vitest';
import { loadClient, type Client } from './client.ts';
import { createGatsby, type Gatsby, type GatsbyNode } from './gatsby.ts';
import type { Lectern } from './lectern.ts';

/** @returns a function that runs the plugin once */
const sourceInto = async ({ api }: Gatsby, { url, token }: Lectern): Promise<() => Promise<void>> => {
  const { sourceNodes } = await loadClient("export * from 'gatsby-source-strapi/gatsby-node'", {
    'gatsby-source-filesystem': "export { createRemoteFileNode } from './gatsby.ts';",
  });
  const populate = { author: true, cover: true, seo: true, sections: { populate: '*' } };
  return () =>
    sourceNodes(api, {
      ...{ apiURL: url, accessToken: token, singleTypes: ['home'] },
      collectionTypes: ['author', { singularName: 'article', queryParams: { populate } }],
    });
};

const countsByType = (nodes: Iterable<GatsbyNode>): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { internal } of nodes) counts[internal.type] = (counts[internal.type] ?? 0) + 1;
  return counts;
};

const titlesOf = (nodes: Iterable<GatsbyNode>): readonly unknown[] =>
  [...nodes].filter(({ internal }) => internal.type === 'STRAPI_ARTICLE').map(({ title }) => title);

export const gatsbySource: Client = {
  name: 'gatsby-source-strapi',
  tests: {
    'makes a node of each document, component and file': async (lectern) => {
      const gatsby = createGatsby();
      await (
        await sourceInto(gatsby, lectern)
      )();
      const components = { SHARED_SEO: 3, SECTION_TEXT: 3, SECTION_LINKS: 3, SHARED_LINK: 3 * 2 + 2 * 2 + 2 };
      const componentCounts = Object.fromEntries(
        Object.entries(components).map(([name, count]) => [`STRAPI__COMPONENT_${name}`, count]),
      );
      expect(countsByType(gatsby.nodes.values())).toEqual({
        ...{ STRAPI_ARTICLE: 3, STRAPI_AUTHOR: 2, STRAPI_HOME: 1, STRAPI__MEDIA: 2, File: 2, ...componentCounts },
        STRAPI_ARTICLE_FACTS_JSONNODE: 3,
        STRAPI_ARTICLE_BODY_TEXTNODE: 3,
        STRAPI__COMPONENT_SECTION_TEXT_BODY_TEXTNODE: 3,
      });
      // A component that is created twice replaced another one with the same id.
      expect(countsByType(gatsby.created)).toMatchObject(componentCounts);
    },
    'reads only what changed since the last run, and removes what was deleted': async (lectern) => {
      const { send } = lectern;
      const { data } = await send('POST', '/api/articles', { data: { title: 'Ink' } });
      const gatsby = createGatsby();
      const source = await sourceInto(gatsby, lectern);
      await source();
      gatsby.created.length = 0;
      await source();
      expect(titlesOf(gatsby.created)).toEqual([]);
      await send('PUT', `/api/articles/${data.documentId}`, { data: { title: 'Inks' } });
      await source();
      expect(titlesOf(gatsby.created)).toEqual(['Inks']);
      await send('DELETE', `/api/articles/${data.documentId}`);
      await source();
      expect(titlesOf(gatsby.nodes.values())).not.toContain('Inks');
    },
  },
};
