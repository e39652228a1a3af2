// Relations whose sides do not name each other: both sides read and write the same links.
import { expect, it } from 'vitest';
import { createApi, schemaOf } from '../../setup/api.ts';
import { relation, string, type } from '../../schema/folder.ts';

const inverse = (target: string, mappedBy: string): object => relation('oneToMany', target, { mappedBy });

const api = createApi(
  schemaOf({
    // The topic names the page's attribute, which names none.
    'page.json': type('page', { name: string, topic: relation('manyToOne', 'api::topic.topic') }),
    'topic.json': type('topic', { name: string, pages: inverse('api::page.page', 'topic') }),
    // Two attributes of the shelf name the same attribute of the book.
    'book.json': type('book', {
      name: string,
      shelf: relation('manyToOne', 'api::shelf.shelf', { inversedBy: 'books' }),
    }),
    'shelf.json': type('shelf', {
      name: string,
      books: inverse('api::book.book', 'shelf'),
      all: inverse('api::book.book', 'shelf'),
    }),
  }),
);

const create = async (path: string, data: object): Promise<string> => await api.create(`/api/${path}`, data);

const namesIn = async (path: string, name: string): Promise<readonly string[]> =>
  (await api.get(`/api/${path}?populate=${name}`)).body.data[name].map((one: { name: string }) => one.name);

it('a side that names none is the other side of the one that names it', async () => {
  const topic = await create('topics', { name: 'T' });
  await create('pages', { name: 'first', topic });
  const second = await create('pages', { name: 'second' });
  expect(await namesIn(`topics/${topic}`, 'pages')).toEqual(['first']);
  await api.put(`/api/topics/${topic}`, { pages: [second] });
  expect(await namesIn(`topics/${topic}`, 'pages')).toEqual(['second']);
  expect((await api.get(`/api/pages/${second}?populate=topic`)).body.data.topic.name).toBe('T');
});

it('two sides show and change the same links', async () => {
  const shelf = await create('shelfs', { name: 'S' });
  await create('books', { name: 'first', shelf });
  const second = await create('books', { name: 'second' });
  await api.put(`/api/shelfs/${shelf}`, { all: { connect: [second] } });
  expect(await namesIn(`shelfs/${shelf}`, 'books')).toEqual(['first', 'second']);
  expect(await namesIn(`shelfs/${shelf}`, 'all')).toEqual(['first', 'second']);
  await api.put(`/api/shelfs/${shelf}`, { books: [second] });
  expect(await namesIn(`shelfs/${shelf}`, 'all')).toEqual(['second']);
  expect((await api.get('/api/shelfs?filters[all][name]=second')).body.data).toHaveLength(1);
});
