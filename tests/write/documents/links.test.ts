// Checks how connecting changes a list of links, including very long lists.
import { describe, expect, it } from 'vitest';
import { applyLinks } from '../../../lib/write/documents/links/applyLinks.ts';
import type { InvalidValue } from '../../../lib/errors.ts';
import type { LinkEdit } from '../../../lib/write/input/index.ts';

type Connect = Extract<LinkEdit, { kind: 'change' }>['connect'];
type Disconnect = Extract<LinkEdit, { kind: 'change' }>['disconnect'];

const connectLinks = (before: readonly string[], connect: Connect, strict = true, disconnect: Disconnect = []) => {
  const faults: InvalidValue[] = [];
  const links = before.map((to, at) => ({ to, at }));
  const edit: LinkEdit = { kind: 'change', disconnect, connect, strict };
  const context = { find: (_: unknown, ref: { documentId?: string }) => ref.documentId, at: 9, faults };
  return { to: applyLinks(links, edit, 'api::a.a', ['as'], context).map(({ to }) => to), faults };
};

const target = (documentId: string) => ({ documentId });
const atEnd = (documentId: string, place: 'start' | 'end') => ({ target: target(documentId), position: { at: place } });
const nextTo = (documentId: string, place: 'before' | 'after', neighbour: string) => ({
  target: target(documentId),
  position: { at: place, target: target(neighbour) },
});

describe('connecting', () => {
  it.each<[connect: Connect, after: string]>([
    [[atEnd('c', 'end'), atEnd('d', 'start')], 'd a b c'],
    [[atEnd('a', 'end')], 'b a'],
    [[atEnd('b', 'start')], 'b a'],
    [[nextTo('c', 'before', 'b'), nextTo('d', 'after', 'c')], 'a c d b'],
    [[nextTo('c', 'before', 'a'), nextTo('d', 'after', 'b')], 'c a b d'],
    [[nextTo('b', 'before', 'a')], 'b a'],
    [[nextTo('a', 'after', 'b')], 'b a'],
    [[atEnd('c', 'end'), atEnd('c', 'end')], 'a b c'],
  ])('puts each link at its position: %j', (connect, after) => {
    expect(connectLinks(['a', 'b'], connect)).toEqual({ to: after.split(' '), faults: [] });
  });

  it('reports a link at two different positions', () => {
    const { faults } = connectLinks(['a', 'b'], [atEnd('c', 'end'), atEnd('c', 'start'), nextTo('d', 'before', 'a')]);
    expect(faults.map(({ path, value }) => [path, value])).toEqual([[['as'], 'c']]);
  });

  it('reports a position next to itself or next to a missing link', () => {
    const { faults } = connectLinks(['a', 'b'], [nextTo('a', 'before', 'a'), nextTo('c', 'after', 'x')]);
    expect(faults.map(({ path, value }) => [path, value])).toEqual([
      [['as'], 'a'],
      [['as'], 'x'],
    ]);
  });

  it.each<[connect: Connect, after: string]>([
    [[nextTo('d', 'before', 'x')], 'a b c d'],
    [[nextTo('d', 'before', 'x'), atEnd('b', 'end'), atEnd('c', 'start')], 'c a d b'],
    [[nextTo('a', 'after', 'x')], 'b c a'],
    [[nextTo('d', 'after', 'x'), nextTo('b', 'after', 'd')], 'a c d b'],
    [[nextTo('d', 'before', 'e'), atEnd('e', 'start')], 'd e a b c'],
  ])('puts a link whose neighbour is missing at the end if it is not strict: %j', (connect, after) => {
    expect(connectLinks(['a', 'b', 'c'], connect, false)).toEqual({ to: after.split(' '), faults: [] });
  });

  it('reports links next to each other or to themselves, strict or not', () => {
    const circle = [nextTo('c', 'before', 'd'), nextTo('d', 'before', 'c'), nextTo('a', 'before', 'a')];
    expect(connectLinks(['a', 'b'], circle, false).faults).toHaveLength(3);
  });

  it('puts a link at the position of one that it replaces', () => {
    const { to } = connectLinks(['a', 'b', 'c'], [nextTo('d', 'before', 'b')], true, [target('b')]);
    expect(to).toEqual(['a', 'd', 'c']);
  });

  // As many as a body may have: the work for each must not depend on all the others.
  it('accepts very many positions, in a chain or for the same document', () => {
    const many = Array.from({ length: 30_000 }, (_, index) => String(index));
    expect(
      connectLinks(
        many,
        many.map((id) => atEnd(id, 'start')),
      ).to,
    ).toEqual([...many].reverse());
    const chain = many.map((id, index) => (index === 0 ? atEnd(id, 'end') : nextTo(id, 'before', String(index - 1))));
    expect(connectLinks([], chain).to).toEqual([...many].reverse());
    expect(
      connectLinks(
        many,
        Array.from({ length: 100_000 }, () => atEnd('0', 'end')),
      ).to.at(-1),
    ).toBe('0');
  });
});
