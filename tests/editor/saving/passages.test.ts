// The passages of a conflict, and the value that each choice makes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { merge, type Conflict, type ConflictSide } from '../../../editor/src/document/saving/merge.ts';
import { passagesOf } from '../../../editor/src/document/saving/passages.ts';
import type { FormValue } from '../../../editor/src/form/types.ts';
import { testSchema } from '../form/schema.ts';

const { editor, type } = testSchema(
  {
    title: { type: 'string' },
    text: { type: 'richtext' },
    body: { type: 'blocks' },
    links: { type: 'component', component: 'a.link', repeatable: true },
    seo: { type: 'component', component: 'a.seo' },
    sections: { type: 'dynamiczone', components: ['a.text', 'a.link'] },
  },
  {
    'a.link': { url: { type: 'string' } },
    'a.seo': { title: { type: 'string' }, pin: { type: 'password' }, notes: { type: 'text' } },
    'a.text': {
      ...{ heading: { type: 'string' }, text: { type: 'richtext' }, seo: { type: 'component', component: 'a.seo' } },
      parts: { type: 'component', component: 'a.part', repeatable: true },
    },
    'a.part': { body: { type: 'blocks' } },
  },
);

const lines = (...all: readonly string[]): string => all.join('\n');

const conflictOf = (attribute: string, base: FormValue, own: FormValue, other: FormValue): Conflict => {
  const versions = { base: { [attribute]: base }, own: { [attribute]: own }, other: { [attribute]: other } };
  const [conflict] = merge(type, editor, versions).conflicts;
  if (conflict === undefined) throw new Error('There is no conflict');
  return conflict;
};

const findPassages = (...[attribute, base, own, other]: Parameters<typeof conflictOf>) =>
  passagesOf({ type, schema: editor }, conflictOf(attribute, base, own, other));

describe('of a text', () => {
  const words = Array.from(
    { length: 300 },
    (_, index) => `Line ${index} with ten words, so that three thousand are here.`,
  );
  const change = (changes: Readonly<Record<number, string>>) => lines(...words.map((line, at) => changes[at] ?? line));
  const found = findPassages(
    'text',
    lines(...words),
    change({ 0: 'A start', 100: 'Black ink', 200: 'Long' }),
    change({ 50: 'Theirs alone', 100: 'Blue ink', 200: 'Short' }),
  );

  it('are only what both changed, each with two lines around it', () => {
    expect(found.passages).toEqual([
      {
        ...{ label: undefined, isJoinable: true, own: 'Black ink', other: 'Blue ink' },
        ...{ before: lines(...words.slice(98, 100)), after: lines(...words.slice(101, 103)) },
      },
      expect.objectContaining({ own: 'Long', other: 'Short', before: lines(...words.slice(198, 200)) }),
    ]);
  });

  it.each<[sides: readonly ConflictSide[], hundred: string, twoHundred: string]>([
    [['own', 'other'], 'Black ink', 'Short'],
    [['other', 'own'], 'Blue ink', 'Long'],
    [['both', 'other'], 'Black ink\nBlue ink', 'Short'],
  ])('with %j are chosen one by one, and everything else is merged', (sides, hundred, twoHundred) => {
    expect(found.choose(sides)).toBe(change({ 0: 'A start', 50: 'Theirs alone', 100: hundred, 200: twoHundred }));
  });

  it('cut a long line around them', () => {
    const long = 'a '.repeat(1_000);
    const [passage] = findPassages(
      'text',
      lines(long, 'b', long),
      lines(long, 'c', long),
      lines(long, 'd', long),
    ).passages;
    expect(passage?.before).toBe(`… ${long.slice(-300)}`);
    expect(passage?.after).toBe(`${long.slice(0, 300)} …`);
  });

  it('are one if both rewrote very much', () => {
    const text = (word: string) => lines(...Array.from({ length: 6_000 }, (_, index) => `${word} ${index}`));
    expect(findPassages('text', text('a'), text('b'), text('c')).passages).toHaveLength(1);
  });

  it('make the texts of the merge, if one side is chosen everywhere', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(text, text, text, (base, own, other) => {
        const texts = {
          base: { text: lines(...base) },
          own: { text: lines(...own) },
          other: { text: lines(...other) },
        };
        const [conflict] = merge(type, editor, texts).conflicts;
        if (conflict === undefined) return;
        const { passages, choose } = passagesOf({ type, schema: editor }, conflict);
        const all = (side: ConflictSide) => choose(passages.map(() => side));
        expect([all('own'), all('other')]).toEqual([conflict.own, conflict.other]);
      }),
    );
  });
});

describe('of other values', () => {
  const paragraph = (text: string) => ({ type: 'paragraph', children: [{ type: 'text', text }] });
  const entry = (id: number, url: string) => ({ __key: `k${id}`, id, url });

  it('are blocks', () => {
    const blocks = (...texts: readonly string[]) => texts.map(paragraph);
    const { passages, choose } = findPassages('body', blocks('a', 'b'), blocks('a', 'B'), blocks('a', 'Ä'));
    expect(passages).toMatchObject([{ before: 'a', own: 'B', other: 'Ä', isJoinable: true }]);
    expect(choose(['both'])).toEqual(blocks('a', 'B', 'Ä'));
  });

  it('are entries, and where both stay, one is new', () => {
    const { passages, choose } = findPassages('links', [entry(1, 'a')], [entry(1, 'b')], [entry(1, 'c')]);
    expect(passages).toMatchObject([{ own: 'url: b', other: 'url: c', isJoinable: true }]);
    expect(choose(['both'])).toEqual([entry(1, 'b'), { __key: expect.any(String), url: 'c' }]);
    expect(choose(['other'])).toEqual([entry(1, 'c')]);
  });

  it('are one where a side moved an entry, which would else be lost or doubled', () => {
    const base = [entry(1, 'a'), entry(2, 'b'), entry(3, 'c')];
    const [own, other] = [
      [entry(1, 'a'), entry(3, 'c')],
      [entry(3, 'x'), entry(1, 'a')],
    ];
    const { passages, choose } = findPassages('links', base, own, other);
    const count = (sides: readonly ConflictSide[], id: number) =>
      (choose(sides) as readonly { readonly id?: number }[]).filter((one) => one.id === id).length;
    const all = passages.map(() => ['own', 'other'] as const);
    const combinations = all.reduce<readonly (readonly ConflictSide[])[]>(
      (found, sides) => found.flatMap((one) => sides.map((side) => [...one, side])),
      [[]],
    );
    for (const sides of combinations) expect([sides, count(sides, 1), count(sides, 3)]).toEqual([sides, 1, 1]);
  });

  it('are apart in neighbouring entries', () => {
    const list = (...urls: readonly string[]) => urls.map((url, index) => entry(index + 1, url));
    const { passages, choose } = findPassages('links', list('a', 'b'), list('a1', 'b1'), list('a2', 'b2'));
    expect(passages).toHaveLength(2);
    expect(choose(['own', 'other'])).toEqual(list('a1', 'b2'));
  });

  it('are one where there are more than thirty', () => {
    const text = (word: string) =>
      lines(...Array.from({ length: 80 }, (_, at) => (at % 2 === 0 ? `${word} ${at}` : `Same ${at}`)));
    const { passages, choose } = findPassages('text', text('a'), text('b'), text('c'));
    expect([passages.length, choose(['other'])]).toEqual([1, text('c')]);
  });

  it('are not joinable where one side removed something', () => {
    const { passages } = findPassages('links', [entry(1, 'a')], [], [entry(1, 'b')]);
    expect(passages).toMatchObject([{ own: '–', other: 'url: b', isJoinable: false }]);
  });

  it('are the attributes of a component, without passwords', () => {
    const { passages, choose } = findPassages('seo', { title: 'a' }, { title: 'b', pin: 'p' }, { title: 'c' });
    expect(passages).toMatchObject([{ label: 'Title', own: 'b', other: 'c', isJoinable: false }]);
    expect(choose(['other'])).toEqual({ title: 'c', pin: 'p' });
  });

  const blocks = (...texts: readonly string[]) => texts.map(paragraph);
  const many = Array.from({ length: 50 }, (_, index) => `Line ${index}`);
  const changed = (text: string) => lines(...many.with(25, text));
  const section = (values: object) => ({ __component: 'a.text', __key: 'k7', id: 7, ...values });
  const part = (...texts: readonly string[]) => [{ __key: 'k8', id: 8, body: blocks(...texts) }];
  it.each<[what: string, attribute: string, of: (text: string) => FormValue, both: FormValue, expected: object]>([
    [
      'the text of an entry of a zone',
      'sections',
      (text) => [section({ text: changed(text) })],
      [section({ text: changed('own\nother') })],
      { label: 'Text', before: lines(...many.slice(23, 25)), after: lines(...many.slice(26, 28)) },
    ],
    [
      'the text of a component',
      'seo',
      (text) => ({ notes: changed(text) }),
      { notes: changed('own\nother') },
      { label: 'Notes', before: lines(...many.slice(23, 25)) },
    ],
    [
      'the text of a component in an entry',
      'sections',
      (text) => [section({ seo: { notes: changed(text) } })],
      [section({ seo: { notes: changed('own\nother') } })],
      { label: 'SEO · Notes', before: lines(...many.slice(23, 25)) },
    ],
    [
      'the blocks of an entry in an entry',
      'sections',
      (text) => [section({ parts: part('a', text, 'b') })],
      [section({ parts: part('a', 'own', 'other', 'b') })],
      { label: 'Parts · Body', before: 'a', after: 'b' },
    ],
  ])('are within %s', (_what, attribute, of, both, expected) => {
    const { passages, choose } = findPassages(attribute, of('base'), of('own'), of('other'));
    expect(passages).toMatchObject([{ ...expected, own: 'own', other: 'other', isJoinable: true }]);
    expect([choose(['own']), choose(['other']), choose(['both'])]).toEqual([of('own'), of('other'), both]);
  });

  it('are chosen one by one within an entry', () => {
    const zone = (heading: string, text: string) => [section({ heading, text: changed(text) })];
    const { passages, choose } = findPassages('sections', zone('a', 'a'), zone('b', 'b'), zone('c', 'c'));
    expect(passages.map(({ label, own, other }) => [label, own, other])).toEqual([
      ['Heading', 'b', 'c'],
      ['Text', 'b', 'c'],
    ]);
    expect(choose(['own', 'other'])).toEqual(zone('b', 'c'));
  });

  it('are the whole of what has no parts', () => {
    const { passages, choose } = findPassages('title', 'a', 'b', 'c');
    expect(passages).toMatchObject([{ own: 'b', other: 'c', isJoinable: false }]);
    expect([choose(['own']), choose(['other'])]).toEqual(['b', 'c']);
  });
});
