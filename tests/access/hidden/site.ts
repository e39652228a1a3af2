// A site with media in every place where a body can name a file, with relations and with locales.
import { schemaOf, componentFile, typeFile, withDrafts, localized } from '../../setup/api.ts';

type Attributes = Readonly<Record<string, object>>;

const type = (singularName: string, attributes: Attributes, more: object = {}): string =>
  typeFile(singularName, attributes, { ...withDrafts, ...more });

const one = { type: 'media' };
const many = { type: 'media', multiple: true };
const person = (relation: string) => ({ type: 'relation', relation, target: 'api::person.person' });

export const schema = schemaOf({
  'components/part/figure.json': componentFile({ text: { type: 'string' }, image: one, by: person('oneToOne') }),
  'post.json': type('post', {
    title: { type: 'string' },
    cover: one,
    gallery: many,
    scan: { ...one, private: true },
    figure: { type: 'component', component: 'part.figure' },
    body: { type: 'dynamiczone', components: ['part.figure'] },
    about: { type: 'relation', relation: 'morphToMany' },
    author: person('oneToOne'),
    like: { type: 'relation', relation: 'oneToOne', target: 'api::post.post' },
    readers: person('oneToMany'),
  }),
  'person.json': type('person', { name: { type: 'string' }, portrait: one }, { options: { draftAndPublish: false } }),
  'page.json': type(
    'page',
    { title: { type: 'string', ...localized }, photo: { ...one, ...localized }, logo: one },
    localized,
  ),
  'home.json': type(
    'home',
    { title: { type: 'string' }, cover: one, author: person('oneToOne') },
    { kind: 'singleType' },
  ),
  'user.json': typeFile('user', { avatar: one, idol: person('oneToOne') }, { collectionName: 'up_users' }),
});

export const fileUid = 'plugin::upload.file';
export const findsFiles = 'plugin::upload.content-api.find';
