// The content types of the tests of the comparison.
import { schemaOf, typeFile, withDrafts } from '../../setup/schema.ts';

export const blog = schemaOf({
  'post.json': typeFile(
    'post',
    {
      title: { type: 'string', pluginOptions: { i18n: { localized: true } } },
      data: { type: 'json' },
      cover: { type: 'media' },
      author: { type: 'relation', relation: 'manyToOne', target: 'api::writer.writer' },
      seo: { type: 'component', component: 'shared.seo' },
      body: { type: 'dynamiczone', components: ['shared.seo', 'shared.text'] },
    },
    { ...withDrafts, pluginOptions: { i18n: { localized: true } } },
  ),
  'writer.json': typeFile('writer', { name: { type: 'string' } }),
  'home.json': typeFile('home', { title: { type: 'string' } }, { kind: 'singleType' }),
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
