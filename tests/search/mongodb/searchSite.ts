// A site whose search has partitions of every kind.
import { componentFile, localized, schemaOf, typeFile, withDrafts } from '../../setup/schema.ts';

export const schema = schemaOf({
  'article.json': typeFile(
    'article',
    {
      title: { type: 'string', ...localized },
      body: { type: 'richtext', ...localized },
      parts: { type: 'component', component: 'page.part', repeatable: true, ...localized },
      note: { type: 'text', private: true },
    },
    { options: { draftAndPublish: true, search: { title: 10, body: 1, parts: 2 } }, ...localized },
  ),
  'components/page/part.json': componentFile({
    heading: { type: 'string' },
    secret: { type: 'string', private: true },
  }),
  'draft.json': typeFile('draft', { name: { type: 'string' } }, withDrafts),
  'tag.json': typeFile('tag', { name: { type: 'string' } }),
  'count.json': typeFile('count', { number: { type: 'integer' } }),
});
