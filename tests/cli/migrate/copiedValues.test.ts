// Which value a renamed attribute has, when servers of two content types have written it.
import { describe, expect, it } from 'vitest';
import { renameValue } from '../../../cli/migrate/copiedValues.ts';
import { omit } from '../../../cli/migrate/values.ts';
import type { MigrationPhase, StoredValues } from '../../../cli/migrate/types.ts';

const names = { name: 'title', to: 'headline' };

const run = (values: StoredValues, phase: MigrationPhase): StoredValues =>
  renameValue(values, names, phase, () => {
    throw new Error('contradiction');
  });

const withoutDigests = (values: StoredValues): StoredValues => omit(values, '_copied');

const copied = run({ title: 'a', note: 'n' }, 'copy');

describe('a renamed value', () => {
  it('is under both names after a copy, which changes nothing the second time', () => {
    expect(withoutDigests(copied)).toEqual({ title: 'a', headline: 'a', note: 'n' });
    for (const phase of ['copy', 'recopy'] as const) expect(run(copied, phase)).toBe(copied);
  });

  it.each<[string, StoredValues, string]>([
    ['nobody', {}, 'a'],
    ['previous servers', { title: 'b' }, 'b'],
    ['new servers', { headline: 'c' }, 'c'],
    ['previous servers, with null,', { title: null }, null as unknown as string],
  ])('is the newer one when %s wrote since', (_, written, expected) => {
    const values = { ...copied, ...written };
    const both = { title: expected, headline: expected, note: 'n' };
    expect(withoutDigests(run(values, 'recopy'))).toEqual(both);
    expect(run(values, 'finish')).toEqual({ headline: expected, note: 'n' });
    expect(run(values, 'undo')).toEqual({ title: expected, note: 'n' });
  });

  it.each([copied, { note: 'n' }])('is that of the servers that answer when both wrote: %o', (document) => {
    const values = { ...document, title: 'b', headline: 'c' };
    expect(run(values, 'finish')).toEqual({ headline: 'c', note: 'n' });
    expect(run(values, 'undo')).toEqual({ title: 'b', note: 'n' });
  });

  it('is that of previous servers when these wrote after a whole migration', () => {
    expect(run({ title: 'b', headline: 'c' }, 'again')).toEqual({ headline: 'b' });
  });

  it.each<[MigrationPhase, StoredValues]>([
    ['recopy', { title: 'x', headline: 'x' }],
    ['finish', { headline: 'x' }],
    ['undo', { title: 'x' }],
  ])('is the only one of a new document: %s', (phase, expected) => {
    for (const values of [{ title: 'x' }, { headline: 'x' }])
      expect(withoutDigests(run(values, phase))).toEqual(expected);
  });

  it('stays with its digest as long as another one is copied', () => {
    const both = renameValue({ ...copied, body: 't' }, { name: 'body', to: 'text' }, 'copy', () => undefined);
    expect(Object.keys(run(both, 'finish')._copied ?? {})).toEqual(['text']);
  });

  it('contradicts another value that the document had under the new name', () => {
    for (const phase of ['copy', 'whole'] as const)
      expect(() => run({ title: 'a', headline: 'b' }, phase)).toThrow('contradiction');
    expect(run({ title: 'a', headline: null }, 'whole')).toEqual({ headline: 'a' });
  });

  it('is moved where there is no copy', () => {
    expect(run({ title: 'a' }, 'whole')).toEqual({ headline: 'a' });
    const values = { headline: 'a' };
    for (const phase of ['whole', 'copy', 'finish'] as const) expect(run(values, phase)).toBe(values);
  });
});
