// Faults of references: in relations and components.
import { check, of, onPage, onPart, page, part, tag, toTag } from './check.ts';
import { component, relation, string } from './folder.ts';

check('relations', [
  [
    page({ a: { type: 'relation', relation: 'oneToOne' } }),
    onPage('a.target', 'is missing; write the uid of a type, such as "api::article.article"'),
  ],
  [
    { ...page({ a: relation('oneToOne', 'api::tga.tag') }), tag: tag() },
    onPage('a.target', 'there is no type "api::tga.tag"; did you mean "api::tag.tag"?'),
  ],
  [
    page({ a: relation('oneToOne', 'plugin::upload.fil') }),
    onPage('a.target', 'there is no type "plugin::upload.fil"; did you mean "plugin::upload.file"?'),
  ],
  [
    page({ a: relation('oneToOne', 'plugin::user-permissions.user') }),
    onPage(
      'a.target',
      'there is no type "plugin::user-permissions.user"; did you mean "plugin::users-permissions.user"?',
    ),
  ],
  [
    { ...page({ a: relation('oneToOne', 'shared.part') }), ...part({}) },
    onPage('a.target', '"shared.part" is a component; write the uid of a type, or use the attribute type "component"'),
  ],
  [
    { ...page({ tag: toTag }), tag: tag({ page: string }) },
    onPage('tag.inversedBy', 'api::tag.tag has no attribute "pages"; did you mean "page"?'),
  ],
  [
    { ...page({ tag: toTag }), tag: tag({ pages: string }) },
    onPage('tag.inversedBy', 'api::tag.tag\'s "pages" is not a relation back; make it one, or take inversedBy out'),
  ],
  [
    { ...page({ tag: toTag }), tag: tag({ pages: relation('manyToMany', 'api::page.page', { mappedBy: 'tag' }) }) },
    onPage(
      'tag.relation',
      'manyToOne here does not go with manyToMany on api::tag.tag\'s "pages"; write oneToMany there',
    ),
  ],
  [
    page({ a: relation('oneToMany', 'api::page.page', { inversedBy: 'a' }) }),
    onPage('a.inversedBy', 'the oneToMany side keeps no links; write "mappedBy": "a"'),
  ],
  [
    page({ a: relation('manyToOne', 'api::page.page', { mappedBy: 'a' }) }),
    onPage('a.mappedBy', 'the manyToOne side keeps the links; write "inversedBy": "a"'),
  ],
  [
    page({ a: relation('oneToOne', 'api::page.page', { mappedBy: 'a', inversedBy: 'a' }) }),
    onPage('a.mappedBy', 'one side says mappedBy, the other inversedBy; take one of them out'),
  ],
  [
    {
      ...page({ tags: relation('manyToMany', 'api::tag.tag', { mappedBy: 'pages' }) }),
      tag: tag({ pages: relation('manyToMany', 'api::page.page', { mappedBy: 'tags' }) }),
    },
    onPage('tags.mappedBy', 'api::tag.tag\'s "pages" says mappedBy as well; on one of the two sides write inversedBy'),
  ],
  [
    {
      ...page({ tags: relation('manyToMany', 'api::tag.tag', { mappedBy: 'pages' }) }),
      tag: tag({
        pages: relation('manyToMany', 'api::page.page', { mappedBy: 'more' }),
        notes: relation('manyToMany', 'api::page.page', { inversedBy: 'more' }),
      }),
    },
    of(
      'tag',
      'attributes.notes.inversedBy',
      'api::page.page has no attribute "more"; its relations to api::tag.tag: "tags"',
    ),
  ],
  [
    {
      ...page({
        tags: relation('manyToMany', 'api::tag.tag', { mappedBy: 'pages' }),
        more: relation('manyToMany', 'api::tag.tag', { inversedBy: 'pages' }),
      }),
      tag: tag({ pages: relation('manyToMany', 'api::page.page', { mappedBy: 'more' }) }),
    },
    onPage('tags.mappedBy', `api::tag.tag's "pages" keeps no links, as it says mappedBy; name the side that does`),
  ],
  [
    { ...part({ tag: toTag }), tag: tag({ pages: string }) },
    onPart('tag.inversedBy', 'a relation in a component is one-way; take it out'),
  ],
  [
    {
      ...page({ a: { type: 'relation', relation: 'morphMany', target: 'api::tag.tag' } }),
      tag: tag({ about: { type: 'relation', relation: 'morphToOne' } }),
    },
    onPage(
      'a.morphBy',
      'is missing; write the name of the attribute of api::tag.tag that keeps the links, such as "about"',
    ),
  ],
  [
    { ...page({ a: { type: 'relation', relation: 'morphOne', target: 'api::tag.tag', morphBy: 'name' } }), tag: tag() },
    onPage('a.morphBy', '"name" of api::tag.tag is not polymorphic; make it a morphToOne or morphToMany relation'),
  ],
]);

const inner = { type: 'component', component: 'shared.part', required: true };
const cycle = 'shared.part needs itself through again, so it could never be filled in; make one of them not required';

check('components', [
  [
    { ...page({ a: { type: 'component', component: 'shared.prat' } }), ...part({}) },
    onPage('a.component', 'there is no component "shared.prat"; did you mean "shared.part"?'),
  ],
  [
    { ...page({ a: { type: 'dynamiczone', components: ['shared.part', 'x.y'] } }), ...part({}) },
    onPage('a.components.1', 'there is no component "x.y"; add components/x/y.json'),
  ],
  [
    page({ a: { type: 'component', component: 'api::page.page' } }),
    onPage('a.component', '"api::page.page" is a type, not a component; use the attribute type "relation"'),
  ],
  [part({ again: inner }), onPart('again.required', cycle)],
  [part({ again: { ...inner, repeatable: true, min: 1 } }), onPart('again.required', cycle)],
  [
    part(
      { other: { type: 'component', component: 'shared.two', required: true } },
      { 'components/shared/two': component({ back: inner }) },
    ),
    onPart(
      'other.required',
      'shared.part needs itself through other.back, so it could never be filled in; make one of them not required',
    ),
  ],
]);

/** Components that all contain each other. */
const dense = (count: number): Record<string, string> => {
  const uids = Array.from({ length: count }, (_, index) => `shared.part${index}`);
  const holding = Object.fromEntries(
    uids.map((uid, index) => [`a${index}`, { type: 'component', component: uid, repeatable: true }]),
  );
  return {
    ...Object.fromEntries(uids.map((uid) => [`components/${uid.replace('.', '/')}`, component(holding)])),
    ...page({ body: { type: 'dynamiczone', components: uids } }),
  };
};
const tangled = 'the components below it contain each other in more than 5000 ways; take some of them out of others';

check('components that contain each other', [
  [dense(6), []],
  [dense(30), onPage('body', tangled)],
]);
