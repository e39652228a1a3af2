// The values that a translation begins with, and those that a copy of a document takes along.
import { expect, it, vi } from 'vitest';
import { copyLocales } from '../../editor/src/document/duplicate/copyDocument.ts';
import { emptyTranslation } from '../../editor/src/document/startOf.ts';
import type { DocumentRequests } from '../../editor/src/document/saving/documentRequests.ts';
import { toBody } from '../../editor/src/form/toBody.ts';
import type { ContentType } from '../../editor/src/schema/types.ts';
import { testSchema } from './form/schema.ts';

const own = { pluginOptions: { i18n: { localized: true } } };
const { editor, type: plain } = testSchema(
  {
    title: { type: 'string', default: 'New', ...own },
    slug: { type: 'uid', targetField: 'title', ...own },
    text: { type: 'richtext', ...own },
    price: { type: 'integer', default: 1 },
    cover: { type: 'media' },
    hidden: { type: 'string' },
    tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
    parts: { type: 'dynamiczone', components: ['a.part'], ...own },
    seo: { type: 'component', component: 'a.part' },
  },
  { 'a.part': { name: { type: 'string' } } },
);
const type: ContentType = { ...plain, localized: true };

/** As another locale has them, without `hidden`, which the user may not read. */
const source = {
  ...{ title: 'Ink', slug: 'ink', text: 'Black', price: 7 },
  cover: { id: 1, documentId: 'file1', name: 'ink.png', url: '/ink.png', mime: 'image/png' },
  tags: [{ uid: 'api::tag.tag', documentId: 'tag1', label: 'Tag' }],
  parts: [{ __key: 'k', __component: 'a.part', name: 'One' }],
  seo: { name: 'Seo' },
};
const shared = { price: source.price, cover: source.cover, seo: source.seo };

it('are those of all locales and the defaults of its own, if it begins empty', () => {
  const values = emptyTranslation(type, editor, source);
  expect(values).toEqual({ title: 'New', slug: null, text: null, tags: [], parts: [], ...shared });
  expect(toBody(type, editor, values, shared)).toEqual({ title: 'New', text: null, tags: [], parts: [] });
});

it('are written without those of all locales, if it is a copy', () => {
  expect(toBody(type, editor, source, shared)).toEqual({
    ...{ title: 'Ink', slug: 'ink', text: 'Black', tags: ['tag1'] },
    parts: [{ __component: 'a.part', name: 'One' }],
  });
});

it('are copied to a copy of the document, also where another locale fails', async () => {
  const written: unknown[] = [];
  const refusal = new Error('Not today');
  const refuse = () => Promise.reject(refusal);
  const requestsOf = (locale: string): DocumentRequests => ({
    read: () =>
      Promise.resolve(
        locale === 'fi' ? undefined : { documentId: 'a', values: source, etag: '"1"', meta: {}, readOnly: false },
      ),
    ...{ readNewer: refuse, act: refuse, remove: refuse },
    write: ({ documentId, exists, values, stored }) => {
      if (locale === 'fr') return refuse();
      written.push([locale, documentId, exists, values.title, stored?.price]);
      return Promise.resolve({ documentId: 'b', values, etag: '"1"', meta: {}, readOnly: false });
    },
  });
  const onProgress = vi.fn();
  const addresses = { source: 'a', target: 'b', locales: ['fr', 'fi', 'de'], suffix: ' (copy)' };
  const failures = await copyLocales({ type, schema: editor, grant: undefined, ...addresses, onProgress, requestsOf });
  expect(failures).toEqual([
    { locale: 'fr', error: refusal },
    { locale: 'fi', error: undefined },
  ]);
  expect(written).toEqual([['de', 'b', false, 'Ink', 7]]);
  expect(onProgress.mock.calls).toEqual([[1], [2], [3]]);
});
