// What is an SVG, by how it begins.
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { isSvg } from '../../lib/media/image/svg.ts';

it.each([
  '<!DOCTYPE' + '[]'.repeat(30_000),
  '<!DOCTYPE svg ['.repeat(4000),
  '<!DOCTYPE svg []>'.repeat(4000),
  '<!---->'.repeat(9000),
  '<!--'.repeat(16_000),
  '<?'.repeat(30_000),
  '<?a?>'.repeat(12_000),
  `<svg ${'a="'.repeat(20_000)}`,
  `<svg ${'a=" \''.repeat(12_000)}`,
])('is known in one reading of what has no end: %#', (head) => {
  const known = (): boolean => isSvg(head);
  // Not in a thousand years, where it is read again and again.
  expect(runInNewContext('known()', { known }, { timeout: 10_000 })).toBe(head.startsWith('<svg'));
});
