// Tests `strapi-sdk-js`.
import { expect } from 'vitest';
import { loadClient, type Client } from './client.ts';

const connect = async (url: string, token?: string) => {
  const { default: Strapi } = await loadClient("export { default } from 'strapi-sdk-js'");
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return new Strapi({ url, axiosOptions: { headers } });
};

export const strapiSdk: Client = {
  name: 'strapi-sdk-js',
  tests: {
    'reads collections and single types': async ({ url, token }) => {
      const sdk = await connect(url, token);
      const { data } = await sdk.find('articles', {
        ...{ filters: { title: { $in: ['Paper', 'Print'] } }, sort: ['title:desc'], populate: ['author', 'cover'] },
      });
      expect(data).toMatchObject([{ author: { name: 'Bea' } }, { author: { name: 'Ada' }, cover: { width: 300 } }]);
      expect((await sdk.findOne('articles', data[0].documentId, { fields: ['title'] })).data.title).toBe('Print');
      expect((await sdk.find('home')).data.title).toBe('The Reading Room');
    },
    'writes documents': async ({ url, token }) => {
      const sdk = await connect(url, token);
      const { documentId } = (await sdk.create('messages', { text: 'Hello' })).data;
      expect((await sdk.update('messages', documentId, { text: 'Goodbye' })).data.text).toBe('Goodbye');
      await sdk.delete('messages', documentId);
      await expect(sdk.findOne('messages', documentId)).rejects.toMatchObject({ error: { status: 404 } });
    },
    'registers and logs in': async ({ url }) => {
      const sdk = await connect(url);
      await sdk.register({ username: 'sdk', email: 'sdk@example.org', password: 'a quiet room' });
      const { jwt } = await sdk.login({ identifier: 'sdk@example.org', password: 'a quiet room' });
      expect(await (await connect(url, jwt)).fetchUser()).toMatchObject({ username: 'sdk' });
    },
  },
};
