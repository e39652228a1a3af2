// How the changes of two editors become one version.
import fc from 'fast-check';
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
    body: { type: 'blocks' },
    seo: { type: 'component', component: 'a.seo' },
  },
  {
    'a.link': { url: { type: 'string' }, note: { type: 'string' } },
    'a.seo': { title: { type: 'string' }, text: { type: 'text' } },
  },
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
  it.each<[what: string, own: FormValues, other: FormValues, values: object, conflicts?: readonly object[]]>([
    ['joins changes of separate attributes', { title: 'A' }, { text: 'B' }, { title: 'A', text: 'B' }],
    [
      'keeps the own value of an attribute that both changed, and names both',
      ...([{ title: 'A', text: 'B' }, { title: 'C' }, { title: 'A', text: 'B' }] as const),
      [{ attribute: 'title', own: 'A', other: 'C' }],
    ],
    ['finds no conflict if both made the same change', { extra: { a: 1 } }, { extra: { a: 1 } }, { extra: { a: 1 } }],
    ['takes a value that the other side emptied', {}, { title: null, links: [] }, { title: null, links: [] }],
    ['keeps a password that only this side typed, because no answer contains it', { secret: 'a' }, {}, { secret: 'a' }],
    ['takes what only the API writes from the other side', {}, { views: 2 }, { views: 2 }],
  ])('%s', (_, own, other, values, conflicts = []) => {
    expect(mergeChanges(own, other)).toMatchObject({ values, conflicts });
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

  it('names a list as a conflict if one side changed an entry that the other removed', () => {
    const { conflicts } = mergeChanges({ links: [] }, { links: [{ __key: 'entry3', url: 'https://example.com' }] });
    expect(conflicts).toMatchObject([{ attribute: 'links', own: [] }]);
  });

  it('returns the own values themselves if the other side changed nothing', () => {
    const own = { ...base, title: 'Paper' };
    expect(merge(type, editor, { base, own, other: structuredClone(base) }).values).toBe(own);
  });
});

const lines = (...all: readonly string[]): string => all.join('\n');

describe('merge of lines', () => {
  const merged = (before: string, own: string, other: string) =>
    merge(type, editor, { base: { text: before }, own: { text: own }, other: { text: other } });

  it.each([
    ['one at the beginning, one at the end', 'abc', 'Abc', 'abC', 'AbC'],
    ['two lines beside each other', 'abc', 'Abc', 'aBc', 'ABc'],
    ['a line before one that the other side replaced', 'ab', 'Xab', 'aY', 'XaY'],
    ['a removed line beside one that the other side replaced', 'ab', 'b', 'aY', 'Y'],
    ['one side inserts, the other removes', 'abcd', 'axbcd', 'abc', 'axbc'],
    ['both make one change alike, and others', 'abcde', 'Xbcde', 'XbcdE', 'XbcdE'],
    ['one side moves a line, the other changes another', 'abcdef', 'bacdef', 'abcdeF', 'bacdeF'],
    ['the same line again and again', 'aaaab', 'aaaabb', 'caaaab', 'caaaabb'],
  ])('joins %s', (_, before, own, other, expected) => {
    const split = (text: string) => text.split('').join('\n');
    const { values, conflicts } = merged(split(before), split(own), split(other));
    expect(conflicts).toEqual([]);
    expect(values.text).toBe(split(expected));
  });

  it('offers mine, theirs and both where they collide, each with all other changes', () => {
    const { values, conflicts } = merged(
      lines('Title', '', 'Ink', '', 'Paper', ''),
      lines('A title', '', 'Black ink', '', 'Paper', ''),
      lines('Title', '', 'Blue ink', '', 'Paper', '', 'Pen'),
    );
    expect(conflicts).toEqual([
      {
        attribute: 'text',
        own: lines('A title', '', 'Black ink', '', 'Paper', '', 'Pen'),
        other: lines('A title', '', 'Blue ink', '', 'Paper', '', 'Pen'),
        both: lines('A title', '', 'Black ink', 'Blue ink', '', 'Paper', '', 'Pen'),
      },
    ]);
    expect(values.text).toBe(conflicts[0]?.own);
  });

  it('compares a long text that both sides rewrote as a whole', () => {
    const long = (word: string) =>
      lines(...Array.from({ length: 20_000 }, (_, index) => (index % 2 === 0 ? `${word}${index}` : '')));
    expect(merged(long('a'), long('b'), long('c')).conflicts).toMatchObject([{ own: long('b'), other: long('c') }]);
  });

  it('keeps what only one side changed, whatever the other side does', () => {
    const line = fc.constantFrom('a', 'b', 'c', '');
    const text = fc.array(line, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(text, text, (before, own) => {
        const [base, local] = [lines(...before), lines(...own)];
        expect(merged(base, local, base).values.text).toBe(local);
        expect(merged(base, base, local).values.text).toBe(local);
        expect(merged(base, local, local)).toEqual({ values: { text: local }, conflicts: [] });
      }),
    );
  });

  it('has every line that a side added, in the text or in the conflict', () => {
    const line = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const text = fc.array(line, { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(text, text, text, (before, own, other) => {
        const local = own.map((one) => (before.includes(one) ? one : `own ${one}`));
        const foreign = other.map((one) => (before.includes(one) ? one : `other ${one}`));
        const { values, conflicts } = merged(lines(...before), lines(...local), lines(...foreign));
        const [conflict] = conflicts;
        const all = lines(...[conflict?.both ?? values.text].filter((one) => typeof one === 'string')).split('\n');
        for (const added of [...local, ...foreign].filter((one) => one.includes(' '))) expect(all).toContain(added);
      }),
    );
  });
});

describe('merge of parts', () => {
  const paragraph = (text: string) => ({ type: 'paragraph', children: [{ type: 'text', text }] });
  const parts = (attribute: string, before: unknown, own: unknown, other: unknown) =>
    merge(type, editor, {
      base: { [attribute]: before },
      own: { [attribute]: own },
      other: { [attribute]: structuredClone(other) },
    });

  it('joins changes of separate blocks', () => {
    const blocks = (...texts: readonly string[]) => texts.map(paragraph);
    const { values, conflicts } = parts('body', blocks('a', 'b'), blocks('A', 'b'), blocks('a', 'B', 'c'));
    expect(conflicts).toEqual([]);
    expect(values.body).toEqual(blocks('A', 'B', 'c'));
    const collision = parts('body', blocks('a', 'b'), blocks('A', 'b'), blocks('Ä', 'b')).conflicts;
    expect(collision).toEqual([
      { attribute: 'body', own: blocks('A', 'b'), other: blocks('Ä', 'b'), both: blocks('A', 'Ä', 'b') },
    ]);
  });

  const entry = (__key: string, url: string, note = '') => ({ __key, url, note });

  it('joins changes of separate entries, and of separate attributes of one entry', () => {
    const before = [entry('1', 'a'), entry('2', 'b')];
    const own = [entry('1', 'A'), entry('2', 'b')];
    const other = [entry('1', 'a', 'n'), entry('2', 'b'), entry('3', 'c')];
    const { values, conflicts } = parts('links', before, own, other);
    expect(conflicts).toEqual([]);
    expect(values.links).toEqual([entry('1', 'A', 'n'), entry('2', 'b'), entry('3', 'c')]);
    expect((values.links as readonly unknown[])[1]).toBe(own[1]);
  });

  it('gives each entry a key of its own, also where both stay', () => {
    const [conflict] = parts('links', [entry('1', 'a')], [entry('1', 'b')], [entry('1', 'c')]).conflicts;
    expect(conflict).toMatchObject({ own: [{ url: 'b' }], other: [{ url: 'c' }], both: [{ url: 'b' }, { url: 'c' }] });
    const keys = ((conflict?.both ?? []) as readonly { readonly __key: string }[]).map(({ __key }) => __key);
    expect(new Set(keys).size).toBe(2);
  });

  it('finds entries by their ids, wherever a side moved them, with other keys and other entries beside them', () => {
    const stored = (id: number, url: string, note = '') => ({ ...entry(String(id), url, note), id });
    const before = [stored(1, 'a'), stored(2, 'b'), stored(3, 'c')];
    const own = [stored(3, 'c'), stored(1, 'A'), entry('new', 'n'), stored(2, 'b')];
    const other = [stored(1, 'a', 'n'), { ...stored(2, 'B'), __key: 'x' }, stored(3, 'c')];
    const { values, conflicts } = parts('links', before, own, other);
    expect(conflicts).toEqual([]);
    expect(values.links).toEqual([
      stored(3, 'c'),
      stored(1, 'A', 'n'),
      entry('new', 'n'),
      { ...stored(2, 'B'), __key: 'x' },
    ]);
  });

  it('finds no other entry in one that looks the same', () => {
    const stored = (id: number, url: string) => ({ ...entry(String(id), url), id });
    const before = [stored(1, 'a'), stored(2, 'a')];
    const { values, conflicts } = parts('links', before, [stored(2, 'a')], [stored(1, 'a'), stored(2, 'b')]);
    expect([values.links, conflicts]).toEqual([[stored(2, 'b')], []]);
  });

  it('is a conflict if a side removed an entry that the other changed; where both texts stay, one is new', () => {
    const stored = (id: number, url: string) => ({ ...entry(String(id), url), id });
    expect(parts('links', [stored(1, 'a')], [], [stored(1, 'b')]).conflicts).toMatchObject([
      { own: [], other: [stored(1, 'b')], both: [stored(1, 'b')] },
    ]);
    const [conflict] = parts('links', [stored(1, 'a')], [stored(1, 'b')], [stored(1, 'c')]).conflicts;
    expect(conflict).toMatchObject({ own: [stored(1, 'b')], other: [stored(1, 'c')] });
    const [first, second] = (conflict?.both ?? []) as readonly FormValues[];
    expect(first).toEqual(stored(1, 'b'));
    expect(second).toEqual({ __key: expect.any(String), url: 'c', note: '' });
  });

  it('joins changes of separate attributes of a component', () => {
    const before = { title: 'a', text: 'b' };
    const { values, conflicts } = parts('seo', before, { title: 'A', text: 'b' }, { title: 'a', text: 'B' });
    expect(conflicts).toEqual([]);
    expect(values.seo).toEqual({ title: 'A', text: 'B' });
    const [conflict] = parts('seo', before, { title: 'A', text: 'b' }, { title: 'Ä', text: 'B' }).conflicts;
    expect(conflict).toEqual({ attribute: 'seo', own: { title: 'A', text: 'B' }, other: { title: 'Ä', text: 'B' } });
  });

  it('joins links that a side added or removed', () => {
    const tag = (documentId: string) => ({ uid: 'api::tag.tag', documentId, label: documentId });
    const { values, conflicts } = parts('tags', [tag('a')], [tag('a'), tag('b')], [tag('c'), tag('b')]);
    expect(conflicts).toEqual([]);
    expect(values.tags).toEqual([tag('b'), tag('c')]);
  });

  it('keeps the order of links that one side moved, whichever side added and removed some', () => {
    const tags = (documentIds: string) =>
      documentIds.split('').map((documentId) => ({ uid: 'api::tag.tag', documentId, label: documentId }));
    const moved = tags('cba');
    const changed = tags('acd');
    for (const [own, other] of [
      [moved, changed],
      [changed, moved],
    ])
      expect(parts('tags', tags('abc'), own, other)).toEqual({ values: { tags: tags('cad') }, conflicts: [] });
  });

  it('has an entry, and a block, once where each side moved it to another place', () => {
    const stored = (id: number) => ({ ...entry(String(id), String(id)), id });
    const entries = (ids: string) => ids.split('').map((id) => stored(Number(id)));
    const { values, conflicts } = parts('links', entries('1234567'), entries('7123456'), entries('1273456'));
    expect([values.links, conflicts]).toEqual([entries('7123456'), []]);
    const blocks = (texts: string) => texts.split('').map(paragraph);
    expect(parts('body', blocks('abcdefg'), blocks('gabcdef'), blocks('abgcdef'))).toEqual({
      values: { body: blocks('gabcdef') },
      conflicts: [],
    });
  });
});
