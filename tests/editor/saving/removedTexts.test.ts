// What was typed in attributes that a deployment removed meanwhile.
import { expect, it } from 'vitest';
import { findRemovedTexts } from '../../../editor/src/document/saving/removedTexts.ts';
import { testSchema } from '../form/schema.ts';

const { type, editor } = testSchema(
  {
    title: { type: 'string' },
    seo: { type: 'component', component: 'test.seo' },
    links: { type: 'component', component: 'test.seo', repeatable: true },
    zone: { type: 'dynamiczone', components: ['test.seo'] },
  },
  { 'test.seo': { name: { type: 'string' } } },
);
const base = { title: 'Ink', motto: 'Old', rating: null, seo: null, links: [], zone: [] };

it.each([
  { name: 'an attribute', changed: { motto: 'New' }, removed: [{ label: 'Motto', text: 'New' }] },
  { name: 'what did not change', changed: { title: 'Pen' }, removed: [] },
  { name: 'what was emptied', changed: { motto: null }, removed: [] },
  {
    name: 'an attribute of a component',
    changed: { seo: { name: 'a', topic: 'b' } },
    removed: [{ label: 'SEO › Topic', text: 'b' }],
  },
  {
    name: 'an attribute of an entry',
    changed: { links: [{ __key: 'a', name: 'a', topic: 'b' }] },
    removed: [{ label: 'Links › Topic', text: 'b' }],
  },
  {
    name: 'an entry of a component',
    changed: { zone: [{ __key: 'a', __component: 'test.quote', words: 'b' }] },
    removed: [{ label: 'Zone › Words', text: 'b' }],
  },
])('are found, and nothing else: $name', ({ changed, removed }) => {
  expect(findRemovedTexts(type, editor, { values: { ...base, ...changed }, base })).toEqual(removed);
});
