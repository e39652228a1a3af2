// What a copy of a document or of an entry has of its original: nothing that only one of them may have.
import { describe, expect, it } from 'vitest';
import { makeDocumentNew, makeEntryNew } from '../../../editor/src/form/makeNew.ts';
import { valueAt } from '../../../editor/src/form/paths.ts';
import { preparePaste, readCopied } from '../../../editor/src/fields/entries/usePaste.ts';
import { testSchema } from './schema.ts';

const { type, editor } = testSchema(
  {
    title: { type: 'string' },
    slug: { type: 'uid', targetField: 'title' },
    code: { type: 'string', unique: true },
    short: { type: 'string', unique: true, maxLength: 5 },
    rank: { type: 'integer', unique: true },
    secret: { type: 'password' },
    color: { type: 'string', default: 'red' },
    tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
    tag: { type: 'relation', relation: 'oneToOne', target: 'api::tag.tag' },
    twin: { type: 'relation', relation: 'oneToOne', target: 'api::thing.thing', inversedBy: 'twinOf' },
    twinOf: { type: 'relation', relation: 'oneToOne', target: 'api::thing.thing', mappedBy: 'twin' },
    parts: { type: 'component', component: 'a.part', repeatable: true },
    zone: { type: 'dynamiczone', components: ['a.part', 'a.inner'] },
  },
  {
    'a.part': {
      name: { type: 'string' },
      pin: { type: 'password' },
      tags: { type: 'relation', relation: 'oneToMany', target: 'api::tag.tag' },
      inner: { type: 'component', component: 'a.inner', repeatable: true },
    },
    'a.inner': { text: { type: 'string' } },
  },
);

const tag = { uid: 'api::tag.tag', documentId: 't', label: 'Ink' };
const inner = { __key: 'i', id: 7, text: 'deep' };
const part = { __key: 'p', id: 3, name: 'Ada', pin: 'typed', tags: [tag], inner: [inner] };

describe('a copy of a document', () => {
  const source = {
    ...{ title: 'Ink', slug: 'ink', code: 'A', short: 'abcde', rank: 4, color: null },
    ...{ tags: [tag], tag: [tag], twin: [{ ...tag, uid: 'api::thing.thing' }], twinOf: [] },
    ...{ parts: [part], zone: [{ ...part, __component: 'a.part' }] },
  };
  const { values, notes } = makeDocumentNew(type, editor, source, ' (copy)');

  it('has values, links and entries, with a suffix at unique texts', () => {
    expect(values).toMatchObject({ title: 'Ink', code: 'A (copy)', color: null, tags: [tag], tag: [tag] });
    expect(valueAt(values, 'parts.0')).toMatchObject({ name: 'Ada', tags: [tag], inner: [{ text: 'deep' }] });
    expect(valueAt(values, 'zone.0.__component')).toBe('a.part');
  });

  it('has no uid, no other unique value, no link that only one document may have, and no password', () => {
    expect(values).toMatchObject({ slug: null, short: null, rank: null, twin: [], twinOf: [] });
    expect(values).not.toHaveProperty('secret');
    expect(valueAt(values, 'parts.0.pin')).toBeNull();
  });

  it('has other keys and no ids', () => {
    const text = JSON.stringify(values);
    expect(text).not.toMatch(/"id"|"__key":"[ip]"/);
    expect(valueAt(values, 'parts.0.inner.0.__key')).toEqual(expect.any(String));
  });

  it('says what differs', () => {
    expect(notes).toEqual([
      { attribute: 'code', reason: 'suffixed' },
      { attribute: 'short', reason: 'unique' },
      { attribute: 'rank', reason: 'unique' },
      { attribute: 'secret', reason: 'password' },
      { attribute: 'twin', reason: 'exclusive' },
      { attribute: 'parts', reason: 'password' },
      { attribute: 'zone', reason: 'password' },
    ]);
  });

  it('does not have what the role may not read, or what is nested too deeply', () => {
    const copy = makeDocumentNew(type, editor, { title: 'Ink', parts: [{ __key: 'p', name: 'Ada' }] }, '');
    expect(copy.values).toMatchObject({ title: 'Ink', color: 'red', parts: [] });
    expect(copy.notes).toContainEqual({ attribute: 'parts', reason: 'partial' });
    expect(copy.notes).toContainEqual({ attribute: 'color', reason: 'unreadable' });
  });
});

describe('a pasted entry', () => {
  it('has what its component has, and what it lacks is named', () => {
    const { values, omitted } = makeEntryNew(editor, 'a.part', { ...part, inner: 'text', shade: 'red', tags: null });
    expect(values).toEqual({ name: 'Ada', pin: null, tags: [], inner: [] });
    expect(omitted).toEqual(['Shade', 'Pin', 'Inner']);
  });

  it('has no attribute that objects inherit', () => {
    const hostile = JSON.parse('{"name":"Ada","__proto__":{"tags":1},"constructor":1}') as Record<string, unknown>;
    const { values, omitted } = makeEntryNew(editor, 'a.inner', hostile);
    expect(values).toEqual({ text: null });
    expect(omitted).toContain('Constructor');
  });

  it('is refused where its component is not allowed, and where no room is left', () => {
    const copied = [
      { uid: 'a.part', values: part },
      { uid: 'a.inner', values: inner },
      { uid: 'a.gone', values: {} },
      { uid: 'a.inner', values: inner },
    ];
    const pasted = preparePaste(editor, copied, ['a.inner', 'a.gone'], 1);
    expect(pasted).toEqual({
      entries: [{ uid: 'a.inner', values: { text: 'deep' } }],
      refused: ['a.part', 'a.gone'],
      tooMany: 1,
      omitted: [],
    });
  });

  it('is read from another tab only if it is one', () => {
    const entry = { uid: 'a.inner', values: {} };
    expect(readCopied([entry, null, { uid: 3, values: {} }, { uid: 'a.inner' }])).toEqual([entry]);
    expect(readCopied('ask')).toEqual([]);
    expect(readCopied({ uid: 'a.inner', values: {} })).toEqual([]);
  });
});
