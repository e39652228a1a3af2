// The library schema: every kind of relation between types with and without drafts, components, a zone, single types.
import { schemaOf, relationTo } from '../../setup/schema.ts';

type Attributes = Readonly<Record<string, object>>;

const type = (singularName: string, pluralName: string, draftAndPublish: boolean, attributes: Attributes, kind = '') =>
  JSON.stringify({
    kind: kind === '' ? 'collectionType' : kind,
    collectionName: pluralName,
    info: { singularName, pluralName, displayName: singularName },
    options: { draftAndPublish },
    attributes,
  });

const component = (displayName: string, attributes: Attributes) =>
  JSON.stringify({ info: { displayName }, attributes });

export const library = schemaOf({
  'components/part/quote.json': component('Quote', {
    text: { type: 'string', required: true, maxLength: 40 },
    from: relationTo('oneToOne', 'author'),
    pin: { type: 'password' },
  }),
  'components/part/page.json': component('Page', {
    title: { type: 'string' },
    quote: { type: 'component', component: 'part.quote' },
    quotes: { type: 'component', component: 'part.quote', repeatable: true },
  }),
  'book.json': type('book', 'books', true, {
    title: { type: 'string', required: true },
    slug: { type: 'uid' },
    isbn: { type: 'biginteger', unique: true },
    year: { type: 'integer', min: 0 },
    price: { type: 'decimal' },
    out: { type: 'date' },
    lent: { type: 'boolean', default: false },
    extra: { type: 'json' },
    secret: { type: 'password' },
    note: { type: 'string', private: true },
    page: { type: 'component', component: 'part.page' },
    quotes: { type: 'component', component: 'part.quote', repeatable: true },
    body: { type: 'dynamiczone', components: ['part.quote', 'part.page'] },
    authors: relationTo('manyToMany', 'author', { inversedBy: 'books' }),
    editor: relationTo('manyToOne', 'author', { inversedBy: 'edited' }),
    sequel: relationTo('oneToOne', 'book', { inversedBy: 'prequel' }),
    prequel: relationTo('oneToOne', 'book', { mappedBy: 'sequel' }),
    shelf: relationTo('manyToOne', 'shelf', { inversedBy: 'books' }),
    like: relationTo('oneToMany', 'book'),
  }),
  'author.json': type('author', 'authors', true, {
    name: { type: 'string' },
    books: relationTo('manyToMany', 'book', { mappedBy: 'authors' }),
    edited: relationTo('oneToMany', 'book', { mappedBy: 'editor' }),
    card: relationTo('oneToOne', 'card', { mappedBy: 'author' }),
  }),
  'shelf.json': type('shelf', 'shelves', false, {
    name: { type: 'string', required: true },
    code: { type: 'string', unique: true },
    number: { type: 'integer', unique: true },
    books: relationTo('oneToMany', 'book', { mappedBy: 'shelf' }),
  }),
  'card.json': type('card', 'cards', false, {
    name: { type: 'string' },
    author: relationTo('oneToOne', 'author', { inversedBy: 'card' }),
  }),
  'home.json': type(
    'home',
    'homes',
    true,
    { title: { type: 'string', required: true }, books: relationTo('oneToMany', 'book') },
    'singleType',
  ),
  'rules.json': type(
    'rules',
    'rule-sets',
    false,
    { title: { type: 'string', required: true }, days: { type: 'integer', default: 14 } },
    'singleType',
  ),
});
