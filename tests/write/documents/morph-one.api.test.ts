// Checks a document that shows one of the documents that link to it by a polymorphic relation.
import { expect, it } from 'vitest';
import { createApi, schemaOf, typeFile } from '../../setup/api.ts';

const file = (singularName: string, attributes: object): string =>
  typeFile(singularName, { name: { type: 'string' }, ...attributes });

const api = createApi(
  schemaOf({
    'note.json': file('note', { about: { type: 'relation', relation: 'morphToOne' } }),
    'place.json': file('place', {
      note: { type: 'relation', relation: 'morphOne', target: 'api::note.note', morphBy: 'about' },
    }),
  }),
);

it('keeps the other links when an edit does not name the relation', async () => {
  const place = await api.create('/api/places', { name: 'mill' });
  const about = { __type: 'api::place.place', documentId: place };
  for (const name of ['one', 'other']) await api.post('/api/notes', { name, about });
  const bothSides = async () => [
    (await api.get(`/api/places/${place}?populate=note`)).body.data.note.name,
    (await api.get('/api/notes?populate=about&sort=name')).body.data.map(
      (note: { about: { name: string } | null }) => note.about?.name,
    ),
  ];
  expect(await bothSides()).toEqual(['one', ['mill', 'mill']]);
  expect((await api.put(`/api/places/${place}`, { note: { connect: [] } })).status).toBe(200);
  expect(await bothSides()).toEqual(['one', ['mill', 'mill']]);
});
