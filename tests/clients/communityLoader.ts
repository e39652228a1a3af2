// Tests `strapi-community-astro-loader`.
import { expect } from 'vitest';
import { createLoaderContext, readEntries } from './astro.ts';
import { loadClient, type Client } from './client.ts';

export const communityLoader: Client = {
  name: 'strapi-community-astro-loader',
  tests: {
    'loads a collection page by page': async ({ url, token }) => {
      const { strapiLoader } = await loadClient("export * from 'strapi-community-astro-loader'");
      const context = createLoaderContext();
      await strapiLoader({
        ...{ contentType: 'article', clientConfig: { baseURL: `${url}/api`, auth: token }, pageSize: 2 },
        params: { populate: { author: { fields: ['name'] }, sections: { populate: '*' } } },
      }).load(context);
      const texts = readEntries(context, ({ title, author, sections }) =>
        [title, author.name, sections[1].links[0].label].join(),
      );
      expect(texts).toEqual(['Binding,Ada,Home', 'Paper,Ada,Home', 'Print,Bea,Home']);
    },
  },
};
