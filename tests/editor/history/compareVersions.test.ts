// In what two versions of a document differ, and what of a version comes into the form.
import { describe, expect, it } from 'vitest';
import {
  compareVersions,
  isRestorable,
  restoredValues,
  type Difference,
} from '../../../editor/src/document/history/compareVersions.ts';
import { inlineParts } from '../../../editor/src/document/history/inlineParts.ts';
import { diffWords } from '../../../editor/src/document/saving/diffWords.ts';
import { DocumentForm } from '../../../editor/src/form/formStore.ts';
import type { FormValues } from '../../../editor/src/form/types.ts';
import { testSchema } from '../form/schema.ts';

const { editor, type } = testSchema(
  {
    title: { type: 'string' },
    secret: { type: 'password' },
    views: { type: 'integer', writable: false },
    tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
    links: { type: 'component', component: 'a.link', repeatable: true },
    seo: { type: 'component', component: 'a.seo' },
  },
  {
    'a.link': { url: { type: 'string' }, note: { type: 'string' } },
    'a.seo': { title: { type: 'string' }, links: { type: 'component', component: 'a.link', repeatable: true } },
  },
);

const tag = (documentId: string) => ({ uid: 'api::tag.tag', documentId, label: documentId.toUpperCase() });
const link = (id: number, url: string) => ({ __key: String(id), id, url, note: null });

const compare = (from: FormValues, to: FormValues) => compareVersions(editor, type.attributes, from, to);

const entriesOf = (difference: Difference | undefined) =>
  difference?.entries?.map(({ from, to, change, parts }) => [
    ...[from?.index, to?.index, change, parts.map(({ name }) => name)],
  ]);

describe('two versions', () => {
  it('differ in values, without passwords, and without what is empty in both', () => {
    const from = { title: 'Ink', secret: 'a', tags: [], links: null, seo: null };
    const to = { title: 'Pen', secret: 'b', tags: [], links: [], seo: null };
    expect(compare(from, to).map(({ name, parts, entries }) => [name, parts, entries])).toEqual([
      ['title', undefined, undefined],
    ]);
    expect(compare(from, structuredClone(from))).toEqual([]);
  });

  it('differ in links and in components that are alone', () => {
    const [tags, seo] = compare(
      { tags: [tag('a'), tag('b')], seo: null },
      { tags: [tag('b'), tag('c')], seo: { title: 'Ink', links: [] } },
    );
    expect(tags).toMatchObject({ from: [tag('a'), tag('b')], to: [tag('b'), tag('c')] });
    expect(seo).toMatchObject({ from: null, parts: [{ name: 'title' }] });
  });

  it('differ in entries: added, removed, moved and changed ones', () => {
    const [links] = compare(
      { links: [link(1, 'one'), link(2, 'two'), link(3, 'three'), link(4, 'four')] },
      { links: [link(3, 'three'), link(1, 'one'), link(2, 'another'), link(5, 'five')] },
    );
    expect(entriesOf(links)).toEqual([
      [3, undefined, 'removed', ['url']],
      [2, 0, 'moved', []],
      [1, 2, 'changed', ['url']],
      [undefined, 3, 'added', ['url']],
    ]);
  });
});

describe('a text with the words of both versions', () => {
  const marked = (from: string, to: string): string =>
    inlineParts(diffWords(from, to))
      .map(({ text, side }) => (side === undefined ? text : side === 'from' ? `[-${text}-]` : `{+${text}+}`))
      .join('');

  it.each([
    ['Paper at the edges', 'Paper on the edges', 'Paper [-at-]{+on+} the edges'],
    ['one two three', 'one four five three', 'one [-two-]{+four five+} three'],
    ['', 'new', '{+new+}'],
    ['a red fox', 'a blue dog', 'a [-red fox-]{+blue dog+}'],
    ['same', 'same', 'same'],
  ])('marks the difference of "%s" and "%s"', (from, to, text) => {
    expect(marked(from, to)).toBe(text);
  });

  it('shortens what is long and the same', () => {
    const text = marked(`old ${'word '.repeat(200)}end`, `new ${'word '.repeat(200)}end`);
    expect(text).toMatch(/^\[-old-\]\{\+new\+\} word .* …$/);
    expect(text.length).toBeLessThan(200);
  });
});

describe('a version that is restored', () => {
  const current = { title: 'Pen', views: 2, tags: [], links: [link(1, 'one')], seo: null };
  const version = { title: 'Ink', views: 1, tags: [], links: [link(2, 'two'), link(1, 'one')] };
  const form = new DocumentForm({ type, schema: editor, values: current });

  it('comes into the form with what differs, may be written and is known; lost entries become new ones', () => {
    const { links, ...others } = restoredValues(form, version, Object.keys(type.attributes));
    expect(others).toEqual({ title: 'Ink' });
    const [restored, kept] = links as readonly [FormValues, FormValues];
    expect(restored).toMatchObject({ url: 'two' });
    expect([restored.id, kept]).toEqual([undefined, link(1, 'one')]);
  });

  it('does not come into a form that cannot be changed', () => {
    const readOnly = new DocumentForm({ type, schema: editor, values: current, readOnly: true });
    expect([isRestorable(form, 'title', version), isRestorable(readOnly, 'title', version)]).toEqual([true, false]);
  });
});
