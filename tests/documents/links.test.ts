// What connecting makes of links, many of them too.
import { describe, expect, it } from 'vitest';
import { applyLinks } from '../../lib/write/documents/links/links.ts';
import type { InvalidValue } from '../../lib/errors.ts';
import type { LinkEdit } from '../../lib/write/input/index.ts';

type Connect = Extract<LinkEdit, { kind: 'change' }>['connect'];

const connected = (before: readonly string[], connect: Connect) => {
  const faults: InvalidValue[] = [];
  const links = before.map((to, at) => ({ to, at }));
  const edit: LinkEdit = { kind: 'change', disconnect: [], connect };
  const context = { find: (_: unknown, ref: { documentId?: string }) => ref.documentId, at: 9, faults };
  return { to: applyLinks(links, edit, 'api::a.a', ['as'], context).map(({ to }) => to), faults };
};

const target = (documentId: string) => ({ documentId });
const at = (documentId: string, place: 'start' | 'end') => ({ target: target(documentId), position: { at: place } });
const beside = (documentId: string, place: 'before' | 'after', neighbour: string) => ({
  target: target(documentId),
  position: { at: place, target: target(neighbour) },
});

describe('connecting', () => {
  it.each<[connect: Connect, after: string]>([
    [[at('c', 'end'), at('d', 'start')], 'd a b c'],
    [[at('a', 'end')], 'b a'],
    [[at('b', 'start')], 'b a'],
    [[beside('c', 'before', 'b'), beside('d', 'after', 'c')], 'a c d b'],
    [[beside('c', 'before', 'a'), beside('d', 'after', 'b')], 'c a b d'],
    [[beside('b', 'before', 'a')], 'b a'],
    [[beside('a', 'after', 'b')], 'b a'],
    [[at('c', 'end'), at('c', 'start'), at('c', 'end')], 'a b c'],
  ])('puts each where it is wanted: %j', (connect, after) => {
    expect(connected(['a', 'b'], connect)).toEqual({ to: after.split(' '), faults: [] });
  });

  it('beside itself, or what is not there, is told', () => {
    const { faults } = connected(['a', 'b'], [beside('a', 'before', 'a'), beside('c', 'after', 'x')]);
    expect(faults.map(({ path, value }) => [path, value])).toEqual([
      [['as'], 'a'],
      [['as'], 'x'],
    ]);
  });

  // As many as a body may have; what is done for each must not look at all the others.
  it('takes very many, one after the other or one very often', () => {
    const many = Array.from({ length: 30_000 }, (_, index) => String(index));
    expect(
      connected(
        many,
        many.map((id) => at(id, 'start')),
      ).to,
    ).toEqual([...many].reverse());
    const chain = many.map((id, index) => (index === 0 ? at(id, 'end') : beside(id, 'before', String(index - 1))));
    expect(connected([], chain).to).toEqual([...many].reverse());
    expect(
      connected(
        many,
        Array.from({ length: 100_000 }, () => at('0', 'end')),
      ).to.at(-1),
    ).toBe('0');
  });
});
