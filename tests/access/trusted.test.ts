// What is trusted for a while.
import { expect, it } from 'vitest';
import { Trusted } from '../../lib/platform/access/trusted.ts';

it('what was being asked for when something changed is not kept', async () => {
  const trusted = new Trusted<string>(() => new Date(0));
  let answer: (value: string) => void = () => undefined;
  const asked = trusted.get(
    'role',
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  trusted.forget();
  answer('before');
  expect(await asked).toBe('before');
  expect(await trusted.get('role', () => Promise.resolve('after'))).toBe('after');
  expect(await trusted.get('role', () => Promise.resolve('later'))).toBe('after');
});
