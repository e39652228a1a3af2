// Detects SVG files by their beginning.
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
])('takes linear time on a long beginning: %#', (head) => {
  const known = (): boolean => isSvg(head);
  // Reading the text again and again would not end within the timeout.
  expect(runInNewContext('known()', { known }, { timeout: 10_000 })).toBe(head.startsWith('<svg'));
});
