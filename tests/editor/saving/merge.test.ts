// How the changes of two editors become one version.
import { describe, expect, it } from 'vitest';
import { merge } from '../../../editor/src/document/saving/merge.ts';
import type { FormValues } from '../../../editor/src/form/types.ts';
import { testSchema } from '../form/schema.ts';

const { editor, type } = testSchema(
  {
    title: { type: 'string' },
    text: { type: 'richtext' },
    views: { type: 'integer', writable: false },
    secret: { type: 'password' },
    extra: { type: 'json' },
    tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
    links: { type: 'component', component: 'a.link', repeatable: true },
  },
  { 'a.link': { url: { type: 'string' } } },
);

const base: FormValues = {
  title: 'Ink',
  text: 'Black',
  views: 1,
  extra: null,
  tags: [{ uid: 'api::tag.tag', documentId: 'a', label: 'A' }],
  links: [{ __key: 'entry1', url: 'https://example.org' }],
};

const mergeChanges = (own: FormValues, other: FormValues) =>
  merge(type, editor, { base, own: { ...base, ...own }, other: { ...structuredClone(base), ...other } });

describe('merge', () => {
  it('joins changes of separate attributes', () => {
    const { values, conflicts } = mergeChanges({ title: 'Paper' }, { text: 'White' });
    expect(conflicts).toEqual([]);
    expect(values).toMatchObject({ title: 'Paper', text: 'White' });
  });

  it('keeps the own value of an attribute that both changed, and names both', () => {
    const { values, conflicts } = mergeChanges({ title: 'Paper', text: 'White' }, { title: 'Pen' });
    expect(conflicts).toEqual([{ attribute: 'title', own: 'Paper', other: 'Pen' }]);
    expect(values).toMatchObject({ title: 'Paper', text: 'White' });
  });

  it('finds no conflict if both made the same change', () => {
    const { values, conflicts } = mergeChanges({ extra: { ink: 1 } }, { extra: { ink: 1 } });
    expect(conflicts).toEqual([]);
    expect(values.extra).toEqual({ ink: 1 });
  });

  it('takes a value that the other side emptied', () => {
    expect(mergeChanges({}, { title: null, links: [] }).values).toMatchObject({ title: null, links: [] });
  });

  it('compares entries and links by what the API stores, and not by their keys and labels', () => {
    const other = {
      tags: [{ uid: 'api::tag.tag', documentId: 'a', label: 'A, renamed' }],
      links: [{ __key: 'entry2', url: 'https://example.org' }],
    };
    const { values, conflicts } = mergeChanges({ links: [] }, other);
    expect(conflicts).toEqual([]);
    expect(values.links).toEqual([]);
    expect(values.tags).toBe(base.tags);
  });

  it('names a list as a conflict if both changed an entry of it', () => {
    const { conflicts } = mergeChanges({ links: [] }, { links: [{ __key: 'entry3', url: 'https://example.com' }] });
    expect(conflicts).toMatchObject([{ attribute: 'links', own: [] }]);
  });

  it('keeps a password that only this side typed, because no answer contains it', () => {
    expect(mergeChanges({ secret: 'ink and paper' }, {}).values.secret).toBe('ink and paper');
  });

  it('takes what only the API writes from the other side', () => {
    const { values, conflicts } = mergeChanges({}, { views: 2 });
    expect(values.views).toBe(2);
    expect(conflicts).toEqual([]);
  });

  it('returns the own values themselves if the other side changed nothing', () => {
    const own = { ...base, title: 'Paper' };
    expect(merge(type, editor, { base, own, other: structuredClone(base) }).values).toBe(own);
  });
});
