// Builds a schema with any number of content types: each has drafts, locales, relations, media, a zone and a polymorphic relation.
import type { Schema } from '../../lib/schema/index.ts';
import { schemaOf, componentFile, localized } from './api.ts';

const typeOf = (index: number, count: number): string => {
  const to = (relation: string, distance: number): object => {
    const name = `article-${(index + distance) % count}`;
    return { type: 'relation', relation, target: `api::${name}.${name}` };
  };
  return JSON.stringify({
    kind: 'collectionType',
    collectionName: `articles_${index}`,
    info: { singularName: `article-${index}`, pluralName: `articles-${index}`, displayName: `Article ${index}` },
    options: { draftAndPublish: true },
    ...localized,
    attributes: {
      title: { type: 'string', required: true, maxLength: 200, ...localized },
      slug: { type: 'uid', targetField: 'title' },
      summary: { type: 'text', ...localized },
      body: { type: 'blocks', ...localized },
      rank: { type: 'integer', min: 0, max: 10 },
      price: { type: 'decimal' },
      day: { type: 'date' },
      at: { type: 'datetime' },
      active: { type: 'boolean', default: false },
      form: { type: 'enumeration', enum: ['essay', 'review', 'guide'] },
      cover: { type: 'media', multiple: false },
      pictures: { type: 'media', multiple: true },
      next: to('oneToOne', 1),
      group: to('manyToOne', 2),
      related: to('manyToMany', 3),
      about: { type: 'relation', relation: 'morphToMany' },
      seo: { type: 'component', component: 'shared.seo', ...localized },
      sections: { type: 'dynamiczone', components: ['shared.seo', 'shared.text', 'shared.quote'], ...localized },
    },
  });
};

export const largeSchema = (count: number): Schema =>
  schemaOf({
    ...Object.fromEntries(Array.from({ length: count }, (_, index) => [`article-${index}.json`, typeOf(index, count)])),
    'components/shared/seo.json': componentFile({ title: { type: 'string' }, image: { type: 'media' } }),
    'components/shared/text.json': componentFile({ body: { type: 'richtext' } }),
    'components/shared/quote.json': componentFile({
      text: { type: 'text' },
      about: { type: 'relation', relation: 'morphToOne' },
    }),
  });
