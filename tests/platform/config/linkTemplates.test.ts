// The addresses of documents on the site depend on the attributes of their types.
import { expect, it } from 'vitest';
import { linkTemplates } from '../../../lib/platform/config/index.ts';
import { schemaOf, typeFile } from '../../setup/api.ts';

const schema = schemaOf({
  'article.json': typeFile('article', {
    slug: { type: 'uid' },
    body: { type: 'blocks' },
    rank: { type: 'integer', private: true },
  }),
  'note.json': typeFile('note', { title: { type: 'string' } }),
});
const [article, note] = ['api::article.article', 'api::note.note'];

it('gives each type its address, without types that lack an attribute of it', () => {
  const url = 'https://example.org/{locale}/{type}/{plural}/{slug}';
  expect(linkTemplates({ url, types: {} }, schema)).toEqual({
    [article]: 'https://example.org/{locale}/article/articles/{slug}',
  });
  expect(linkTemplates({ url, types: { [note]: { url: '/notes/{documentId}' } } }, schema)).toEqual({
    [article]: 'https://example.org/{locale}/article/articles/{slug}',
    [note]: '/notes/{documentId}',
  });
  expect(linkTemplates({ url: '', types: {} }, schema)).toEqual({});
});

it.each([
  [{ url: '/{slgu}', types: {} }, 'links.url: {slgu} is not a public attribute that can be part of an address'],
  [{ url: '/{rank}', types: {} }, 'links.url: {rank} is not'],
  [{ url: '/{body}', types: {} }, 'links.url: {body} is not'],
  [{ url: '', types: { [note]: { url: '/{slug}' } } }, `links.types.${note}.url: {slug} is not`],
  [{ url: '', types: { 'api::nte.nte': { url: '/a' } } }, 'links.types: there is no content type "api::nte.nte"'],
])('refuses %j', (links, message) => {
  expect(() => linkTemplates(links, schema)).toThrow(message);
});
