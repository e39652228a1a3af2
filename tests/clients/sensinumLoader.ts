// Tests `@sensinum/astro-strapi-loader`.
import { expect } from 'vitest';
import { createLoaderContext, readEntries } from './astro.ts';
import { loadClient, type Client } from './client.ts';

const load = () =>
  loadClient("export * from '@sensinum/astro-strapi-loader'", {
    'astro:content': "export { defineCollection } from './astro.ts';",
  });

export const sensinumLoader: Client = {
  name: '@sensinum/astro-strapi-loader',
  tests: {
    'loads a collection and a single type': async ({ url, token }) => {
      const { strapiLoader } = await load();
      const [articles, home] = [createLoaderContext(), createLoaderContext()];
      await strapiLoader('articles', { url, token }, { populate: '*', sort: ['title'] }).load(articles);
      expect(readEntries(articles, ({ title }) => title)).toEqual(['Binding', 'Paper', 'Print']);
      await strapiLoader('home', { url, token }).load(home);
      expect(readEntries(home, ({ title }) => title)).toEqual(['The Reading Room']);
    },
    'generates collections, whose schemas accept the documents': async ({ url, token }) => {
      const { generateCollections } = await load();
      expect(Object.keys(await generateCollections({ url, token })).sort()).toEqual([
        ...['articles', 'authors', 'home', 'messages'],
      ]);
      const query = { populate: '*' };
      const names = ['articles', 'authors', 'home'];
      const collections = await generateCollections(
        { url, token },
        names.map((name) => ({ name, query })),
      );
      const entriesOf = async (name: string, read: Parameters<typeof readEntries>[1]): Promise<readonly string[]> => {
        const { loader, schema } = collections[name];
        const context = createLoaderContext((data) => schema.parse(data));
        await loader.load(context);
        return readEntries(context, read);
      };
      const articles = await entriesOf('articles', ({ author, seo }) => `${seo.title}, ${author.name}`);
      expect(articles).toEqual(['Binding, Ada', 'Paper, Ada', 'Print, Bea']);
      expect(await entriesOf('authors', ({ links }) => links[1].label)).toEqual(['Shop', 'Shop']);
      expect(await entriesOf('home', ({ title }) => title)).toEqual(['The Reading Room']);
    },
  },
};
