// What is shown of long texts that differ.
import { expect, it } from 'vitest';
import { excerptsOf } from '../../../editor/src/document/saving/excerpts.ts';

it('leaves short texts as they are', () => {
  expect(excerptsOf('black ink', '–')).toEqual(['black ink', '–']);
});

it('shows where long texts begin to differ', () => {
  const [same, rest] = ['a'.repeat(10_000), 'b'.repeat(10_000)];
  const [own, other] = excerptsOf(`${same}black${rest}`, `${same}blue${rest}`);
  expect(own.startsWith(`… ${'a'.repeat(198)}`)).toBe(true);
  expect(own).toContain('ablackb');
  expect(own.endsWith('b …')).toBe(true);
  expect(own.length).toBeLessThan(6_000);
  expect(other).toContain('abluebbb');
});

it('shows the end of a text that goes on where the other ends', () => {
  const same = 'a'.repeat(10_000);
  expect(excerptsOf(same, `${same}b`)).toEqual([`… ${'a'.repeat(200)}`, `… ${'a'.repeat(200)}b`]);
});

it('cuts three texts at the same place', () => {
  const same = 'a'.repeat(10_000);
  const start = `… ${'a'.repeat(200)}`;
  expect(excerptsOf(`${same}b`, `${same}c`, `${same}b${same}c`)).toEqual([
    `${start}b`,
    `${start}c`,
    `${start}b${'a'.repeat(4_799)} …`,
  ]);
});
