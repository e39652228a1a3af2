// What bundles have in place of parts of packages does the same.
import saslprep from '@mongodb-js/saslprep';
import { expect, it } from 'vitest';

it('a password in ASCII is prepared as it is', () => {
  const printable = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index));
  for (const character of printable) expect(saslprep(character)).toBe(character);
  expect(saslprep(printable.join(''))).toBe(printable.join(''));
  // Another one is not: the question above can fail.
  expect(saslprep('Ⅸ')).toBe('IX');
});
