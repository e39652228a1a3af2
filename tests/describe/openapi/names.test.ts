// The schemas of a description have unique names, whatever types are called.
import { expect, it } from 'vitest';
import { schemaOf, componentFile } from '../../setup/schema.ts';
import { describedOf } from './described.ts';

const type = (singularName: string, attributes: object = { title: { type: 'string' } }): string =>
  JSON.stringify({
    kind: 'collectionType',
    collectionName: `${singularName}_all`,
    info: { singularName, pluralName: `${singularName}-all`, displayName: singularName },
    attributes,
  });

const component = componentFile({ text: { type: 'string' } });

const namesIn = (schema: Parameters<typeof describedOf>[0]): readonly string[] =>
  Object.keys(describedOf(schema).components.schemas);

it('types have their singular names, components their uids', () => {
  const names = namesIn(schemaOf({ 'news-item.json': type('news-item'), 'components/shared/seo.json': component }));
  expect(names).toEqual(expect.arrayContaining(['NewsItem', 'NewsItemInput', 'NewsItemNew', 'SharedSeo']));
});

it('a type whose name is taken gets the name of its uid', () => {
  const names = namesIn(
    schemaOf({
      'error.json': type('error'),
      'article.json': type('article'),
      'article-input.json': type('article-input'),
      'file-entry.json': type('file-entry'),
    }),
  );
  expect(names).toEqual([...new Set(names)]);
  expect(names).toEqual(
    expect.arrayContaining(['ApiErrorError', 'ApiArticleArticle', 'ArticleInput', 'ArticleInputInput']),
  );
  expect(names.filter((name) => name.startsWith('ApiFileEntry')).length).toBeGreaterThan(0);
});

it('a type that is called like a type of TypeScript gets the name of its uid', () => {
  const names = namesIn(schemaOf({ 'record.json': type('record'), 'response.json': type('response') }));
  expect(names).toEqual(expect.arrayContaining(['ApiRecordRecord', 'ApiResponseResponse']));
  expect(names.filter((name) => ['Record', 'Response'].includes(name))).toEqual([]);
});
