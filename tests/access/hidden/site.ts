// A site with media in every place where a body can name a file, with relations and with locales.
import { schemaOf } from '../../setup/api.ts';

type Attributes = Readonly<Record<string, object>>;

const localized = { pluginOptions: { i18n: { localized: true } } };

const type = (singularName: string, attributes: Attributes, more: object = {}): string =>
  JSON.stringify({
    kind: 'collectionType',
    info: { singularName, pluralName: `${singularName}s`, displayName: singularName },
    options: { draftAndPublish: true },
    attributes,
    ...more,
  });

const one = { type: 'media' };
const many = { type: 'media', multiple: true };
const person = (relation: string) => ({ type: 'relation', relation, target: 'api::person.person' });

export const schema = schemaOf({
  'components/part/figure.json': JSON.stringify({
    info: { displayName: 'Figure' },
    attributes: { text: { type: 'string' }, image: one, by: person('oneToOne') },
  }),
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
  'user.json': JSON.stringify({
    kind: 'collectionType',
    collectionName: 'up_users',
    info: { singularName: 'user', pluralName: 'users', displayName: 'User' },
    attributes: { avatar: one, idol: person('oneToOne') },
  }),
});

export const fileUid = 'plugin::upload.file';
export const findsFiles = 'plugin::upload.content-api.find';
