// What becomes of a text that was typed before a component got another attribute, or an attribute another type.
import { expect, it, onTestFinished } from 'vitest';
import { DocumentSaver } from '../../../editor/src/document/saving/DocumentSaver.ts';
import { findRemovedTexts } from '../../../editor/src/document/saving/removedTexts.ts';
import { findTextChanges } from '../../../editor/src/document/saving/TextKeeper.ts';
import { newDocument } from '../../../editor/src/form/defaults.ts';
import { DocumentForm } from '../../../editor/src/form/formStore.ts';
import type { FormValues } from '../../../editor/src/form/types.ts';
import { testSchema } from '../form/schema.ts';
import { FakeApi, memoryTexts } from './fakeApi.ts';

const schema = testSchema(
  {
    seo: { type: 'component', component: 'test.seo' },
    links: { type: 'component', component: 'test.seo', repeatable: true },
  },
  { 'test.seo': { name: { type: 'string' }, added: { type: 'string' } } },
);
const base: FormValues = { seo: { name: 'Ink' }, links: [{ __key: 'a', name: 'One' }] };
const now: FormValues = { seo: { name: 'Ink', added: null }, links: [{ __key: 'b', name: 'One', added: null }] };
const formWith = (values: FormValues) =>
  new DocumentForm({ type: schema.type, schema: schema.editor, values, documentId: 'one' });

it.each([
  { changed: { seo: { name: 'Pen' } }, isSaved: false },
  { changed: { links: [{ __key: 'a', name: 'Two' }] }, isSaved: false },
  { changed: { links: [] }, isSaved: false },
  { changed: {}, isSaved: true },
])('is saved only if the document has its values: $changed', ({ changed, isSaved }) => {
  const changes = findTextChanges(formWith(now), { values: { ...base, ...changed }, base });
  expect(changes.map(({ attribute }) => attribute)).toEqual(isSaved ? [] : Object.keys(changed));
});

it('is saved if the document has what was typed', () => {
  const values = { ...base, seo: { name: 'Pen' } };
  expect(findTextChanges(formWith({ ...now, seo: { name: 'Pen', added: null } }), { values, base })).toEqual([]);
});

it('differs from the form where restoring it changes something', () => {
  const form = formWith({ ...now, seo: { name: 'Ink', added: 'Meanwhile' } });
  expect(findTextChanges(form, { values: { ...base, seo: { name: 'Pen' } }, base })).toEqual([
    { attribute: 'seo', own: { name: 'Pen', added: 'Meanwhile' }, other: { name: 'Ink', added: 'Meanwhile' } },
  ]);
});

it('is restored and written', async () => {
  const api = new FakeApi(schema, now);
  const form = formWith(now);
  const saver = new DocumentSaver({
    ...{ form, stored: api.stored, requests: api.requests, texts: memoryTexts(), automatic: false },
  });
  onTestFinished(saver.start(() => undefined));
  await saver.restore({ values: { ...base, seo: { name: 'Pen' } }, base });
  expect(form.getValue('seo.name')).toBe('Pen');
  expect(await saver.save()).toBe(true);
  expect(api.log).toEqual([{ seo: { name: 'Pen', added: null } }]);
});

it.each([
  { name: 'a component', value: { name: 'Ink' }, attribute: { type: 'string' } },
  { name: 'a component', value: { name: 'Ink' }, attribute: { type: 'component', component: 'a.b', repeatable: true } },
  { name: 'entries', value: [{ __key: 'a', name: 'Ink' }], attribute: { type: 'component', component: 'a.b' } },
  { name: 'Markdown', value: 'Ink', attribute: { type: 'blocks' } },
  { name: 'a file', value: { documentId: 'a', name: 'Ink' }, attribute: { type: 'media', multiple: true } },
  { name: 'a text', value: 'Ink', attribute: { type: 'relation', relation: 'oneToOne', target: 'api::tag.tag' } },
  { name: 'a text', value: 'Ink', attribute: { type: 'dynamiczone', components: ['a.b'] } },
  { name: 'a number', value: 1, attribute: { type: 'text' } },
])('is only to be copied where $name is $attribute.type now', ({ value, attribute }) => {
  const { type, editor } = testSchema({ value: attribute }, { 'a.b': { name: { type: 'string' } } });
  const values = newDocument(editor, type.attributes);
  const text = { values: { value }, base: { value: null } };
  expect(findTextChanges(new DocumentForm({ type, schema: editor, values }), text)).toEqual([]);
  expect(findRemovedTexts(type, editor, text)).toMatchObject([{ label: 'Value' }]);
});

it('is restored but for what has another type now inside of a component', () => {
  const text = { values: { seo: { name: 'Pen', added: [1] } }, base: { seo: { name: 'Ink', added: [] } } };
  expect(findTextChanges(formWith(now), text)).toMatchObject([{ own: { name: 'Pen', added: null } }]);
  expect(findRemovedTexts(schema.type, schema.editor, text)).toEqual([{ label: 'SEO › Added', text: '1' }]);
});
