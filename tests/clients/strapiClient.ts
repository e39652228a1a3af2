// Tests `@strapi/client`.
import { expect } from 'vitest';
import { pictureOfSize } from '../media/files.ts';
import { loadClient, type Client } from './client.ts';
import type { Lectern } from './lectern.ts';

const connect = async ({ url, token }: Lectern) => {
  const { strapi } = await loadClient("export * from '@strapi/client'");
  return strapi({ baseURL: `${url}/api`, auth: token });
};

export const strapiClient: Client = {
  name: '@strapi/client',
  tests: {
    'reads collections and single types': async (lectern) => {
      const client = await connect(lectern);
      const { data, meta } = await client
        .collection('articles')
        .find({ filters: { author: { name: 'Ada' } }, sort: 'title', populate: ['author'] });
      expect(data).toMatchObject([
        { title: 'Binding', author: { name: 'Ada' } },
        { title: 'Paper', author: { name: 'Ada' } },
      ]);
      expect(meta.pagination).toMatchObject({ total: 2 });
      const { data: found } = await client.collection('articles').findOne(data[0].documentId, { fields: ['slug'] });
      expect(found).toMatchObject({ slug: 'binding' });
      expect((await client.single('home').find()).data.title).toBe('The Reading Room');
    },
    'writes documents': async (lectern) => {
      const messages = (await connect(lectern)).collection('messages');
      const { data } = await messages.create({ text: 'Hello' });
      expect((await messages.update(data.documentId, { text: 'Goodbye' })).data.text).toBe('Goodbye');
      await messages.delete(data.documentId);
      await expect(messages.findOne(data.documentId)).rejects.toThrow('404');
    },
    'uploads, changes and deletes files': async (lectern) => {
      const { files } = await connect(lectern);
      const bytes = await pictureOfSize(20, 10).png().toBuffer();
      const [file] = await files.upload(bytes, { filename: 'small.png', mimetype: 'image/png' });
      expect(await files.update(file.id, { caption: 'Small' })).toMatchObject({ caption: 'Small', width: 20 });
      await files.delete(file.id);
      await expect(files.findOne(file.id)).rejects.toThrow('not found');
    },
  },
};
