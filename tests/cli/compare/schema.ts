// The content types of the tests of the comparison.
import { schemaOf } from '../../setup/schema.ts';

export const blog = schemaOf({
  'post.json': JSON.stringify({
    kind: 'collectionType',
    collectionName: 'posts',
    info: { singularName: 'post', pluralName: 'posts', displayName: 'Post' },
    options: { draftAndPublish: true },
    pluginOptions: { i18n: { localized: true } },
    attributes: {
      title: { type: 'string', pluginOptions: { i18n: { localized: true } } },
      data: { type: 'json' },
      cover: { type: 'media' },
      author: { type: 'relation', relation: 'manyToOne', target: 'api::writer.writer' },
      seo: { type: 'component', component: 'shared.seo' },
      body: { type: 'dynamiczone', components: ['shared.seo', 'shared.text'] },
    },
  }),
  'writer.json': JSON.stringify({
    kind: 'collectionType',
    collectionName: 'writers',
    info: { singularName: 'writer', pluralName: 'writers', displayName: 'Writer' },
    attributes: { name: { type: 'string' } },
  }),
  'home.json': JSON.stringify({
    kind: 'singleType',
    collectionName: 'homes',
    info: { singularName: 'home', pluralName: 'homes', displayName: 'Home' },
    attributes: { title: { type: 'string' } },
  }),
  'components/shared/seo.json': JSON.stringify({
    collectionName: 'components_shared_seos',
    info: { displayName: 'Seo' },
    attributes: { title: { type: 'string' }, picture: { type: 'media' } },
  }),
  'components/shared/text.json': JSON.stringify({
    collectionName: 'components_shared_texts',
    info: { displayName: 'Text' },
    attributes: { text: { type: 'text' } },
  }),
});
