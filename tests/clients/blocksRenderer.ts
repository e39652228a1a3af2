// Tests `@strapi/blocks-react-renderer`.
import { expect } from 'vitest';
import { loadClient, type Client } from './client.ts';

export const blocksRenderer: Client = {
  name: '@strapi/blocks-react-renderer',
  tests: {
    'renders the blocks of a document': async ({ send }) => {
      const { BlocksRenderer, createElement, renderToStaticMarkup } = await loadClient(
        `export { BlocksRenderer } from '@strapi/blocks-react-renderer';
        export { createElement } from 'react';
        export { renderToStaticMarkup } from 'react-dom/server';`,
      );
      const { data } = await send('GET', '/api/articles?filters[title]=Paper&populate=cover');
      const [{ story, cover }] = data;
      expect(renderToStaticMarkup(createElement(BlocksRenderer, { content: story }))).toBe(
        `<link rel="preload" as="image" href="${cover.url}"/><h2>Paper</h2>` +
          '<p>Plain, <strong>bold</strong> and <a href="https://example.org">a link</a></p>' +
          '<ul><li>One</li></ul><blockquote>Quoted</blockquote><pre><code>let it = 1;</code></pre>' +
          `<img src="${cover.url}" alt="The cover"/>`,
      );
    },
  },
};
