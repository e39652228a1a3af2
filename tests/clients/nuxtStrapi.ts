// Tests the composables of `@nuxtjs/strapi`.
import { join } from 'node:path';
import { expect } from 'vitest';
import { loadClient, packagePath, type Client } from './client.ts';

/** @param token the API token in Nuxt's configuration */
const connect = async (url: string, token?: string) => {
  const runtime = join(packagePath('@nuxtjs/strapi'), 'dist/runtime');
  const nuxt = await loadClient(
    `export { config } from '#imports';
    export { $fetch } from 'ofetch';
    export { useStrapi } from '${runtime}/composables-v5/useStrapi.js';
    export { useStrapiAuth } from '${runtime}/composables/useStrapiAuth.js';
    export { useStrapiGraphQL } from '${runtime}/composables/useStrapiGraphQL.js';
    export { useStrapiMedia } from '${runtime}/composables/useStrapiMedia.js';`,
    {
      '#imports': `export * from './nuxtImports.ts';
        export { useStrapiClient } from '${runtime}/composables/useStrapiClient.js';`,
      vue: "export { ref } from './nuxtImports.ts';",
    },
  );
  Object.assign(globalThis, { $fetch: nuxt.$fetch });
  Object.assign(nuxt.config.strapi, { url, token });
  return nuxt;
};

export const nuxtStrapi: Client = {
  name: '@nuxtjs/strapi',
  tests: {
    'reads collections and single types': async ({ url, token }) => {
      const { useStrapi, useStrapiMedia } = await connect(url, token);
      const { find, findOne } = useStrapi();
      const { data } = await find('articles', {
        ...{ filters: { author: { name: { $eq: 'Ada' } } }, sort: ['title'], populate: { cover: { fields: ['url'] } } },
      });
      expect(data).toMatchObject([{ title: 'Binding' }, { title: 'Paper' }]);
      expect((await fetch(useStrapiMedia(data[0].cover.url))).headers.get('content-type')).toBe('image/png');
      expect((await findOne('articles', data[1].documentId)).data.title).toBe('Paper');
      expect((await findOne('home')).data.title).toBe('The Reading Room');
    },
    'writes documents': async ({ url, token }) => {
      const { useStrapi } = await connect(url, token);
      const { create, update, findOne, delete: remove } = useStrapi();
      const { documentId } = (await create('messages', { text: 'Hello' }, { fields: ['text'] })).data;
      expect((await update('messages', documentId, { text: 'Goodbye' })).data.text).toBe('Goodbye');
      await remove('messages', documentId);
      await expect(findOne('messages', documentId)).rejects.toMatchObject({ error: { status: 404 } });
    },
    'reads over GraphQL': async ({ url, token }) => {
      const ask = (await connect(url, token)).useStrapiGraphQL();
      const { data } = await ask(
        'query ($title: String) { articles(filters: { title: { eq: $title } }) { title author { name } } }',
        {
          title: 'Paper',
        },
      );
      expect(data).toEqual({ articles: [{ title: 'Paper', author: { name: 'Ada' } }] });
    },
    'registers and logs in': async ({ url }) => {
      const { register, login, logout } = (await connect(url)).useStrapiAuth();
      const password = 'a quiet room';
      const { user } = await register({ username: 'nuxt', email: 'nuxt@example.org', password });
      expect(user.value).toMatchObject({ username: 'nuxt' });
      logout();
      expect((await login({ identifier: 'nuxt', password })).user.value).toMatchObject({ email: 'nuxt@example.org' });
    },
  },
};
